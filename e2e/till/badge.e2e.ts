import { chromium, type Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { cameraArgs, sandboxArgs, writeCameraFile } from '../support/camera-file.ts';
import { findChromium } from '../support/find-chromium.ts';
import { openPeople } from '../support/people.ts';
import { readQr } from '../support/read-qr.ts';
import { openTill, panel, wedge } from '../support/till.ts';
import { ask, expect, openShop, PEOPLE, signIn, test } from '../support/world.ts';

const field = (page: Page, name: string) => page.getByLabel(`PIN for ${name}`);

/** Creates the cashier's badge on the page of people, and reads its code from the screen. */
async function makeBadge(page: Page, button = 'Create a badge'): Promise<string> {
  await page.getByRole('button', { name: `Change ${PEOPLE.cashier.name}` }).click();
  await page.getByRole('button', { name: button }).click();
  const picture = page.getByRole('dialog').getByRole('img', { name: `Badge for ${PEOPLE.cashier.name}` });
  await expect(picture).toBeVisible();
  return readQr(picture);
}

test('a manager creates a badge, which identifies the cashier, and the PIN unlocks the till', async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await openTill(page, world.origin);
  await openPeople(page);
  const code = await makeBadge(page);
  expect.soft(await faultsOf(page)).toEqual([]);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: PEOPLE.cashier.name, exact: true })).toBeVisible();
  await page.emulateMedia({ media: 'screen' });
  await page.keyboard.press('Escape');
  await expect(page.getByText('has a badge')).toBeVisible();

  await page.keyboard.press('F9');
  await expect(page.getByText('Scan your badge or choose your name.')).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect.soft(await faultsOf(page), colorScheme).toEqual([]);
  }
  await wedge(page, '1000000050');
  await expect(page.getByText('That is not a badge.', { exact: false })).toBeVisible();
  await wedge(page, code);
  await expect(field(page, PEOPLE.cashier.name)).toBeFocused();
  await expect(page.getByRole('textbox', { name: 'Voucher number' }), 'a badge alone opens nothing').toHaveCount(0);
  await wedge(page, code);
  await expect(field(page, PEOPLE.cashier.name), 'scanned once more it types nothing into the PIN').toHaveValue('');
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(page.getByRole('banner')).toContainText(PEOPLE.cashier.name);

  await page.getByRole('link', { name: 'Redeem', exact: true }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await wedge(page, code);
  await expect(page.getByText('That is a staff badge.', { exact: false })).toBeVisible();
  expect(asked, 'nobody is asked about a voucher of that code').not.toContain('/api/vouchers/check');
  await wedge(page, '1000000050');
  await expect(panel(page)).toContainText('SGD 50.00');
});

test('a replaced or revoked badge is refused with the reason, and every step is in the audit trail', async ({ page, context, world }) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await openTill(page, world.origin);
  await openPeople(page);
  const first = await makeBadge(page);
  await page.keyboard.press('Escape');
  const second = await makeBadge(page, 'Create a new badge');
  await page.keyboard.press('Escape');
  await page.keyboard.press('F9');
  await wedge(page, first);
  await expect(page.getByText('That badge does not work here', { exact: false })).toBeVisible();
  await wedge(page, second);
  await expect(field(page, PEOPLE.cashier.name)).toBeFocused();
  await signIn(context, world, 'manager');
  await page.reload();
  await page.getByRole('button', { name: `Change ${PEOPLE.cashier.name}` }).click();
  await page.getByRole('button', { name: 'Revoke the badge' }).click();
  await expect(page.getByText(`The badge for ${PEOPLE.cashier.name} is revoked.`)).toBeVisible();
  await page.keyboard.press('F9');
  await wedge(page, second);
  await expect(page.getByText('That badge does not work here', { exact: false })).toBeVisible();
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/audit`);
  const table = page.getByRole('table', { name: 'Audit trail' });
  for (const entry of ['Badge created', 'Badge revoked', 'Badge not accepted']) await expect(table.getByText(entry).first()).toBeVisible();
  expect(world.log()).not.toContain(second.slice(2));
});

test('the camera reads a badge', async ({ context, world }, testInfo) => {
  await openShop(context, world);
  await signIn(context, world, 'manager');
  const people = (await (await context.request.get(`${world.origin}/api/people`)).json()) as { id: string; name: string }[];
  const id = people.find(({ name }) => name === PEOPLE.cashier.name)?.id;
  const made = await ask(context.request, world, 'POST', `/api/people/${id}/badge`);
  const path = testInfo.outputPath('camera.mjpeg');
  await writeCameraFile(path, [{ codes: [{ kind: 'qr', text: made?.['code'] ?? '' }], seconds: 3 }]);
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...sandboxArgs(), ...cameraArgs(path)] });
  const till = await browser.newContext({ permissions: ['camera'], storageState: await context.storageState() });
  await ask(till.request, world, 'DELETE', '/api/session');
  const page = await till.newPage();
  await page.goto(world.origin);
  await page.getByRole('button', { name: 'Read a badge with the camera' }).click();
  await expect(field(page, PEOPLE.cashier.name)).toBeFocused({ timeout: 30_000 });
  await page.keyboard.type(PEOPLE.cashier.pin, { delay: 80 });
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await browser.close();
});
