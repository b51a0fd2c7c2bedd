import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { faultsOf } from '../support/audit.ts';
import { changeJournal, verifyTrail } from '../support/journal-file.ts';
import { goTo } from '../support/places.ts';
import { openTill, redeem, verdict } from '../support/till.ts';
import { ask, expect, openShop, signIn, test, type World } from '../support/world.ts';

const REF = '1000000050';
const rows = (page: Page) => page.getByRole('table', { name: 'Audit trail' }).locator('tbody tr');
const row = (page: Page, action: string) => rows(page).filter({ hasText: action });

/** Ana redeems, Mia resets her PIN, and then looks at the trail. */
async function lookAtTrail(page: Page, world: World): Promise<void> {
  const context = page.context();
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, REF, '20.00');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await signIn(context, world, 'manager');
  const people = (await (await context.request.get(`${world.origin}/api/people`)).json()) as { id: string; name: string }[];
  const ana = people.find(({ name }) => name === 'Ana')?.id ?? '';
  await ask(context.request, world, 'PATCH', `/api/people/${ana}`, { pin: '306914' });
  await page.goto(`${world.origin}/people`);
  await goTo(page, 'Audit trail');
  await expect(row(page, 'PIN reset')).toBeVisible();
}

test('a manager filters the audit trail and exports it as a file, and the export is recorded', async ({ page, world }) => {
  await lookAtTrail(page, world);
  await expect(row(page, 'PIN reset')).toContainText('Mia');
  await expect(row(page, 'Shop set up')).toContainText('Till 1');
  await expect(row(page, 'Staff member added')).toContainText('Ana · Cashier');
  await expect(row(page, 'Redemption started')).toHaveCount(0);
  await expect(row(page, 'Redeemed')).toContainText('··0050 · SGD 20.00');
  await expect(rows(page).filter({ hasText: String(new Date().getFullYear()) })).toHaveCount(0);
  await expect(row(page, 'Settings changed')).toContainText('Server');

  await page.getByLabel('Type').selectOption('Redemptions');
  await expect(rows(page)).toHaveCount(1);
  await expect(row(page, 'Redeemed')).toContainText('Ana');
  await page.getByLabel('Staff', { exact: true }).selectOption('Mia');
  await expect(page.getByText('No entries in this period')).toBeVisible();
  await page.getByLabel('Type').selectOption('Staff');
  await expect(rows(page)).toHaveCount(2);
  await page.getByLabel('Staff', { exact: true }).selectOption('Everyone');
  await page.getByRole('button', { name: 'Yesterday' }).click();
  await expect(page.getByText('No entries in this period')).toBeVisible();
  await page.getByRole('button', { name: 'Other dates' }).click();
  await expect(page.getByRole('textbox', { name: 'First day' })).toHaveValue(/^\d{4}-\d\d-\d\d$/);
  await page.getByRole('button', { name: 'Today', exact: true }).click();
  await page.getByLabel('Type').selectOption('Everything');
  await expect(row(page, 'Signed in').first()).toBeVisible();

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toMatch(/^audit-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const records = (await readFile(await file.path(), 'utf8')).split('\r\n');
  expect(records[0]).toBe('\uFEFFtime,action,person,device,subject,details');
  expect(records.find((record) => record.includes('person.pin-reset'))).toMatch(/Z,person\.pin-reset,Mia,Till 1,[0-9a-f-]{36},name=Ana$/);
  expect(records.join('\n')).not.toContain(REF);
  await expect(row(page, 'Data exported')).toContainText('audit trail');
});

test('an entry links to its subject, and the columns are wide enough for their content', async ({ page, world }) => {
  await lookAtTrail(page, world);
  await page.setViewportSize({ width: 1440, height: 900 });
  const [who, what] = ['Who', 'What'].map((name) => page.getByRole('columnheader', { name }));
  expect((await who?.boundingBox())?.width ?? 0).toBeGreaterThan(180);
  expect((await what?.boundingBox())?.width ?? 0).toBeGreaterThan(400);
  await row(page, 'Redeemed').getByRole('link').click();
  const sheet = page.getByRole('dialog', { name: 'Transaction' });
  await expect(sheet).toContainText('SGD 20.00');
  await expect(sheet).toContainText('Ana, Till 1');
  await page.goBack();
  await row(page, 'PIN reset').getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Change Ana' })).toContainText('Ana will no longer be able to sign in.');
});

test('the trail is for managers only, and no URL contains the search', async ({ page, context, world }) => {
  const addresses: string[] = [];
  page.on('request', (request) => addresses.push(request.url()));
  await lookAtTrail(page, world);
  await page.getByLabel('Staff', { exact: true }).selectOption('Ana');
  await expect(row(page, 'PIN reset')).toBeVisible();
  expect(
    addresses.filter((address) => address.includes('audit') && !address.endsWith('/api/audit/search') && address.includes('?')),
  ).toEqual([]);

  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/people', { name: 'Bo', role: 'cashier', pin: '592807' });
  const people = (await (await context.request.get(`${world.origin}/api/people`)).json()) as { id: string; name: string }[];
  const bo = people.find(({ name }) => name === 'Bo')?.id;
  await ask(context.request, world, 'POST', '/api/session', { personId: bo, pin: '592807' });
  const refused = await context.request.post(`${world.origin}/api/audit/search`, {
    data: { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' },
    headers: { 'X-Tillside': '1', Origin: world.origin },
  });
  expect(refused.status()).toBe(403);
  await page.goto(`${world.origin}/audit`);
  await expect(page.getByRole('heading', { name: 'Your role does not allow this. Ask a manager.' })).toBeVisible();
});

test('the trail is verified while the server runs, and an edited entry is reported by number', async ({ context, world }) => {
  await openShop(context, world);
  const sound = await verifyTrail(world);
  expect(sound).toMatchObject({ code: 0, output: expect.stringMatching(/^unbroken {2}main: 5 entries in order and unchanged/) });
  const [, end = ''] = /end (\d+:[\w-]{43})/.exec(sound.output) ?? [];
  await signIn(context, world, 'manager');
  expect(await verifyTrail(world, end)).toMatchObject({ code: 0 });

  changeJournal(
    world,
    `drop trigger audit_no_update; update audit set details = '{"name":"Nobody","role":"cashier"}' where action = 'person.added'`,
  );
  const edited = await verifyTrail(world);
  expect(edited).toMatchObject({ code: 1, output: expect.stringContaining('broken    main: entry 4 was changed after it was written') });
});

test('the audit trail has no accessibility violations', async ({ page, world }) => {
  test.slow();
  await lookAtTrail(page, world);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Other dates' }).click();
  expect(await faultsOf(page)).toEqual([]);
});
