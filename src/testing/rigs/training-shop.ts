import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Service, startService } from '../../bff/app/service.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import { trainingSchema } from '../../contract/access/people.ts';
import { createBrowser, SETUP_CODE, type TestBrowser } from '../test-server.ts';

/** A connection from this machine. */
export const HERE = { remoteAddress: '127.0.0.1' };

/** The whole server without a socket, with the embedded voucher service and its journal in PostgreSQL. */
export interface PracticeShop {
  readonly service: Service;
  /** The browser with the signed-in manager. */
  readonly signedIn: TestBrowser;
  close(): Promise<void>;
}

/** Opens a practice shop on a database. @param url of PostgreSQL */
export async function openTrainingShop(url: string): Promise<PracticeShop> {
  const folder = mkdtempSync(join(tmpdir(), 'tillside-practice-'));
  const config = readConfig({ DATA_DIR: folder, DATABASE_URL: url, DATA_KEY: Buffer.alloc(32, 7).toString('base64'), SETUP_CODE });
  const service = await startService({ config, log: createLogger('silent'), pages: '' });
  const signedIn = createBrowser((request) => service.fetch(request, HERE));
  const { people } = trainingSchema.parse((await signedIn.send('POST', '/api/practice')).body);
  const manager = people.find(({ role }) => role === 'manager');
  await signedIn.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
  return {
    service,
    signedIn,
    async close() {
      await service.close();
      rmSync(folder, { recursive: true });
    },
  };
}
