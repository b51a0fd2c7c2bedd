import { mkdtempSync, readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { trainingSchema } from '../../contract/access/people.ts';
import { checkAnswerSchema } from '../../contract/voucher/voucher.ts';
import { CLIENT, SHOPS } from '../../sandbox/credentials.ts';
import { CANARY_PASSWORD } from '../../testing/databases/postgres.ts';
import { onStores, POSTGRES, type TestStore } from '../../testing/databases/stores.ts';
import { at, textAt } from '../../testing/rigs/people.ts';
import { createBrowser, type TestBrowser } from '../../testing/test-server.ts';
import { KEY_BYTES } from '../platform/base/keys.ts';
import { createLogger } from '../platform/base/logging.ts';
import { readConfig } from '../platform/config/config.ts';
import { type Service, startService } from './service.ts';

let folder: string;
let service: Service | null = null;
let logged: string[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-service-'));
  logged = [];
});
afterEach(async () => {
  await service?.close();
  service = null;
  rmSync(folder, { recursive: true });
});

async function start(env: Record<string, string> = {}): Promise<TestBrowser> {
  const running = await startService({
    config: readConfig({ DATA_DIR: folder, ...env }),
    log: createLogger('debug', { write: (line) => logged.push(line) }),
    pages: '',
  });
  service = running;
  return createBrowser((request) => running.fetch(request));
}

async function practise(browser: TestBrowser): Promise<void> {
  const { people } = trainingSchema.parse((await browser.send('POST', '/api/practice')).body);
  const manager = people.find(({ role }) => role === 'manager');
  await browser.send('POST', '/api/session', { personId: manager?.id, pin: manager?.pin });
}

it('a new server redeems a training voucher, and still knows it after a restart', async () => {
  const browser = await start();
  expect((await browser.send('GET', '/api/ready')).body).toEqual({ ready: true });
  expect((await browser.send('GET', '/api/health')).body).toMatchObject({
    status: 'ok',
    store: 'sqlite',
    service: 'sandbox',
  });
  await practise(browser);

  const vouchers = (await browser.send('GET', '/api/practice/vouchers')).body;
  const code = textAt(vouchers, '0', 'ref');
  const checked = checkAnswerSchema.parse((await browser.send('POST', '/api/vouchers/check', { code })).body);
  expect(checked.status).toBe('active');

  const id = 'a1b2c3d4-0000-4000-8000-000000000001';
  const taken = await browser.send('PUT', `/api/tenders/${id}`, { code, amount: 100, currency: 'SGD' });
  expect([taken.status, at(taken.body, 'state')]).toEqual([201, 'captured']);

  await service?.close();
  const later = await start();
  await practise(later);
  const { body } = await later.send('GET', `/api/tenders/${id}`);
  /* Another device has received the code now. */
  expect(body).toEqual({ ...(taken.body as object), tag: expect.any(String) });
});

it('a truncated write-ahead log makes the server not ready, and confirmed data is saved', async () => {
  const browser = await start();
  await practise(browser);
  truncateSync(join(folder, 'tillside.sqlite-wal'), 0);
  expect((await browser.send('GET', '/api/ready')).status).toBe(503);
  expect((await browser.send('GET', '/api/people')).status).toBe(503);
  await expect.poll(() => logged.join('')).toContain('the files of the journal were truncated');
  const [name = ''] = readdirSync(folder).filter((one) => one.startsWith('rescued-'));
  expect(logged.join('')).toContain(`everything that was confirmed was saved in ${join(folder, name)}`);
});

it('the log contains no voucher ref and no secret of the shop, and no response contains a secret', async () => {
  const browser = await start();
  await practise(browser);
  const vouchers = await browser.send('GET', '/api/practice/vouchers');
  const code = textAt(vouchers.body, '0', 'ref');
  const path = '/api/tenders/a1b2c3d4-0000-4000-8000-000000000002';
  const answers = [
    await browser.send('POST', '/api/vouchers/check', { code }),
    await browser.send('PUT', path, { code, amount: 100, currency: 'SGD' }),
    await browser.send('PUT', path, { code, amount: 200, currency: 'SGD' }),
    await browser.send('POST', '/api/vouchers/check', { code: 'NO-SUCH-VOUCHER-99' }),
    await browser.send('GET', '/api/tenders?mine=1'),
  ];
  const log = logged.join('');
  expect(log).toContain('/api/tenders/:id');
  for (const secret of [...SHOPS.map(({ clientSecret }) => clientSecret), CLIENT.clientSecret]) {
    expect(log).not.toContain(secret);
    expect(JSON.stringify(answers)).not.toContain(secret);
  }
  for (const ref of [code, 'NO-SUCH-VOUCHER-99', 'NOSUCHVOUCHER99']) expect(log).not.toContain(ref);
});

it('the setup code is printed until it is used', async () => {
  const browser = await start({ SETUP_CODE: 'ABCDEF-GHJK' });
  expect(service?.setupCode).toBe('ABCDEF-GHJK');
  const setup = { code: 'abcdefghjk', device: { name: 'Till 1' }, manager: { name: 'Mei', pin: '480316' } };
  expect((await browser.send('POST', '/api/setup', setup)).status).toBe(201);
  await service?.close();
  await start({ SETUP_CODE: 'ABCDEF-GHJK' });
  expect(service?.setupCode).toBeNull();
});

it('a stopping server is not ready, but still answers', async () => {
  const browser = await start();
  service?.drain();
  expect((await browser.send('GET', '/api/ready')).status).toBe(503);
  expect((await browser.send('GET', '/api/health')).status).toBe(200);
});

it('a training journal is never used with real money', async () => {
  await start();
  await service?.close();
  service = null;
  const remote = {
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: 'http://127.0.0.1:9',
    MERCHANT_CLIENT_ID: 'a',
    MERCHANT_CLIENT_SECRET: 'b',
  };
  await expect(start(remote)).rejects.toThrow('DATA_DIR');
});

it('a lost key is not replaced by a new key', async () => {
  await start();
  await service?.close();
  service = null;
  rmSync(join(folder, 'keys'));
  await expect(start()).rejects.toThrow('keys is missing');
});

it('an unusable data folder is reported by the name of its setting', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await expect(start({ DATA_DIR: file })).rejects.toThrow(/^DATA_DIR .*EEXIST/);
});

it('two servers never use one data folder at the same time', async () => {
  await start();
  const first = service;
  await expect(start()).rejects.toThrow('DATA_DIR is in use by another server');
  await first?.close();
  await start();
});

onStores([POSTGRES], ({ open }) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
  });
  afterEach(async () => {
    await service?.close();
    service = null;
    await store.close();
  });
  const settings = () => ({ DATABASE_URL: store.url ?? '', DATA_KEY: Buffer.alloc(KEY_BYTES, 5).toString('base64') });

  it('the server reports its store, is ready, and redeems', async () => {
    const browser = await start(settings());
    expect((await browser.send('GET', '/api/ready')).body).toEqual({ ready: true });
    expect((await browser.send('GET', '/api/health')).body).toMatchObject({ store: 'postgres' });
    await practise(browser);
    const code = textAt((await browser.send('GET', '/api/practice/vouchers')).body, '0', 'ref');
    const path = '/api/tenders/a1b2c3d4-0000-4000-8000-000000000003';
    const taken = await browser.send('PUT', path, { code, amount: 100, currency: 'SGD' });
    expect([taken.status, at(taken.body, 'state')]).toEqual([201, 'captured']);
    expect(logged.join('')).not.toContain(CANARY_PASSWORD);
  });

  it('a server with another key is refused', async () => {
    await start(settings());
    await service?.close();
    service = null;
    const other = { ...settings(), DATA_KEY: Buffer.alloc(KEY_BYTES, 6).toString('base64') };
    await expect(start(other)).rejects.toThrow('DATA_KEY is not the key of this database');
    const { DATABASE_URL } = settings();
    await expect(start({ DATABASE_URL })).rejects.toThrow('keys is missing');
  });

  it('a server is not ready while its database cannot be written, and is ready again afterwards', async () => {
    const browser = await start(settings());
    await sql`alter database ${sql.id(new URL(store.url ?? '').pathname.slice(1))} set default_transaction_read_only = on`.execute(
      store.db,
    );
    await endOthers();
    expect((await browser.send('GET', '/api/ready')).status).toBe(503);
    await sql`alter database ${sql.id(new URL(store.url ?? '').pathname.slice(1))} reset default_transaction_read_only`.execute(
      store.db,
    );
    await endOthers();
    await expect.poll(async () => (await browser.send('GET', '/api/ready')).status).toBe(200);
  });

  const endOthers = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
      store.db,
    );
});
