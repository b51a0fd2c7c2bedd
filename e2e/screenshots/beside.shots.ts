import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startFakePrinter } from '../../src/testing/rigs/fake-printer.ts';
import { startFakeRegister } from '../support/fake-register.ts';
import { loseServer } from '../support/lost-server.ts';
import { readQr } from '../support/read-qr.ts';
import { scan } from '../support/scanner-keys.ts';
import { choose } from '../support/shop-window.ts';
import { openTill, redeem, redeemButton, setDue, verdict, wedge } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, SERVER, signIn } from '../support/world.ts';
import { test } from './support/shoot.ts';

const run = promisify(execFile);
const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));

test.describe('with a printer', () => {
  test.use({ settings: { PRINTERS_ON_LOOPBACK: 'on' } });

  test('printers', async ({ page, context, world, shoot }) => {
    const printer = await startFakePrinter();
    await openShop(context, world);
    await signIn(context, world, 'manager');
    await page.goto(`${world.origin}/printers`);
    await page.getByRole('button', { name: 'Add a printer' }).click();
    await page.getByLabel('Printer name').fill('Counter');
    await page.getByLabel('Address').fill('127.0.0.1');
    await page.getByLabel('Port', { exact: true }).fill(String(printer.port));
    await shoot('printer-form', { whole: true });
    await page.getByRole('button', { name: 'Save printer' }).click();
    await page.getByText('Saved: Counter.').waitFor();
    await shoot('printers', { whole: true });
    await page.getByRole('button', { name: 'Test print on Counter' }).click();
    await page.getByRole('img', { name: /Preview of the printout/ }).waitFor();
    await shoot('printer-test');
    await printer.close();
  });
});

test('the customer display', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'PUT', '/api/settings', { shopName: 'Café Orchid' });
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Customer display' }).click();
  await shoot('display-dialog');
  const [display] = await Promise.all([page.waitForEvent('popup'), page.getByRole('button', { name: 'Open the display' }).click()]);
  await page.keyboard.press('Escape');
  await display.getByRole('heading', { level: 1, name: 'Café Orchid' }).waitFor();
  await shoot('display-empty', { of: display });
  await setDue(page, '80.00');
  await display
    .getByText(/80\.00/)
    .first()
    .waitFor();
  await shoot('display-due', { of: display });
  await wedge(page, '1000000050');
  await redeemButton(page, '50.00').click();
  await verdict(page, 'Redeemed').click();
  await display.getByText('No balance left').waitFor();
  await shoot('display-taken', { of: display });
  await wedge(page, '1000000100');
  await redeemButton(page, '30.00').click();
  await verdict(page, 'Paid in full').click();
  await page.goto(await readQr(display.getByRole('img', { name: 'QR code with the receipt' })));
  await page.getByText(/ signed this receipt, and it was not changed\./).waitFor();
  await shoot('receipt-checked', { whole: true });
});

test('the scanner, and badges', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await openTill(page, world.origin);
  await page.goto(`${world.origin}/scan-check`);
  await page.getByRole('heading', { level: 1, name: 'Check the scanner' }).waitFor();
  await shoot('scan-check', { whole: true });
  await scan(page, [...Array.from('7KQ2M9XW4ZP3', (key) => ({ key, code: '' })), { key: 'Enter', code: 'Enter' }]);
  await page.getByRole('article').first().waitFor();
  await shoot('scan-check-read', { whole: true });
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/people`);
  await page.getByRole('button', { name: `Change ${PEOPLE.cashier.name}` }).click();
  await page.getByRole('button', { name: 'Create a badge' }).click();
  await page.getByRole('dialog').getByRole('img').waitFor();
  await shoot('badge');
});

test('a sale for a register, and what a program needs', async ({ page, context, world, shoot }) => {
  const register = await startFakeRegister();
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/registers', { origin: register.origin, name: 'Front desk' });
  await page.goto(`${world.origin}/connections`);
  await page.getByLabel('Name of the register or program').fill('Register 1');
  await page.getByRole('button', { name: 'Create a key' }).click();
  await page.getByText(/^ts_[\w-]{30,}$/).waitFor();
  await shoot('key-told-once', { whole: true });
  await signIn(context, world, 'cashier');
  await page.goto(register.link(world.origin));
  await page.getByRole('region', { name: 'Sale for Front desk' }).waitFor();
  await shoot('pay-link');
  await wedge(page, '1000000050');
  await redeemButton(page, '23.40').click();
  await verdict(page, 'Redeemed').click();
  await shoot('pay-link-taken');
  await register.close();
});

test('what needs a manager’s PIN', async ({ page, context, world, shoot }) => {
  await openShop(context, world);
  await choose(page, world, 'Sample Voucher of your amount');
  await page.getByLabel('Value of each voucher').fill('1,000.00');
  await page.getByLabel('How many').fill('21');
  await page.getByRole('button', { name: 'Issue 21 voucher' }).click();
  await page.getByRole('heading', { name: 'A manager has to approve this' }).waitFor();
  await shoot('approval', { whole: true });
});

test('a new server with the backup of a lost one', async ({ page, context, world, shoot }) => {
  const folder = await loseServer(context, world);
  await page.goto(`${world.origin}/setup/restore`);
  await page.getByLabel('Set-up code').fill(SERVER.SETUP_CODE);
  await shoot('restore');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Folder of the backup on the server').fill(folder);
  await page.getByRole('button', { name: 'Check this backup' }).click();
  await page.getByText('The backup is complete and unchanged.').waitFor();
  await shoot('restore-checked', { whole: true });
});

test.describe('while the journal has a gap', () => {
  /* How long the shop stays closed. */
  test.use({ settings: { SETTLE_WINDOW_MS: '900000' } });

  test('a backup was put back', async ({ page, context, world, shoot }) => {
    const backup = join(world.dataDir, '..', 'backup');
    const tool = (name: 'backup' | 'restore', ...args: string[]) =>
      run(process.execPath, [`${DIST}/${name}.js`, backup, ...args], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: world.dataDir } });
    await openShop(context, world);
    await openTill(page, world.origin);
    await tool('backup');
    await redeem(page, '1000000100', '20.00');
    await expect(verdict(page, 'Redeemed')).toBeVisible();
    await world.killServer();
    await tool('restore', '--replace');
    await world.startServer();
    await signIn(context, world, 'manager');
    await openTill(page, world.origin);
    await page
      .getByRole('status')
      .filter({ hasText: /^Redeeming is paused\./ })
      .waitFor();
    await shoot('journal-gap');
    await page.goto(`${world.origin}/today`);
    await page.getByText('A backup was restored. Entries since this time may be missing.').waitFor();
    await shoot('journal-gap-case', { whole: true });
  });
});
