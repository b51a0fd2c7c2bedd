import { afterEach, beforeEach, expect, it } from 'vitest';
import { setUpShop } from '../../../testing/rigs/people.ts';
import { createTestServer, SETUP_CODE, type TestServer } from '../../../testing/test-server.ts';
import type { RestoreOnServer } from './restore-here.ts';

const FIT = { fit: true, madeAt: '2030-01-15T09:00:00.000Z', version: '0.1.0', devices: 1, people: 2 } as const;
const UNFIT = { fit: false, message: 'not a complete backup' } as const;
const BODIES: Readonly<Record<string, object>> = {
  '/api/setup/restore/backups': {},
  '/api/setup/restore/upload': {
    upload: '00000000-0000-4000-8000-000000000001',
    file: 'keys',
    offset: 0,
    data: 'QQ==',
    totalBytes: 1,
  },
  '/api/setup/restore/upload/discard': {},
  '/api/setup/restore/trial': { folder: '/good' },
  '/api/setup/restore': { folder: '/good', device: { name: 'New till' } },
};
let server: TestServer;
let asked: string[];

beforeEach(async () => {
  asked = [];
  server = await createTestServer();
  Object.assign(server.parts.restoreHere, {
    list: () => [],
    trial(folder: string) {
      asked.push(folder);
      return Promise.resolve(folder === '/good' ? FIT : UNFIT);
    },
    run(folder: string) {
      asked.push(folder);
      return Promise.resolve(
        folder === '/good' ? { trial: FIT, deviceToken: 'token' } : { trial: UNFIT, deviceToken: null },
      );
    },
  } satisfies RestoreOnServer);
});
afterEach(() => server.close());

it.each(Object.entries(BODIES))('%s needs the set-up code', async (path, body) => {
  const wrong = await server.browser().send('POST', path, { ...body, code: 'not-the-code' });
  expect([wrong.status, asked]).toEqual([403, []]);
  expect([200, 201, 204]).toContain((await server.browser().send('POST', path, { ...body, code: SETUP_CODE })).status);
});

it.each(Object.entries(BODIES))('%s is refused once a shop is set up', async (path, body) => {
  await setUpShop(server);
  const answer = await server.browser().send('POST', path, { ...body, code: SETUP_CODE });
  expect([answer.status, asked]).toEqual([409, []]);
});

it('a restore enrols the browser, but a restore of an unusable backup does not', async () => {
  const restore = (folder: string) =>
    server.browser().send('POST', '/api/setup/restore', { code: SETUP_CODE, folder, device: { name: 'New till' } });
  const unfit = await restore('/bad');
  expect([unfit.status, unfit.body, unfit.headers.getSetCookie()]).toEqual([200, UNFIT, []]);
  const restored = await restore('/good');
  expect([restored.status, restored.headers.getSetCookie().length]).toEqual([201, 1]);
});
