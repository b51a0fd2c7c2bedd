import { execFile } from 'node:child_process';
import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { faultsOf } from '../support/audit.ts';
import { loseServer } from '../support/lost-server.ts';
import { unlock } from '../support/people.ts';
import { ask, expect, openShop, PEOPLE, SERVER, signIn, test } from '../support/world.ts';

const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));
const AUDIT_VERIFY = `${DIST}/audit-verify.js`;

test('a new server restores the shop from its welcome page, and its manager signs in on this browser', async ({ page, context, world }) => {
  const folder = await loseServer(context, world);
  await page.goto(world.origin);
  await page.getByRole('link', { name: 'Restore a backup' }).click();
  await page.getByLabel('Set-up code').fill('not-the-code');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('That is not the set-up code.')).toBeVisible();
  await page.getByLabel('Set-up code').fill(SERVER.SETUP_CODE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Folder of the backup on the server').fill(folder);
  await page.getByRole('button', { name: 'Check this backup' }).click();
  await expect(page.getByText('The backup is complete and unchanged.')).toBeVisible();
  await expect(page.getByText('People: 2. Tills: 1.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Name of this till').fill('New till');
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await unlock(page, PEOPLE.manager);
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  await page.goto(`${world.origin}/today`);
  await expect(page.getByText('A backup was restored. Entries since this time may be missing.')).toBeVisible();
  await page.goto(`${world.origin}/transactions`);
  await expect(page.getByText(/SGD.7\.50/).first()).toBeVisible();

  await test.step('a command that reads the journal meanwhile leaves it to the server', async () => {
    const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: world.dataDir };
    await promisify(execFile)(process.execPath, [AUDIT_VERIFY], { env });
    await page.goto(`${world.origin}/audit`);
    await expect(page.getByText('Restored from a backup')).toBeVisible();
    expect((await page.request.get(`${world.origin}/api/ready`)).status()).not.toBe(503);
  });
});

test('a backup on the manager’s own device is sent by the browser and restored', async ({ page, context, world }) => {
  const folder = await loseServer(context, world);
  const files = (await readdir(folder)).map((name) => join(folder, name));
  await page.goto(`${world.origin}/setup/restore`);
  await page.getByLabel('Set-up code').fill(SERVER.SETUP_CODE);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByLabel('Backup', { exact: true }).selectOption('Files on this device');
  const chosen = page.getByLabel('Files of the backup');
  await chosen.setInputFiles(files.filter((file) => !file.endsWith('backup.json')));
  await expect(page.getByText('backup.json is missing.')).toBeVisible();
  await chosen.setInputFiles(files);
  await page.getByRole('button', { name: 'Check this backup' }).click();
  await expect(page.getByText('The backup is complete and unchanged.')).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: 'Restore', exact: true }).click();
  await unlock(page, PEOPLE.manager);
  await expect(page.getByRole('navigation', { name: 'Navigation' })).toBeVisible();
  await page.goto(`${world.origin}/transactions`);
  await expect(page.getByText(/SGD.7\.50/).first()).toBeVisible();
  expect((await readdir(world.dataDir)).filter((name) => name.startsWith('restore-'))).toEqual([]);
});

test('a damaged backup and a wrong folder are refused with the reason, and set-up is still possible', async ({ page, context, world }) => {
  const folder = await loseServer(context, world);
  await truncate(join(folder, 'tillside.sqlite'), 20_000);
  await page.goto(`${world.origin}/setup/restore`);
  await page.getByLabel('Set-up code').fill(SERVER.SETUP_CODE);
  await page.getByRole('button', { name: 'Continue' }).click();
  for (const [named, reason] of [
    [folder, 'is damaged'],
    ['/nowhere', 'is not a complete backup'],
  ] as const) {
    await page.getByLabel('Folder of the backup on the server').fill(named);
    await page.getByRole('button', { name: 'Check this backup' }).click();
    await expect(page.getByRole('alert').filter({ hasText: reason })).toBeVisible();
  }
  await expect(page.getByRole('button', { name: 'Restore', exact: true })).toHaveCount(0);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByLabel('Till name')).toBeVisible();
});

test('after a restore the manager checks which access is active again, and ends what had ended before', async ({
  page,
  context,
  world,
}) => {
  const folder = join(world.dataDir, '..', 'backup');
  const tool = (name: 'backup' | 'restore', ...args: string[]) =>
    promisify(execFile)(process.execPath, [`${DIST}/${name}.js`, folder, ...args], {
      env: { PATH: process.env['PATH'] ?? '', DATA_DIR: world.dataDir },
    });
  await openShop(context, world);
  await signIn(context, world, 'manager');
  await ask(context.request, world, 'POST', '/api/keys', { name: 'Web shop', scopes: ['check'] });
  await tool('backup');
  await page.goto(`${world.origin}/people`);
  await page.getByRole('button', { name: `Change ${PEOPLE.cashier.name}` }).click();
  await page.getByRole('button', { name: 'Disable', exact: true }).click();
  await expect(page.getByText('Disabled')).toBeVisible();
  await world.killServer();
  await tool('restore', '--replace');
  await world.startServer();

  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/today`);
  const card = page.getByRole('article', { name: 'Access to this shop' });
  await card.getByRole('button', { name: 'Check access' }).click();
  const list = page.getByRole('dialog', { name: 'Check access' });
  await expect(list.getByRole('region', { name: 'Staff 2' })).toBeVisible();
  expect(await faultsOf(page)).toEqual([]);
  for (const [ending, sure] of [
    [`Disable ${PEOPLE.cashier.name}`, 'Disable'],
    ['Revoke Web shop', 'Revoke'],
  ] as const) {
    await list.getByRole('button', { name: ending }).click();
    await page.getByRole('dialog', { name: sure }).getByRole('button', { name: sure }).click();
    await expect(list.getByRole('button', { name: ending })).toHaveCount(0);
  }
  for (const name of [PEOPLE.manager.name, 'Till 1']) await list.getByRole('button', { name: `${name} is still right` }).click();
  await expect(page.getByText('All clear')).toBeVisible();
  await expect(list).toHaveCount(0);
  await page.goto(`${world.origin}/audit`);
  await expect(page.getByText('Access confirmed after a restore').first()).toBeVisible();
});
