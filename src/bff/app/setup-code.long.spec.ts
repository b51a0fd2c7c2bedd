import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../testing/databases/stores.ts';
import { codeOf } from '../../testing/rigs/people.ts';
import { createBrowser } from '../../testing/test-server.ts';
import { KEY_BYTES } from '../platform/base/keys.ts';
import { createLogger } from '../platform/base/logging.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Service, startService } from './service.ts';

const CODE = /^[2-9A-HJ-NP-TV-Z]{4}(-[2-9A-HJ-NP-TV-Z]{4}){2}$/;

onStores([SQLITE, POSTGRES], ({ name, open }) => {
  const isShared = name !== 'SQLite';
  let store: TestStore | null;
  let folders: string[] = [];
  let services: Service[] = [];
  beforeEach(async () => {
    store = isShared ? await open() : null;
    return async () => {
      await store?.close();
      for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
    };
  });
  afterEach(async () => {
    for (const service of services.splice(0)) await service.close();
  });

  const newFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'tillside-setup-code-'));
    folders = [...folders, folder];
    return folder;
  };

  async function start(DATA_DIR: string, env: Record<string, string> = {}, of = store): Promise<Service> {
    const shared = of?.url && { DATABASE_URL: of.url, DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') };
    const config = readConfig({ DATA_DIR, ...shared, ...env });
    const service = await startService({ config, log: createLogger('silent'), pages: '' });
    services = [...services, service];
    return service;
  }

  const setUp = (service: Service, code: string | null) =>
    createBrowser((request) => service.fetch(request)).send('POST', '/api/setup', {
      code,
      device: { name: 'Till 1' },
      manager: { name: 'Mei', pin: '480316' },
    });

  it('the setup code stays the same after restarts until the shop is set up, and differs in another database', async () => {
    const folder = newFolder();
    const first = await start(folder);
    const { setupCode } = first;
    expect(setupCode).toMatch(CODE);
    const other = isShared ? await open() : null;
    expect((await start(newFolder(), {}, other)).setupCode).not.toBe(setupCode);
    for (const service of services.splice(0)) await service.close();
    await other?.close();
    const restarted = await start(folder);
    expect(restarted.setupCode).toBe(setupCode);
    expect((await setUp(restarted, setupCode)).status).toBe(201);
    await restarted.close();
    services = [];
    expect((await start(folder)).setupCode).toBeNull();
  });

  it('the setup code comes from the settings if they contain one', async () => {
    const folder = newFolder();
    const first = await start(folder);
    await first.close();
    services = [];
    const service = await start(folder, { SETUP_CODE: 'ABCDEF-GHJK' });
    expect(service.setupCode).toBe('ABCDEF-GHJK');
    expect(codeOf(await setUp(service, first.setupCode))).toBe('wrong-setup-code');
    expect((await setUp(service, 'abcdefghjk')).status).toBe(201);
  });

  it.runIf(isShared)('the setup code is printed by both servers of one database, and either accepts it', async () => {
    const [first, second] = await Promise.all([start(newFolder()), start(newFolder())]);
    expect(first.setupCode).toMatch(CODE);
    expect(second.setupCode).toBe(first.setupCode);
    expect((await setUp(second, first.setupCode)).status).toBe(201);
    expect(codeOf(await setUp(first, first.setupCode))).toBe('already-set-up');
  });
});
