import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ask, expect, openShop, PEOPLE, signIn, test, type World } from '../support/world.ts';

const DIST = fileURLToPath(new URL('../../dist/server', import.meta.url));

async function tool({ dataDir }: World, name: 'erase' | 'audit-verify', ...args: string[]): Promise<string> {
  const env = { PATH: process.env['PATH'] ?? '', DATA_DIR: dataDir };
  return (await promisify(execFile)(process.execPath, [`${DIST}/${name}.js`, ...args], { env })).stdout;
}

test('a person who has left is erased, and the trail stays unbroken', async ({ page, context, world }) => {
  const name = 'Wilhelmina Featherstone';
  await openShop(context, world);
  await signIn(context, world, 'manager');
  const made = await ask(context.request, world, 'POST', '/api/people', { name, role: 'cashier', pin: '702615' });
  await ask(context.request, world, 'PATCH', `/api/people/${String(made?.['id'])}`, { disabled: true });
  await expect(tool(world, 'erase', name)).rejects.toThrow('in use');
  await world.killServer();
  await expect(tool(world, 'erase', PEOPLE.cashier.name)).rejects.toThrow('can still sign in');
  expect(await tool(world, 'erase', name)).toContain('the person is now Former staff');
  const journal = (await readdir(world.dataDir)).filter((file) => file.startsWith('tillside.sqlite'));
  for (const file of journal) expect((await readFile(join(world.dataDir, file))).includes(name)).toBe(false);
  expect(await tool(world, 'audit-verify')).not.toMatch(/^broken/m);

  await world.startServer();
  await signIn(context, world, 'manager');
  await page.goto(`${world.origin}/people`);
  await expect(page.getByText(/^Former staff/)).toBeVisible();
  await page.goto(`${world.origin}/audit`);
  await expect(page.getByText('Personal data erased')).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});
