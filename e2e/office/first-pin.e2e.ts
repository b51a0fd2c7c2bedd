import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { faultsOf } from '../support/audit.ts';
import { expect, openShop, test, type World } from '../support/world.ts';

const SHOP = fileURLToPath(new URL('../../dist/server/shop.js', import.meta.url));

async function shop({ dataDir }: World, ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [SHOP, ...args], { env })).stdout;
}

test('a person from the chain file chooses their first PIN with the code on the slip', async ({ page, context, world }) => {
  await openShop(context, world);
  const file = join(world.dataDir, '..', 'chain.yaml');
  await writeFile(file, 'firstShop:\n  staff: { Mia: manager, Ana: cashier, Noor: cashier }\n');
  expect(await shop(world, 'apply', file)).toContain('+ Noor, a new person: cashier in the first shop');
  const slip = await shop(world, 'codes', '--people');
  expect(slip).toContain('The first shop: Noor, cashier');
  const [, code = ''] = /Code: (\S+)/.exec(slip) ?? [];
  expect(await shop(world, 'codes', '--people', '--csv', '--count', '2')).toContain('device,The first shop,,,');

  await page.goto(world.origin);
  await page.getByRole('button', { name: 'Lock' }).click();
  await page.getByRole('button', { name: /^Noor/ }).click();
  expect(await faultsOf(page)).toEqual([]);
  await page.getByLabel('Code on your slip').fill(code);
  await page.getByLabel('New PIN').fill('702615');
  await page.getByLabel('Confirm PIN').fill('702615');
  await page.getByRole('button', { name: 'Set my PIN' }).click();
  await expect(page.getByText('That code does not work.')).toBeVisible();

  const [, newest = ''] = /Code: (\S+)/.exec(await shop(world, 'codes', '--people')) ?? [];
  await page.getByLabel('Code on your slip').fill(newest);
  await page.getByRole('button', { name: 'Set my PIN' }).click();
  await expect(page.getByRole('textbox', { name: 'Voucher number' })).toBeVisible();
  await expect(page.getByRole('banner')).toContainText('Noor');
  expect(await shop(world, 'codes', '--people')).not.toContain('Noor');
});
