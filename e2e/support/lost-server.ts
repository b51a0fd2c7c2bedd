import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext } from '@playwright/test';
import { openTill, redeem, verdict } from './till.ts';
import { expect, openShop, type World } from './world.ts';

const BACKUP = fileURLToPath(new URL('../../dist/server/backup.js', import.meta.url));

/**
 * A shop with one redemption, its backup, and then a new server without a journal.
 * @returns the folder of the backup
 */
export async function loseServer(context: BrowserContext, world: World): Promise<string> {
  const page = await context.newPage();
  await openShop(context, world);
  await openTill(page, world.origin);
  await redeem(page, '1000000050', '7.50');
  await expect(verdict(page, 'Redeemed')).toBeVisible();
  await page.close();
  const folder = join(world.dataDir, '..', 'backup');
  await promisify(execFile)(process.execPath, [BACKUP, folder], { env: { PATH: process.env['PATH'] ?? '', DATA_DIR: world.dataDir } });
  await world.killServer();
  await rm(world.dataDir, { recursive: true });
  await world.startServer();
  await context.clearCookies();
  return folder;
}
