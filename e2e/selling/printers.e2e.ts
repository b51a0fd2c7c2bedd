import type { Page } from '@playwright/test';
import jsqr from 'jsqr';
import { type FakePrinter, startFakePrinter } from '../../src/testing/rigs/fake-printer.ts';
import { faultsIn } from '../support/guises.ts';
import { sell } from '../support/shop-window.ts';
import { openTill, redeem, wedge } from '../support/till.ts';
import { ask, expect, joinShop, openShop, signIn, test, type World } from '../support/world.ts';

test.use({ settings: { PRINTERS_ON_LOOPBACK: 'on' } });

let printer: FakePrinter;
test.beforeEach(async ({ context, world }) => {
  printer = await startFakePrinter();
  await openShop(context, world);
});
test.afterEach(() => printer.close());

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });

/** Returns the page's preview as rows of dots, in the format of the printer decoder. */
async function previewOf(page: Page): Promise<string[]> {
  return page.getByRole('img', { name: /Preview of the printout/ }).evaluate((canvas: HTMLCanvasElement) => {
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, width, height) ?? { data: new Uint8ClampedArray() };
    return Array.from({ length: height }, (_, y) =>
      Array.from({ length: width }, (__, x) => ((data[(y * width + x) * 4] ?? 255) < 128 ? '#' : '.'))
        .join('')
        .replace(/\.+$/, ''),
    );
  });
}

/** White rows at the end are as good as none. */
function trimmed(rows: readonly string[] = []): readonly string[] {
  return rows.slice(0, rows.findLastIndex((row) => row !== '') + 1);
}

/** A manager adds the printer, chooses it for this device, and leaves the till to the cashier. */
async function addPrinter(page: Page, world: World, width: '58 mm' | '80 mm' = '80 mm'): Promise<void> {
  await signIn(page.context(), world, 'manager');
  await page.goto(`${world.origin}/printers`);
  await button(page, 'Add a printer').click();
  await page.getByLabel('Printer name').fill('Counter');
  await page.getByLabel('Address').fill('127.0.0.1');
  await page.getByLabel('Port', { exact: true }).fill(String(printer.port));
  await page.getByRole('radio', { name: width }).check();
  await button(page, 'Save printer').click();
  await expect(page.getByText('Saved: Counter.')).toBeVisible();
  await page.getByLabel('Printer for Till 1').selectOption('Counter');
  await expect(page.getByLabel('Printer for Till 1')).toHaveValue(/.+/);
}

test('a manager adds a printer, and the printout equals the preview, dot for dot', async ({ page, world }) => {
  await addPrinter(page, world);
  await button(page, 'Test print on Counter').click();
  await expect(page.getByRole('img', { name: /Preview of the printout/ })).toBeVisible();
  const shown = await previewOf(page);
  expect(shown.length).toBeGreaterThan(300);
  await button(page, 'Print test').click();
  await expect(page.getByText('Printed on Counter.')).toBeVisible();
  const [paper] = printer.papers();
  expect(trimmed(paper?.rows)).toEqual(trimmed(shown));
  expect(paper).toMatchObject({ cuts: 1, drawerKicks: 0, gaps: 0, unknown: 0 });
});

test('a manager names the printer of a till that is not enrolled yet, which then prints there', async ({
  page,
  context,
  world,
  browser,
}) => {
  await addPrinter(page, world);
  await button(page, 'Choose a printer for a new device').click();
  await page.getByRole('dialog').getByLabel('Device name').fill('Till 2');
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByLabel('Printer for Till 2, not enrolled yet')).toHaveValue(/.+/);
  for (const language of ['ta', 'fr'] as const)
    expect(await faultsIn(page, 'awaited device', { language, colorScheme: 'dark', largeLetters: true })).toEqual([]);
  const second = await browser.newContext({ serviceWorkers: 'block' });
  await joinShop(context, second, world, 'manager');
  const till = await second.newPage();
  await till.goto(`${world.origin}/printers`);
  await expect(till.getByLabel('Printer for Till 2')).toHaveValue(/.+/);
  await expect(till.getByLabel('Printer for Till 2, not enrolled yet')).toHaveCount(0);
  await second.close();
});

test('a cashier redeems and prints the receipt in Chinese on the printer of the till', async ({ page, context, world }) => {
  await addPrinter(page, world, '58 mm');
  await signIn(context, world, 'cashier');
  await ask(context.request, world, 'PUT', '/api/session/language', { language: 'zh' });
  await page.goto(world.origin);
  await expect(page.getByRole('textbox').first()).toBeVisible();
  await wedge(page, '1000000050');
  await page.getByRole('button', { name: /^全部核销/ }).click();
  await button(page, '打印收据').click();
  await expect(page.getByText('已在Counter上打印。')).toBeVisible();
  const [paper] = printer.papers();
  expect(trimmed(paper?.rows).length).toBeGreaterThan(300);
  expect(Math.max(...(paper?.rows ?? []).map((row) => row.length))).toBeLessThanOrEqual(384);
});

test('an empty paper roll is reported with the next step, and adding paper resolves it', async ({ page, context, world }) => {
  await addPrinter(page, world);
  await signIn(context, world, 'cashier');
  printer.set('paper-out');
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.50');
  await button(page, 'Print a receipt').click();
  await expect(page.getByText('Counter is out of paper. Put in a new roll, and printing continues.')).toBeVisible();
  await button(page, 'Next voucher').click();
  await expect(page.getByText('Counter is out of paper. Put in a new roll, and printing continues.')).toBeVisible();
  printer.set('none');
  await expect(page.getByText('Counter has no paper.')).toBeHidden();
  await expect.poll(() => printer.papers().length).toBe(1);
});

test('an interrupted printout is reported as uncertain, and is printed again as a copy on request', async ({ page, context, world }) => {
  await addPrinter(page, world);
  await signIn(context, world, 'cashier');
  printer.cutOffAfter(3_000);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.50');
  await button(page, 'Print a receipt').click();
  await expect(page.getByText(/check at Counter whether it was printed/)).toBeVisible();
  await world.killServer();
  await world.startServer();
  expect(printer.papers()).toEqual([]);
  await button(page, 'Reprint as a copy').click();
  await expect(page.getByText('Printed on Counter, marked as a copy.')).toBeVisible();
  await expect.poll(() => printer.papers().length).toBe(1);
  expect(world.log()).not.toContain('1000000050');
});

test('a refund has a receipt of its own', async ({ page, context, world }) => {
  await addPrinter(page, world);
  await signIn(context, world, 'cashier');
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '12.50');
  await button(page, 'Next voucher').click();
  await page.getByRole('region', { name: 'My last ten redemptions' }).getByRole('button', { name: /^Undo/ }).click();
  const done = page.getByRole('dialog', { name: 'Refund to the voucher' });
  await done.getByRole('radio', { name: 'Wrong amount' }).check();
  await done.getByRole('button', { name: /^Refund SGD/ }).click();
  await done.getByRole('button', { name: 'Print a receipt' }).click();
  await expect(done.getByText('Printed on Counter.')).toBeVisible();
  expect(trimmed(printer.papers()[0]?.rows).length).toBeGreaterThan(200);
});

test('sold vouchers are printed one by one with readable codes, and are neither stored nor logged', async ({ page, context, world }) => {
  await addPrinter(page, world);
  await signIn(context, world, 'cashier');
  const id = await sell(page, world, 2);
  await expect(button(page, 'Print')).toBeVisible();
  const { vouchers } = (await (await context.request.get(`${world.origin}/api/issues/${id}`)).json()) as { vouchers: { last4: string }[] };
  expect(vouchers).toHaveLength(2);
  await button(page, 'Print').click();
  const asking = page.getByRole('dialog');
  await expect(asking.getByRole('radio', { name: 'Counter' })).toBeChecked();
  await asking.getByRole('button', { name: 'Print', exact: true }).click();
  await expect(page.getByText('Printed on Counter.')).toBeVisible();
  await expect.poll(() => printer.papers().length).toBe(2);
  const read = printer.papers().map(({ rows }) => qrOf(rows));
  expect(read.map((code) => code.slice(-4)).sort()).toEqual(vouchers.map(({ last4 }) => last4).sort());
  for (const code of read) expect(world.log()).not.toContain(code);
});

/** Returns the code that a scanner reads from a printed document. */
function qrOf(rows: readonly string[]): string {
  const width = 576;
  const pixels = new Uint8ClampedArray(width * rows.length * 4).fill(255);
  rows.forEach((row, y) => {
    for (let x = 0; x < row.length; x += 1) if (row[x] === '#') pixels.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3);
  });
  return jsqr(pixels, width, rows.length)?.data ?? '';
}
