import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Service, startService } from '../../../bff/app/service.ts';
import { KEY_BYTES } from '../../../bff/platform/base/keys.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemClock, systemRandom } from '../../../bff/platform/base/ports.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { newDatabase, onStores, POSTGRES, removeDatabase, SQLITE } from '../../../testing/databases/stores.ts';
import { createBrowser } from '../../../testing/test-server.ts';
import { backupSourceOf } from './backup-source.ts';
import { makeBackup } from './make-backup.ts';
import { restoreJournal } from './restore-journal.ts';

onStores([SQLITE, POSTGRES], ({ name }) => {
  let folder: string;
  let url: string | null = null;
  let running: Service | null = null;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-restored-code-'));
    url = name === 'PostgreSQL' ? await newDatabase('empty') : null;
  });
  afterEach(async () => {
    await running?.close();
    if (url !== null) await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });

  async function start(config: ReturnType<typeof readConfig>): Promise<Service> {
    running = await startService({ config, log: createLogger('silent'), pages: '' });
    return running;
  }
  async function stop(): Promise<void> {
    await running?.close();
    running = null;
  }
  const setUp = async ({ fetch, setupCode }: Service) => {
    const browser = createBrowser((request) => fetch(request));
    const request = { code: setupCode, device: { name: 'Till 1' }, manager: { name: 'Mei', pin: '480316' } };
    return (await browser.send('POST', '/api/setup', request)).status;
  };

  it('a restored backup has the set-up code of its shop if it was made before the set-up, and none otherwise', async () => {
    const shared = url !== null && { DATABASE_URL: url, DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') };
    const config = readConfig({ DATA_DIR: join(folder, 'data'), ...shared });
    const back = (from: string) => makeBackup(backupSourceOf(config, true), join(folder, from));
    const restore = (from: string) =>
      restoreJournal({ folder: join(folder, from), replace: true, config, clock: systemClock, random: systemRandom });
    const first = await start(config);
    await back('before');
    expect(await setUp(first)).toBe(201);
    await back('after');
    await stop();
    await restore('before');
    const restored = await start(config);
    expect(restored.setupCode).toBe(first.setupCode);
    expect(await setUp(restored)).toBe(201);
    await stop();
    await restore('after');
    expect((await start(config)).setupCode).toBeNull();
  });
});
