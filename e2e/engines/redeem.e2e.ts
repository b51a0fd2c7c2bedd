import type { Screen } from './support/screen.ts';
import { expect, test, unlock } from './support/test.ts';

const code = { role: 'textbox', name: 'Voucher number' };

/** Types the code and what to take of it, and redeems. */
async function redeem(till: Screen, ref: string, amount: string, button: string): Promise<void> {
  await till.type(code, ref);
  await till.press('Enter');
  await till.see({ role: 'button', name: 'Enter an amount' });
  await till.write(amount);
  await till.click({ role: 'button', name: button });
}

test('a cashier unlocks the till, enters a code and an amount, and sees the verdict Redeemed', async ({ openAs, world }) => {
  const till = await openAs('cashier');
  await redeem(till, '1000000050', '12.50', 'Redeem SGD 12.50');
  await till.see({ role: 'heading', name: 'Redeemed' });
  await till.read('SGD 37.50 left on the voucher');
  expect(await world.captures('1000000050')).toEqual([1250]);
  await till.press('Enter');
  await till.see(code);
});

test('a reload during a redemption restores its verdict, and the voucher is redeemed once', { tag: '@always' }, async ({
  openAs,
  world,
}) => {
  const till = await openAs('cashier');
  await redeem(till, '9000000001', '20', 'Redeem SGD 20.00');
  await till.read('Do not redeem again');
  await till.tab.reload();
  await till.see({ role: 'heading', name: 'Redeemed' });
  expect(await world.captures('9000000001')).toEqual([2000]);
});

test('after one visit the till opens without its server, shows that it is offline, and reconnects', async ({ openAs, world }) => {
  const till = await openAs('cashier');
  await till.see(code);
  await till.tab.ask(async () => void (await navigator.serviceWorker.ready), null);
  await till.tab.reload();
  await till.see(code);
  expect(await till.tab.ask(() => navigator.serviceWorker.controller !== null, null)).toBe(true);
  await world.killServer();
  await till.tab.reload();
  await till.see({ role: 'heading', name: 'The server is not responding' });
  await world.startServer();
  await till.see(code);
  await redeem(till, '1000000050', '12.50', 'Redeem SGD 12.50');
  await till.see({ role: 'heading', name: 'Redeemed' });
  expect(await world.captures('1000000050')).toEqual([1250]);
});

test('a sale in progress is restored when its cashier unlocks the till', async ({ openAs }) => {
  const till = await openAs('cashier');
  await till.type(code, '1000000050');
  await till.press('Enter');
  await till.see({ role: 'button', name: 'Enter an amount' });
  await till.press('F9');
  await till.read('The sale on screen is saved.');
  await unlock(till, 'cashier');
  await till.see({ role: 'button', name: 'Redeem all SGD 50.00' });
});
