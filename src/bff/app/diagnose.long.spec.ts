import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CANARY_PASSWORD } from '../../testing/databases/postgres.ts';
import { onStores, POSTGRES } from '../../testing/databases/stores.ts';
import { makeShop, SHOP } from '../../testing/rigs/shops.ts';
import { KEY_BYTES } from '../platform/base/keys.ts';
import { readConfig } from '../platform/config/config.ts';
import { loadKeys } from '../platform/storage/key-ring.ts';
import { createGapStore } from '../platform/store/journal-gaps.ts';
import { migrate } from '../platform/store/migrate.ts';
import { openSqlite } from '../platform/store/sqlite.ts';
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

/** An issuer that answers every search with nothing, at a time of its own, and knows no voucher. */
async function startIssuer(date: Date): Promise<string> {
  const started = createServer(({ method }, response) => {
    response.setHeader('Date', date.toUTCString());
    response.setHeader('Content-Type', 'application/json');
    if (method === 'POST') return response.end(JSON.stringify({ data: [], meta: { status: 'succeeded' } }));
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

it('on the sandbox everything is fine, and nothing is left behind', async () => {
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
  [undefined, 'so no balance is stated: set LEGACY_CHECK_KIND'],
  ['money', 'LEGACY_CHECK_KIND says that its number counts money'],
])('where v2 alone is asked it says what its number counts: %s', async (LEGACY_CHECK_KIND, words) => {
  const base = await startIssuer(new Date());
  const client = { CLIENT_BASE_URL: base, CLIENT_TOKEN: 'token' };
  const findings = await diagnose({ ...remote(base), ...client, CHECK_SOURCE: 'legacy', LEGACY_CHECK_KIND });
  expect(findings.filter(({ subject }) => subject === 'check')).toEqual([
    { ok: true, subject: 'check', words: expect.stringContaining(words) },
  ]);
});

it('wrong settings are named and nothing else is checked', async () => {
  const findings = await diagnose({ PORT: 'x', CURRENCY: 'x' });
  expect(findings.map(({ ok, words }) => [ok, words.split(' ')[0]])).toEqual([
    [false, 'PORT'],
    [false, 'CURRENCY'],
  ]);
});

it('an unreachable issuer is a problem that names the settings to check', async () => {
  const findings = await diagnose(remote('http://127.0.0.1:9'));
  const issuer = findings.find(({ subject }) => subject === 'issuer');
  expect(issuer).toMatchObject({ ok: false, words: expect.stringContaining('MERCHANT_BASE_URL') });
  expect(JSON.stringify(findings)).not.toContain(CANARY);
});

it('a check without an answer is a problem that names what the till cannot show without it', async () => {
  const base = await startIssuer(new Date());
  const findings = await diagnose({ ...remote(base), CLIENT_BASE_URL: 'http://127.0.0.1:9' });
  expect(
    findings.filter(({ subject }) => subject === 'check').map(({ ok, words }) => [ok, words.split(' (')[0]]),
  ).toEqual([
    [false, 'v2 does not answer'],
    [true, 'v1 answers'],
  ]);
  const alone = await diagnose(remote(base));
  expect(alone.find(({ subject }) => subject === 'check')?.words).toMatch(/^v2 is not configured/);
});

it('a clock that is an hour off is a problem', async () => {
  const findings = await diagnose(remote(await startIssuer(new Date(Date.now() + 3_600_000))));
  expect(findings.find(({ subject }) => subject === 'issuer')).toMatchObject({ ok: true });
  expect(findings.find(({ subject }) => subject === 'clock')).toMatchObject({
    ok: false,
    words: expect.stringContaining('behind'),
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
      words: expect.stringMatching(/^PostgreSQL [\d.]+ answers and holds the journal$/),
    });
    await store.close();
  });

  it('an unreachable database is a problem, and its password is not shown', async () => {
    const store = await open();
    const gone = `${store.url}_gone`;
    const finding = await storeOf(gone);
    expect(finding).toMatchObject({ ok: false, words: expect.stringContaining('no database of this name') });
    expect(finding?.words).not.toContain(CANARY_PASSWORD);
    await store.close();
  });
});

it('allowed but rarely intended settings are reported: a misspelt name, no backup, a missing folder, one that others can read', async () => {
  chmodSync(folder, 0o755);
  const base = await startIssuer(new Date());
  const said = async (env: Record<string, string>) => {
    const findings = await diagnose({ ...remote(base), ...env });
    return findings.flatMap(({ ok, subject, words }) => (subject === 'settings' && !ok ? [words] : []));
  };
  expect(await said({ BAKUP_TO: '/mnt/backups' })).toEqual([
    'BAKUP_TO is no setting and is ignored: is BACKUP_TO meant?',
    `DATA_DIR (${folder}) is open to other accounts of this machine: chmod 700 it`,
    'no backup is made by this server: set BACKUP_TO to a folder on another disk',
  ]);
  chmodSync(folder, 0o700);
  const gone = join(folder, 'not-mounted');
  expect(await said({ BACKUP_TO: gone, PATH: '/bin', HOME: '/root' })).toEqual([
    `BACKUP_TO (${gone}) is not there: make the folder, or mount the disk that it is on`,
  ]);
  expect(existsSync(gone)).toBe(false);
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  expect(await said({ BACKUP_TO: file })).toEqual([`BACKUP_TO (${file}) is no folder that this account can write`]);
  expect(await said({ VOUCHER_SERVICE: '' })).toEqual([
    'MERCHANT_CLIENT_ID is ignored, and this is practice: VOUCHER_SERVICE=remote is for real vouchers',
  ]);
});

it('a shop that is closed, because its journal may lack something, is a problem', async () => {
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
    words: expect.stringContaining('closed since 2026-01-05T09:00:00.000Z (restored)'),
  });
});
