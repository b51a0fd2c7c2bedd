import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FrameLocator, Page } from '@playwright/test';
import { freePort } from '../../src/testing/free-port.ts';
import { expectSigned } from '../support/fake-register.ts';
import { startOfGuide } from '../support/guide.ts';
import { wedge } from '../support/till.ts';
import { ask, test as base, expect, openShop, PEOPLE, signIn, type World } from '../support/world.ts';

const FIFTY = '1000000050';
/** Nothing is taken from it, and no answer comes. */
const NEVER_ANSWERED = '9000000002';

interface WebRegister {
  /** On another site than the till. */
  readonly origin: string;
  /** Creates a code for enrolling the frame. */
  readonly code: string;
}

/**
 * Opens a shop that lists the guide's web register, on another site. The browser is not enrolled.
 */
const test = base.extend<{ amount: string; register: WebRegister }>({
  amount: ['23.40', { option: true }],
  register: async ({ context, world, amount }, use) => {
    const port = await freePort();
    const origin = `http://localhost:${port}`;
    const program = await startOfGuide('frame.mjs', { TILL: world.origin, PORT: String(port), AMOUNT: amount }, origin);
    await openShop(context, world);
    await signIn(context, world, 'manager');
    await ask(context.request, world, 'POST', '/api/registers', { origin, name: 'Web register' });
    const made = await ask(context.request, world, 'POST', '/api/devices/codes');
    await context.clearCookies();
    await context.addInitScript(() => {
      Object.assign(window, { heard: [] });
      addEventListener('message', ({ data }) => (window as unknown as { heard: unknown[] }).heard.push(data));
    });
    await use({ origin, code: made?.['code'] ?? '' });
    await program.stop();
  },
});

const WIDE_360 = { width: 376, height: 780 };
const till = (page: Page) => page.frameLocator('iframe');
const outcome = (page: Page) => page.locator('#outcome');
const redeem = (page: Page, amount: string) => till(page).getByRole('button', { name: `Redeem SGD ${amount}` });

/** Every message that the register's page got, in order. */
const heard = (page: Page) =>
  page.evaluate(() => (window as unknown as { heard: string[] }).heard.map((data) => JSON.parse(data) as Record<string, unknown>));
const stepsOf = async (page: Page) => (await heard(page)).map(({ step }) => step);
const sayExit = (page: Page) =>
  page.evaluate(() => document.querySelector('iframe')?.contentWindow?.postMessage(JSON.stringify({ step: 'EXIT' }), '*'));

async function unlock(page: Page): Promise<void> {
  const frame = till(page);
  await frame.getByRole('button', { name: new RegExp(`^${PEOPLE.cashier.name}`) }).click();
  await expect(frame.getByLabel(`PIN for ${PEOPLE.cashier.name}`)).toBeFocused();
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(frame.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
}

/** Opens the register, enrols the till in its frame, and signs the cashier in. */
async function enter(page: Page, { origin, code }: WebRegister): Promise<FrameLocator> {
  await page.setViewportSize(WIDE_360);
  await page.goto(origin);
  const frame = till(page);
  await frame.getByLabel('Enrolment code').fill(code);
  await frame.getByLabel('Device name').fill('Web till');
  await frame.getByRole('button', { name: 'Enrol' }).click();
  await unlock(page);
  return frame;
}

async function scan(page: Page, code: string): Promise<void> {
  await till(page).getByRole('textbox', { name: 'Voucher number' }).focus();
  await wedge(page, code);
}

test('a cashier enrols, signs in and redeems in a frame of 360 pixels on the register’s page', { tag: '@main' }, async ({
  page,
  context,
  world,
  register,
}) => {
  const frame = await enter(page, register);
  await expect(frame.getByRole('region', { name: 'Sale for Web register' })).toBeVisible();
  expect(await frame.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  await expect(frame.getByRole('link')).toHaveCount(0);
  const cookies = (await context.cookies()).map(({ name, sameSite, secure, httpOnly }) => ({ name, sameSite, secure, httpOnly }));
  const open = { sameSite: 'None', secure: true, httpOnly: true };
  expect(cookies.sort((a, b) => a.name.localeCompare(b.name))).toEqual([
    { name: 'tillside-frame-device', ...open },
    { name: 'tillside-frame-session', ...open },
  ]);
  await expect.poll(() => stepsOf(page)).toEqual(['DATA', 'SETUP']);
  await scan(page, FIFTY);
  await redeem(page, '23.40').click();
  await frame.getByRole('button', { name: 'Back to the register' }).last().click();
  await expect(outcome(page)).toHaveText('ACCEPT 2340, left: 0');
  const told = (await heard(page)).at(-1) as Record<string, string>;
  const signed = new URLSearchParams(told['signed']);
  await expectSigned(world.origin, signed);
  expect(told).toMatchObject({ sale: signed.get('sale'), transaction_id: signed.get('sale'), register_id: 'front', currency: 'SGD' });
  expect(signed.get('status')).toBe('taken');
  expect((await heard(page)).map((message) => (message['setup'] as { enable_close: boolean } | undefined)?.enable_close)).toContain(false);
  expect(await world.captures(FIFTY)).toEqual([2340]);
  /* The next sale finds the till enrolled and open, and is another sale. */
  await page.reload();
  await till(page).getByRole('button', { name: 'Cancel and go back' }).click();
  await expect(outcome(page)).toHaveText('EXIT 0, left: 2340');
});

test.describe('for registers that accept one payment', () => {
  test.use({ amount: '80.00' });

  test('a register that cannot split a sale receives the result once the whole amount is redeemed', async ({ page, world, register }) => {
    const frame = await enter(page, register);
    await scan(page, FIFTY);
    await redeem(page, '50.00').click();
    await frame.getByRole('button', { name: 'Next voucher' }).click();
    await expect(frame.getByText('This register only accepts the full amount.')).toBeVisible();
    await sayExit(page);
    await expect(outcome(page)).toHaveText('Waiting');
    await scan(page, '1000000100');
    await redeem(page, '30.00').click();
    await frame.getByRole('button', { name: 'Back to the register' }).last().click();
    await expect(outcome(page)).toHaveText('ACCEPT 8000, left: 0');
    expect([await world.captures(FIFTY), await world.captures('1000000100')]).toEqual([[5000], [3000]]);
  });
});

test.describe('while the outcome is unknown', () => {
  test.use({ settings: { SETTLE_WINDOW_MS: '6000' } });

  test('the frame stays open, refuses to close, and does not send a result until it is known', async ({ page, world, register }) => {
    const frame = await enter(page, register);
    await scan(page, NEVER_ANSWERED);
    await redeem(page, '23.40').click();
    await expect(frame.getByText('The register will be notified as soon as the result is known.')).toBeVisible({ timeout: 40_000 });
    const before = await heard(page);
    await sayExit(page);
    await expect.poll(async () => (await heard(page)).slice(before.length)).toEqual([{ step: 'SETUP', setup: { enable_close: false } }]);
    await expect(outcome(page)).toHaveText('Waiting');
    /* A register that removes the frame nevertheless opens the same sale again. */
    const address = await frame.locator('html').evaluate(() => location.href);
    await page.evaluate((src) => {
      const one = document.querySelector('iframe');
      if (one) one.src = src.replace(/#.*/, '&reopened=1');
    }, address);
    await frame.getByRole('button', { name: 'Next voucher' }).click({ timeout: 45_000 });
    expect((await stepsOf(page)).filter((step) => step !== 'SETUP' && step !== 'DATA')).toEqual([]);
    await frame.getByRole('button', { name: 'Back to the register: nothing redeemed' }).click();
    await expect(outcome(page)).toHaveText('DECLINE 0, left: 2340');
    expect(await world.captures(NEVER_ANSWERED)).toEqual([]);
  });
});

test('only a listed register can embed the till, send messages to it or use its cookies', async ({ page, context, world, register }) => {
  const stranger = await startStranger(world, register);
  await enter(page, register);
  const evil = await context.newPage();
  await evil.goto(stranger.origin);
  /* As a frame of another page, and of a listed one for another origin. */
  const framed = () => evil.frames().slice(1);
  const areRefused = () => framed().length > 0 && framed().every((frame) => frame.url().startsWith('chrome-error:'));
  await expect.poll(areRefused).toBe(true);
  /* By a message, from a window that got hold of the register's. */
  const [popup] = await Promise.all([evil.waitForEvent('popup'), evil.getByRole('button', { name: 'Open' }).click()]);
  await till(popup).getByRole('button', { name: 'Cancel and go back' }).waitFor();
  await evil.getByRole('button', { name: 'Say' }).click();
  await expect.poll(() => evil.evaluate(() => document.title)).toBe('said');
  await expect(till(popup).getByRole('button', { name: 'Cancel and go back' })).toBeVisible();
  await expect(outcome(popup)).toHaveText('Waiting');
  /* By the frame's cookies, which the browser sends along from the register's own page too. */
  const tried = await page.evaluate(async (origin) => {
    const asked = [
      fetch(`${origin}/api/devices/codes`, { method: 'POST', mode: 'no-cors', credentials: 'include' }),
      fetch(`${origin}/api/tenders?frame=1`, { credentials: 'include' }),
    ];
    return (await Promise.allSettled(asked)).map(({ status }) => status);
  }, world.origin);
  expect(tried).toEqual(['rejected', 'rejected']);
  await expect.poll(world.log).toMatch(/"route":"\/api\/devices\/codes","status":403/);
  await expect.poll(world.log).toMatch(/"route":"\/api\/tenders","status":401/);
  await stranger.close();
});

/**
 * An unlisted page with the till in two frames, and a window of the register that it opens and
 * sends messages to.
 */
async function startStranger({ origin: till_ }: World, { origin: register }: WebRegister) {
  const server = createServer((_, response) => {
    const own = `http://localhost:${(server.address() as AddressInfo).port}`;
    const address = (origin: string) => `${till_}/pay/frame?${new URLSearchParams({ origin, register_id: 'front', amount: '1.00' })}`;
    response.writeHead(200, { 'Content-Type': 'text/html' });
    response.end(`<iframe src="${address(own)}"></iframe><iframe src="${address(register)}"></iframe><iframe src="${till_}/"></iframe>
<button onclick="opened = window.open('${register}')">Open</button>
<button onclick="opened.frames[0].postMessage(JSON.stringify({ step: 'EXIT' }), '*'); document.title = 'said'">Say</button>`);
  });
  await new Promise<void>((resolve) => void server.listen(0, 'localhost', resolve));
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
