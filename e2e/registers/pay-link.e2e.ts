import type { Page } from '@playwright/test';
import { type FakeRegister, startFakeRegister } from '../support/fake-register.ts';
import { nameOf, unlock } from '../support/people.ts';
import { atRegister, bar, test } from '../support/register-test.ts';
import { openTill, panel, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, PEOPLE, signIn, type World } from '../support/world.ts';

const FIFTY = '1000000050';
const LARGE = '1000000100';
/** More than one voucher holds. */
const EIGHTY = { amount: '8000' };
/** The button of the verdict, which covers the button of the sale. */
const fromVerdict = (page: Page) => page.getByRole('button', { name: 'Back to the register' }).last();

/** The register opens the till in this window. */
async function comeFromRegister(
  page: Page,
  { origin }: World,
  register: FakeRegister,
  changes?: Record<string, string | null>,
): Promise<void> {
  await page.goto(register.origin);
  await page.goto(register.link(origin, changes));
}

test('a register requests an amount, the cashier signs in as usual, and the browser returns the result', {
  tag: '@main',
}, async ({ page, context, world, register }) => {
  await ask(context.request, world, 'DELETE', '/api/session');
  await comeFromRegister(page, world, register);
  await nameOf(page, PEOPLE.cashier.name).waitFor();
  await unlock(page, PEOPLE.cashier);
  await expect(bar(page)).toContainText('R-1029');
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('23.40');
  expect(new URL(page.url()).search).toBe('');
  await wedge(page, FIFTY);
  await expect(redeemButton(page, '23.40')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await expect(page.getByText('Receipt number R-1029')).toBeVisible();
  await fromVerdict(page).click();
  await expect(atRegister(page)).toBeVisible();
  const said = await register.back(world.origin);
  expect(said).toMatchObject({
    status: 'taken',
    amount: '2340',
    left_to_pay: '0',
    currency: 'SGD',
    reference: 'R-1029',
    state: 'a&b c',
    lane: '4',
  });
  expect(page.url()).not.toContain(FIFTY);
  expect(await world.captures(FIFTY)).toEqual([2340]);
  await openTill(page, world.origin);
  await expect(bar(page)).toHaveCount(0);
});

test('a sale survives a reload, and an amount reported to the register as left to pay needs a new link', async ({
  page,
  world,
  register,
}) => {
  await comeFromRegister(page, world, register, EIGHTY);
  await wedgeWhenReady(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await page.getByRole('button', { name: 'Next voucher' }).click();
  await expect(page.getByRole('button', { name: 'Back to the register: SGD 30.00 left to pay' })).toBeVisible();
  await page.reload();
  await expect(bar(page)).toContainText('R-1029');
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('30.00');
  /* The same link again, as after a browser was closed, is the same sale. */
  await comeFromRegister(page, world, register, EIGHTY);
  await page.getByRole('button', { name: 'Back to the register: SGD 30.00 left to pay' }).click();
  await expect(atRegister(page)).toBeVisible();
  const first = await register.back(world.origin);
  expect(first).toMatchObject({ status: 'taken', amount: '5000', left_to_pay: '3000' });
  /* The register has booked the amount, so the remaining amount needs a link of its own. */
  await comeFromRegister(page, world, register, EIGHTY);
  await wedgeWhenReady(page, LARGE);
  await redeemButton(page, '30.00').click();
  await expect(page.getByText('The register already has the result of this sale')).toBeVisible();
  expect(await world.captures(LARGE)).toEqual([]);
  await comeFromRegister(page, world, register, { amount: '3000', state: 'the rest' });
  await wedgeWhenReady(page, LARGE);
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await fromVerdict(page).click();
  await expect(atRegister(page)).toBeVisible();
  const rest = await register.back(world.origin);
  expect(rest).toMatchObject({ status: 'taken', amount: '3000', left_to_pay: '0' });
  expect(rest['sale']).not.toBe(first['sale']);
  expect([await world.captures(FIFTY), await world.captures(LARGE)]).toEqual([[5000], [3000]]);
});

test('a sale that is cancelled before a request was sent is reported as cancelled', async ({ page, world, register }) => {
  await comeFromRegister(page, world, register);
  await page.getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(atRegister(page)).toBeVisible();
  expect(await register.back(world.origin)).toMatchObject({ status: 'cancelled', amount: '0', left_to_pay: '2340' });
});

test.describe('while the issuer is silent', () => {
  test.use({ settings: { SETTLE_WINDOW_MS: '60000' } });

  test('the page waits, and returns only the result “unknown”', async ({ page, world, register }) => {
    test.slow();
    await comeFromRegister(page, world, register);
    await page.getByRole('button', { name: 'Cancel and go back' }).waitFor();
    await world.strike('silentBeforeCommit');
    await wedge(page, FIFTY);
    await redeemButton(page, '23.40').click();
    await page.getByText('The register is notified that the result is not known yet.').waitFor({ timeout: 40_000 });
    await expect(page.getByRole('button', { name: 'Next customer' })).toHaveCount(0);
    await page.getByRole('button', { name: 'Back to the register: not confirmed yet' }).last().click();
    await expect(atRegister(page)).toBeVisible();
    expect(await register.back(world.origin)).toMatchObject({ status: 'unknown', amount: '0', left_to_pay: '2340' });
    await world.strike(null);
    await openTill(page, world.origin);
    await expect(page.getByText('··0050')).not.toHaveCount(0);
  });
});

test('a link with an invalid or unlisted return address does not open a sale or redirect', async ({ page, context, world, register }) => {
  const stranger = await startFakeRegister();
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/registers', { origin: 'https://pay.example', name: 'Far register' });
  await signIn(context, world, 'cashier');
  const refused = page.getByRole('heading', { name: 'This link can’t be used' });
  const reasons: readonly (readonly [changes: Record<string, string | null>, reason: string | RegExp])[] = [
    [{ return_url: `${stranger.origin}/back` }, `${stranger.origin} is not on this shop’s list of registers.`],
    [{ return_url: `https://127.0.0.1.evil.example/${register.origin}` }, 'is not on this shop’s list of registers.'],
    /* One that begins as a listed one does, one as which a listed one begins, another port and another scheme. */
    [{ return_url: 'https://pay.example.evil.test/back' }, 'https://pay.example.evil.test is not on this shop’s list of registers.'],
    [{ return_url: 'https://pay.exampl/back' }, 'https://pay.exampl is not on this shop’s list of registers.'],
    [{ return_url: 'https://pay.example:8443/back' }, 'https://pay.example:8443 is not on this shop’s list of registers.'],
    [{ return_url: 'http://pay.example/back' }, 'The return address can’t be used.'],
    [{ return_url: 'https://pay.example@evil.test/back' }, 'The return address can’t be used.'],
    [{ return_url: 'https://pay.example./back' }, 'https://pay.example. is not on this shop’s list of registers.'],
    [{ return_url: '//pay.example/back' }, 'The return address can’t be used.'],
    [{ return_url: 'http://register.example/back' }, 'The return address can’t be used.'],
    [{ return_url: register.origin.replace('//', '//user:word@') }, 'The return address can’t be used.'],
    [{ return_url: 'javascript:alert(1)' }, 'The return address can’t be used.'],
    [{ amount: null }, 'The amount is missing'],
    [{ amount: '-5' }, 'The amount is missing'],
    [{ currency: 'USD' }, 'This shop does not accept the sale’s currency'],
    [{ reference: 'R'.repeat(41) }, 'The receipt number is missing'],
  ];
  for (const [changes, reason] of reasons) {
    await comeFromRegister(page, world, register, changes);
    await expect(refused).toBeVisible();
    await expect(page.getByText(reason)).toBeVisible();
  }
  await page.getByRole('button', { name: 'Go to the till' }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  expect([stranger.visits(), register.visits()]).toEqual([0, 0]);
  await stranger.close();
});

test('the sale that was open at the till is restored after the register’s sale', async ({ page, world, register }) => {
  await openTill(page, world.origin);
  await setDue(page, '80.00');
  await wedge(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await page.getByRole('button', { name: 'Another voucher' }).click();
  await comeFromRegister(page, world, register);
  await wedgeWhenReady(page, LARGE);
  await redeemButton(page, '23.40').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  /* Without input, the verdict closes and the browser returns to the register. */
  await expect(atRegister(page)).toBeVisible({ timeout: 30_000 });
  await openTill(page, world.origin);
  await expect(page.getByRole('region', { name: 'Amount due' })).toContainText('30.00');
  expect(await world.captures(LARGE)).toEqual([2340]);
});

test('a register’s sale can be continued in a new window after the original one was closed', async ({ page, context, world, register }) => {
  await comeFromRegister(page, world, register, EIGHTY);
  await wedgeWhenReady(page, FIFTY);
  await redeemButton(page, '50.00').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.close();
  const other = await context.newPage();
  await openTill(other, world.origin);
  await other.getByRole('button', { name: 'Continue R-1029 for Front register' }).click();
  await other.getByRole('button', { name: 'Back to the register: SGD 30.00 left to pay' }).click();
  await expect(atRegister(other)).toBeVisible();
  expect(await register.back(world.origin)).toMatchObject({ status: 'taken', amount: '5000' });
});

test.describe('receipt numbers', () => {
  async function want(page: Page, world: World, receiptUse: 'offered' | 'required'): Promise<void> {
    const context = page.context();
    await signIn(context, world, 'manager');
    await ask(context.request, world, 'PUT', '/api/settings', { receiptUse, receiptShape: 'K-####' });
    await signIn(context, world, 'cashier');
    await openTill(page, world.origin);
    await expect(number(page)).toBeVisible();
  }
  const number = (page: Page) => page.getByRole('region', { name: 'Receipt number' });

  test('are typed or scanned, and a scanned code in their format is not checked as a voucher', async ({
    page,
    context,
    world,
    register,
  }) => {
    expect(register.visits()).toBe(0);
    await want(page, world, 'offered');
    await wedge(page, 'K-0001');
    await expect(number(page)).toContainText('K-0001');
    await expect(panel(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Enter the receipt number' }).click();
    await page.getByLabel('Receipt number').last().fill('typed 7');
    await page.keyboard.press('Enter');
    await expect(number(page)).toContainText('typed 7');
    await wedge(page, FIFTY);
    await expect(panel(page)).toBeVisible();
    await wedge(page, 'K-0002');
    await expect(number(page)).toContainText('K-0002');
    await page.keyboard.press('F4');
    await page.keyboard.type('5', { delay: 120 });
    await redeemButton(page, '5.00').click();
    await expect(page.getByRole('region', { name: 'Redeemed', exact: true }).getByText('Receipt number K-0002')).toBeVisible();
    const [tender] = (await (await context.request.get(`${world.origin}/api/tenders?mine=1`)).json()) as Record<string, unknown>[];
    expect(tender).toMatchObject({ receiptNo: 'K-0002', entry: 'wedge' });
    await page.keyboard.press('Enter');
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/transactions`);
    await page.getByRole('button', { name: 'More filters' }).click();
    await page.getByLabel('Receipt number').fill('K-0002');
    await page.keyboard.press('Enter');
    await page.getByRole('row', { name: /0050/ }).first().click();
    await expect(page.getByRole('dialog').getByText('K-0002').first()).toBeVisible();
    await expect(page.getByRole('dialog').getByText('Hand scanner')).toBeVisible();
  });

  test('belong to the previous sale if they are scanned before the next customer', async ({ page, context, world, register }) => {
    expect(register.visits()).toBe(0);
    await want(page, world, 'offered');
    await setDue(page, '5.00');
    await wedge(page, FIFTY);
    await redeemButton(page, '5.00').click();
    await verdict(page, 'Paid in full').click();
    await wedge(page, 'K-0003');
    await page.getByRole('button', { name: 'Next customer' }).click();
    const mine = async () =>
      (await (await context.request.get(`${world.origin}/api/tenders?mine=1`)).json()) as { receiptNo: string | null }[];
    await expect.poll(async () => (await mine()).map(({ receiptNo }) => receiptNo)).toEqual(['K-0003']);
    await wedge(page, '7KQ2M9XW4ZP3');
    await expect(number(page)).not.toContainText('K-0003');
  });

  test('must be entered before redeeming in a shop that requires them', async ({ page, world, register }) => {
    expect(register.visits()).toBe(0);
    await want(page, world, 'required');
    await setDue(page, '5.00');
    await wedge(page, FIFTY);
    await expect(page.getByRole('button', { name: 'Enter the receipt number first' })).toBeVisible();
    await expect(page.getByText('This shop requires the register’s receipt number for each redemption.')).toBeVisible();
    expect(await world.captures(FIFTY)).toEqual([]);
    await page.getByLabel('Receipt number').last().fill('K-0003');
    await page.keyboard.press('Enter');
    await redeemButton(page, '5.00').click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    expect(await world.captures(FIFTY)).toEqual([500]);
  });
});

/** Scans once the sale of the register is on the screen. */
async function wedgeWhenReady(page: Page, code: string): Promise<void> {
  await expect(bar(page)).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await wedge(page, code);
}
