import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { diagnose } from '../../../features/server-check/bff/diagnose.ts';
import { openShopStore } from '../../app/shop-store.ts';
import { createLogger } from '../base/logging.ts';
import { readConfig } from '../config/config.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-key-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Starts and stops a server; returns its log. */
async function start(): Promise<string> {
  const lines: string[] = [];
  const { store } = await openShopStore(
    readConfig({ DATA_DIR: folder }),
    createLogger('info', { write: (line) => lines.push(line) }),
  );
  await store.close();
  return lines.join('');
}
const doctor = async () => (await diagnose({ DATA_DIR: folder })).find(({ subject }) => subject === 'store');

it('a data key that other accounts may read is reported by the log and by the doctor', async () => {
  expect(await start()).toBe('');
  expect(await doctor()).toMatchObject({ ok: true });
  chmodSync(join(folder, 'keys'), 0o644);
  expect(await start()).toContain('can be read by other accounts');
  expect(await doctor()).toMatchObject({ ok: false, message: expect.stringContaining('chmod 600') });
});
