import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import { type Service, startService } from '../../bff/app/service.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { trainingSchema } from '../../contract/access/people.ts';
import { textAt } from '../rigs/people.ts';
import { createBrowser, type TestBrowser } from '../test-server.ts';
import { newDatabase, POSTGRES, removeDatabase, type StoreKind } from './stores.ts';

/** Machines that run complete servers of the training shop, new for each test. */
export interface Machines {
  /** A place in the folder of the story. */
  path(name: string): string;
  /** Settings of a machine with nothing on it yet. */
  machine(name: string): Promise<Record<string, string>>;
  /** Starts a server with these settings. */
  start(env: Readonly<Record<string, string>>): Promise<TestBrowser>;
  /** Stops the server that was started last. */
  stop(): Promise<void>;
}

/** Registers hooks: after a test, running servers are stopped and their files removed. */
export function useMachines(kind: StoreKind): Machines {
  let folder: string;
  let services: Service[];
  let databases: string[];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tillside-machines-'));
    services = [];
    databases = [];
  });
  afterEach(async () => {
    for (const service of services) await service.close();
    for (const url of databases) await removeDatabase(url);
    rmSync(folder, { recursive: true });
  });
  return {
    path: (name) => join(folder, name),
    async machine(name) {
      const url = kind === POSTGRES ? await newDatabase('empty') : '';
      if (url !== '') databases.push(url);
      return { DATA_DIR: join(folder, name), DATABASE_URL: url };
    },
    async start(env) {
      const service = await startService({ config: readConfig(env), log: createLogger('silent'), pages: '' });
      services.push(service);
      return createBrowser((request) => service.fetch(request));
    },
    async stop() {
      await services.pop()?.close();
    },
  };
}

/** Signs the practice manager in. @returns a voucher to practise with */
export async function signInToPractise(browser: TestBrowser): Promise<string> {
  const { people } = trainingSchema.parse((await browser.send('POST', '/api/practice')).body);
  const manager = people.find(({ role }) => role === 'manager');
  await browser.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
  return textAt((await browser.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
}
