import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { openPeople, unlock } from '../support/people.ts';
import { atRegister, bar, test } from '../support/register-test.ts';
import { addStock } from '../support/stock-room.ts';
import { collect, openTill, panel, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { expect, openShop, PEOPLE, test as shopTest, signIn } from '../support/world.ts';

const question = (page: Page) => page.getByRole('heading', { name: 'Unfinished sale' });
const goOn = (page: Page, left: string) => page.getByRole('button', { name: new RegExp(`^Continue: SGD ${left} left to pay since \\d`) });
const newCustomer = (page: Page) => page.getByRole('button', { name: 'New customer' });
const due = (page: Page) => page.getByRole('region', { name: 'Amount due' });

/** A voucher has paid fifty of eighty, and the till waits for the rest. */
async function payPart(page: Page): Promise<void> {
  await setDue(page, '80.00');
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await expect(collect(page)).toContainText('30.00');
  await page.getByRole('button', { name: 'Another voucher' }).click();
}

shopTest(
  'a sale in progress waits for its person while a colleague serves, and stays after a lock',
  { tag: '@main' },
  async ({ page, context, world }) => {
    await openShop(context, world);
    await openTill(page, world.origin);
    await payPart(page);
    await page.keyboard.press('F9');
    await unlock(page, PEOPLE.manager);
    await expect(question(page)).toBeVisible();
    await expect(page.getByText(`${PEOPLE.cashier.name} used this till last.`)).toBeVisible();
    expect.soft(await faultsOf(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(question(page)).toBeVisible();
    await wedge(page, '7KQ2M9XW4ZP3');
    await expect(panel(page)).toHaveCount(0);
    await page.getByRole('button', { name: `Leave it for ${PEOPLE.cashier.name}` }).click();
    await expect(page.getByRole('button', { name: 'Enter an amount' })).toBeVisible();
    await expect(due(page)).not.toContainText('30.00');
    await page.keyboard.press('Escape');
    const waiting = page.getByRole('heading', { name: `Waiting for ${PEOPLE.cashier.name}` }).locator('..');
    await expect(waiting).toContainText(/Voucher ··0050: SGD.50\.00Left to pay: SGD.30\.00/);
    await page.reload();
    await expect(waiting).toBeVisible();

    await page.keyboard.press('F9');
    await unlock(page, PEOPLE.cashier);
    await goOn(page, '30.00').click();
    await expect(due(page)).toContainText('Left to paySGD 30.00SGD 50.00 redeemed');
    await page.keyboard.press('F9');
    await unlock(page, PEOPLE.cashier);
    await expect(due(page)).toContainText('Left to paySGD 30.00');
    await wedge(page, '7KQ2M9XW4ZP3');
    await redeemButton(page, '30.00').click();
    await expect(verdict(page, 'Paid in full')).toBeVisible();
    expect(await world.captures('7KQ2M9XW4ZP3')).toEqual([3000]);
  },
);

shopTest('a sale that was begun asks after five idle minutes, and a finished one asks nothing', async ({ page, context, world }) => {
  await openShop(context, world);
  await page.clock.install();
  await openTill(page, world.origin);
  await payPart(page);
  await page.clock.fastForward('05:01');
  await goOn(page, '30.00').click();
  await wedge(page, '7KQ2M9XW4ZP3');
  await redeemButton(page, '30.00').click();
  await expect(verdict(page, 'Paid in full')).toBeVisible();
  await page.getByRole('button', { name: 'Next customer' }).click();
  await page.clock.fastForward('05:01');
  await expect(page.getByText('Scan a voucher to begin.')).toBeVisible();
  await expect(question(page)).toHaveCount(0);
});

shopTest('after a manager locked on a manager’s page the next cashier opens the till, not a refusal', async ({ page, context, world }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.manager);
  await openPeople(page);
  await page.keyboard.press('F9');
  await unlock(page, PEOPLE.cashier);
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(page.getByText('Your role does not allow this')).toHaveCount(0);
});

shopTest(
  'after a cashier locked on the shift page the next stock person opens the cards, not a refusal',
  async ({ page, context, world }) => {
    await openShop(context, world);
    await addStock(context, world);
    await signIn(context, world, 'cashier');
    await page.goto(`${world.origin}/shift`);
    await expect(page.getByRole('heading', { level: 1, name: 'Close my shift' })).toBeVisible();
    await page.keyboard.press('F9');
    await unlock(page, PEOPLE.stock);
    await expect(page.getByRole('textbox', { name: 'First number' })).toBeVisible();
    await page.goto(`${world.origin}/today`);
    await page.getByRole('main').getByRole('link', { name: 'Activate cards' }).click();
    await expect(page.getByRole('textbox', { name: 'First number' })).toBeVisible();
  },
);

test('an amount due does not return automatically after a register’s sale', async ({ page, world, register }) => {
  await openTill(page, world.origin);
  await setDue(page, '25.00');
  await expect(due(page)).toContainText('25.00');
  await page.goto(register.link(world.origin));
  await expect(bar(page)).toBeVisible();
  await wedge(page, '1000000050');
  await redeemButton(page, '23.40').click();
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.getByRole('button', { name: 'Back to the register' }).last().click();
  await expect(atRegister(page)).toBeVisible();
  await openQuestion(page, world.origin);
  await newCustomer(page).click();
  await expect(due(page)).toContainText('No amount due yet');
});

async function openQuestion(page: Page, origin: string): Promise<void> {
  await page.goto(origin);
  await expect(goOn(page, '25.00')).toBeVisible();
}
