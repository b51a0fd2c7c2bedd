import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { TRAINING_PEOPLE } from '../../../bff/access/people/training-people.ts';
import { KEY_BYTES } from '../../../bff/platform/base/keys.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { loadKeys } from '../../../bff/platform/storage/key-ring.ts';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { migrate } from '../../../bff/platform/store/migrate.ts';
import { openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { CANARY_PASSWORD } from '../../../testing/databases/postgres.ts';
import { onStores, POSTGRES } from '../../../testing/databases/stores.ts';
import { makeShop, SHOP } from '../../../testing/rigs/shops.ts';
import { adviceOn } from './config-advice.ts';
import { diagnose } from './diagnose.ts';

const CANARY = 'CANARY-secret-9d2';
let folder: string;
let server: Server | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tillside-doctor-'));
});
afterEach(() => {
  server?.close();
  server = null;
  rmSync(folder, { recursive: true });
});

/** An issuer that answers every search with these rows, at a time of its own, and knows no voucher. */
async function startIssuer(date: Date, data: readonly object[] = []): Promise<string> {
  const started = createServer(({ method }, response) => {
    response.setHeader('Date', date.toUTCString());
    response.setHeader('Content-Type', 'application/json');
    if (method === 'POST') return response.end(JSON.stringify({ data, meta: { status: 'succeeded' } }));
    response.statusCode = 404;
    return response.end(
      JSON.stringify({ meta: { status: 'failed', messages: [{ code: 'ERV0001', level: 'error', text: 'No' }] } }),
    );
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

const remote = (base: string) => ({
  DATA_DIR: folder,
  VOUCHER_SERVICE: 'remote',
  MERCHANT_BASE_URL: base,
  MERCHANT_CLIENT_ID: 'shop',
  MERCHANT_CLIENT_SECRET: CANARY,
});

it('a server with the sandbox has no problems, and the check leaves nothing behind', async () => {
  const findings = await diagnose({ DATA_DIR: folder });
  expect(findings.map(({ ok, subject }) => [subject, ok])).toEqual([
    ['settings', true],
    ['store', true],
    ['issuer', true],
    ['clock', true],
    ['client API', true],
    ['check', true],
    ['check', true],
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

it.each([
  [undefined, 'so none is shown: set LEGACY_CHECK_KIND'],
  ['money', 'balances are read as money (LEGACY_CHECK_KIND)'],
])('if v2 is the only check, the meaning of its number is reported: %s', async (LEGACY_CHECK_KIND, words) => {
  const base = await startIssuer(new Date());
  const client = { CLIENT_BASE_URL: base, CLIENT_TOKEN: 'token' };
  const findings = await diagnose({ ...remote(base), ...client, CHECK_SOURCE: 'legacy', LEGACY_CHECK_KIND });
  expect(findings.filter(({ subject }) => subject === 'check')).toEqual([
    { ok: true, subject: 'check', message: expect.stringContaining(words) },
  ]);
});

it('transactions in another currency reveal a wrong CURRENCY', async () => {
  const row = { transaction_id: 'a', type: 'CAPTURE', status: 'SUCCEEDED', currency: 'SGD', amount: 100, vouchers: [] };
  const base = await startIssuer(new Date(), [row]);
  const about = async (CURRENCY: string) =>
    (await diagnose({ ...remote(base), CURRENCY })).filter(({ message }) => message.startsWith('CURRENCY is'));
  expect(await about('SGD')).toEqual([]);
  expect(await about('USD')).toMatchObject([
    { ok: false, message: 'CURRENCY is USD, but the latest transactions are in SGD: correct the setting' },
  ]);
});

it('wrong settings are named, and nothing else is checked', async () => {
  const findings = await diagnose({ PORT: 'x', CURRENCY: 'x' });
  expect(findings.map(({ ok, message }) => [ok, message.split(' ')[0]])).toEqual([
    [false, 'PORT'],
    [false, 'CURRENCY'],
  ]);
});

it('an unreachable issuer is a problem that names the settings to check', async () => {
  const findings = await diagnose(remote('http://127.0.0.1:9'));
  const issuer = findings.find(({ subject }) => subject === 'issuer');
  expect(issuer).toMatchObject({ ok: false, message: expect.stringContaining('MERCHANT_BASE_URL') });
  expect(JSON.stringify(findings)).not.toContain(CANARY);
});

it('a balance check without a response is a problem, and the message explains its effect at the till', async () => {
  const base = await startIssuer(new Date());
  const findings = await diagnose({ ...remote(base), CLIENT_BASE_URL: 'http://127.0.0.1:9' });
  expect(
    findings.filter(({ subject }) => subject === 'check').map(({ ok, message }) => [ok, message.split(' (')[0]]),
  ).toEqual([
    [false, 'v2 does not respond'],
    [true, 'v1 responds'],
  ]);
  const alone = await diagnose(remote(base));
  expect(alone.find(({ subject }) => subject === 'check')?.message).toMatch(/^v2 is not configured/);
});

it('a clock that is an hour off is a problem', async () => {
  const findings = await diagnose(remote(await startIssuer(new Date(Date.now() + 3_600_000))));
  expect(findings.find(({ subject }) => subject === 'issuer')).toMatchObject({ ok: true });
  expect(findings.find(({ subject }) => subject === 'clock')).toMatchObject({
    ok: false,
    message: expect.stringContaining('behind'),
  });
});

it('a data folder that is a file is a problem', async () => {
  const file = join(folder, 'data');
  writeFileSync(file, '');
  expect(adviceOn(readConfig({ DATA_DIR: join(file, 'below') }), {})).toEqual([]);
  const findings = await diagnose({ DATA_DIR: file });
  expect(findings.find(({ subject }) => subject === 'store')).toMatchObject({ ok: false });
});

onStores([POSTGRES], ({ open }) => {
  const storeOf = async (url: string | null) =>
    (await diagnose({ DATA_DIR: folder, DATABASE_URL: url ?? '' })).find(({ subject }) => subject === 'store');

  it('a database that holds the journal is fine', async () => {
    const store = await open();
    expect(await storeOf(store.url)).toMatchObject({
      ok: true,
      message: expect.stringMatching(/^PostgreSQL [\d.]+ responds and has the journal$/),
    });
    await store.close();
  });

  it('an unreachable database is a problem, and its password is not shown', async () => {
    const store = await open();
    const gone = `${store.url}_gone`;
    const finding = await storeOf(gone);
    expect(finding).toMatchObject({ ok: false, message: expect.stringContaining('no database with this name') });
    expect(finding?.message).not.toContain(CANARY_PASSWORD);
    await store.close();
  });
});

it('allowed but rarely intended settings are reported: a misspelt name, no backup, a missing folder, a folder that others can read', async () => {
  chmodSync(folder, 0o755);
  const base = await startIssuer(new Date());
  const said = async (env: Record<string, string>) => {
    const findings = await diagnose({ ...remote(base), ...env });
    return findings.flatMap(({ ok, subject, message }) => (subject === 'settings' && !ok ? [message] : []));
  };
  expect(await said({ BAKUP_TO: '/mnt/backups' })).toEqual([
    'BAKUP_TO is not a setting and is ignored. Did you mean BACKUP_TO?',
    `DATA_DIR (${folder}) is open to other accounts on this machine. Run chmod 700 on it`,
    'This server makes no backups. Set BACKUP_TO to a folder on another disk',
  ]);
  chmodSync(folder, 0o700);
  const gone = join(folder, 'not-mounted');
  expect(await said({ BACKUP_TO: gone, PATH: '/bin', HOME: '/root' })).toEqual([
    `BACKUP_TO (${gone}) does not exist. Create the folder, or mount its disk`,
  ]);
  expect(existsSync(gone)).toBe(false);
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(await said({ BACKUP_TO: file })).toEqual([
    `BACKUP_TO (${file}) is not a folder that this account can write to. Let the account own it, or correct the setting`,
  ]);
  expect(await said({ VOUCHER_SERVICE: '' })).toEqual([
    'MERCHANT_CLIENT_ID is ignored in training mode. For real vouchers, set VOUCHER_SERVICE=remote',
  ]);
});

it('a shop that is closed because its journal may be incomplete is a problem', async () => {
  const db = openSqlite(folder);
  await migrate(db);
  await loadKeys(db, Buffer.alloc(KEY_BYTES, 7));
  await makeShop(db);
  const foundAt = Date.UTC(2026, 0, 5, 9);
  await createGapStore(db, SHOP).note({ id: 'gap', reason: 'restored', fromAt: foundAt, foundAt });
  await db.destroy();
  const finding = (await diagnose({ DATA_DIR: folder })).find(({ subject }) => subject === 'shop');
  expect(finding).toMatchObject({
    ok: false,
    message: expect.stringContaining('closed since 2026-01-05T09:00:00.000Z (restored)'),
  });
});

it('a journal from training mode, a newer version or before 0.1.0 is a problem', async () => {
  const db = openSqlite(folder);
  await migrate(db);
  await loadKeys(db, Buffer.alloc(KEY_BYTES, 7));
  await makeShop(db);
  const [practiced] = TRAINING_PEOPLE;
  const person = { id: practiced.id, name: 'Ana', pin_hash: '', language: null, created_at: 0 };
  await db.insertInto('person').values(person).execute();
  const base = await startIssuer(new Date());
  const store = async () => (await diagnose(remote(base))).find(({ subject }) => subject === 'store');
  expect(await store()).toMatchObject({ ok: false, message: expect.stringContaining('has a training journal') });
  await sql`insert into kysely_migration (name, timestamp) values ('9999-future', '2040-01-01')`.execute(db);
  expect(await store()).toMatchObject({ ok: false, message: expect.stringContaining('newer version') });
  await sql`delete from kysely_migration`.execute(db);
  await sql`insert into kysely_migration (name, timestamp) values ('0001-start', '2020-01-01')`.execute(db);
  expect(await store()).toMatchObject({ ok: false, message: expect.stringContaining('version before 0.1.0') });
  await db.destroy();
});

it('an address without HTTPS, and backups on the disk of the journal, are reported', async () => {
  const backups = mkdtempSync(join(tmpdir(), 'tillside-doctor-backups-'));
  const config = readConfig({
    ...remote('https://merchant.issuer.example'),
    PUBLIC_ORIGIN: 'http://till.shop.example',
    BACKUP_TO: backups,
  });
  expect(adviceOn(config, {})).toMatchObject([
    { isProblem: true, message: expect.stringContaining('PUBLIC_ORIGIN begins with http://') },
    { isProblem: false, message: expect.stringContaining('is on the disk of DATA_DIR') },
  ]);
  rmSync(backups, { recursive: true });
});
