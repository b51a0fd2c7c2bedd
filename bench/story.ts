import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { createMirrorTable } from '../src/bff/issuer/mirror/mirror-table.ts';
import { toMirrorRow } from '../src/bff/issuer/mirror/row.ts';
import { readSearchPage, searchBody } from '../src/bff/issuer/wire/search.ts';
import { loadDataKey } from '../src/bff/platform/storage/data-key.ts';
import { openKeys } from '../src/bff/platform/storage/key-ring.ts';
import { openSqlite } from '../src/bff/platform/store/sqlite.ts';
import type { Story } from '../src/features/voucher-history/contract/story.ts';
import { freePort } from '../src/testing/free-port.ts';
import { listOwner, whose } from '../src/testing/rigs/shops.ts';
import { fillList, noteRead } from './fill-list.ts';
import { type Line, openLine } from './proxy.ts';

/** Half of them are the shop's own of a year; the other half are other shops' of two days. */
const COUNT = 1_000_000;
const DAYS = 365;
const OWN_MID = '000000012345678';
const KEPT_MS = 2 * 86_400_000;
const ROWS_AT_ONCE = 500;
const TOLD_MS_MAX = 300;
const ROUNDS = 5;
const SEEDED_WITHIN_MS = 60_000;

/**
 * The first sentence about a voucher whose rows lie among many. It counts the issuer's requests
 * too.
 */
export async function story(count = COUNT): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const programs: Program[] = [];
  const service = `http://127.0.0.1:${await freePort()}`;
  const origin = `http://127.0.0.1:${await freePort()}`;
  const dataDir = join(folder, 'till');
  const seeded = { PORT: new URL(service).port, DATA_DIR: join(folder, 'service') };
  let line: Line | null = null;
  try {
    programs.push(await startProgram('sandbox', seeded, `${service}/sandbox/vouchers`, SEEDED_WITHIN_MS));
    const refs = await refsOf(service);
    const others = { rowsPerSecond: count / 2 / (KEPT_MS / 1_000), sinceMs: KEPT_MS, isQuiet: true, refs };
    line = await openLine(service, await freePort(), others);
    const issuer = `http://127.0.0.1:${line.port}`;
    const start = () => startServer(origin, dataDir, issuer);
    const before = await start();
    const cookie = await setUp(origin);
    await before.stop();
    await fillList({ dataDir, mid: OWN_MID, count: Math.floor(count / 2), days: DAYS });
    await fillOthers(dataDir, issuer);
    programs.push(await start());
    process.stdout.write(`\nStories: ${count} rows, ${refs.length} vouchers\n`);
    const ask = (method: 'PUT' | 'POST', path: string, body: object) =>
      request(`${origin}${path}`, { method, headers: headersFor(origin, cookie), body: JSON.stringify(body) });
    await (await ask('PUT', '/api/settings', { storiesPerHour: 1_000 })).body.dump();
    await untilCovered(ask, refs[0] ?? '');
    await measure(ask, refs, line);
  } finally {
    for (const program of programs.toReversed()) await program.stop();
    await line?.close();
    await rm(folder, { recursive: true });
  }
}

type Ask = (method: 'PUT' | 'POST', path: string, body: object) => ReturnType<typeof request>;

async function measure(ask: Ask, refs: readonly string[], line: Line): Promise<void> {
  const times: number[] = [];
  const since = performance.now();
  const asked = () => line.perSecond(since).reduce((sum, count) => sum + count, 0);
  let lines = 0;
  let requests = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const code of refs) {
      /* As at the counter: the till has checked it. */
      await (await ask('POST', '/api/vouchers/check', { code })).body.dump();
      const before = asked();
      const beganMs = performance.now();
      const told = await toldOf(ask, code);
      times.push(performance.now() - beganMs);
      requests += asked() - before;
      lines += told.lines.length;
    }
  }
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN);
  process.stdout.write(
    `  ${times.length} stories of ${lines} lines: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (at most ${TOLD_MS_MAX}), max ${at(1)} ms\n`,
  );
  process.stdout.write(`  ${requests} requests to the issuer meanwhile, its newest rows among them, which are read anyway\n`);
  if (at(0.95) > TOLD_MS_MAX) process.exitCode = 1;
}

async function toldOf(ask: Ask, code: string): Promise<Story> {
  const answer = await ask('POST', '/api/stories', { code });
  if (answer.statusCode !== 200) throw new Error(`a story was answered ${answer.statusCode} ${await answer.body.text()}`);
  return (await answer.body.json()) as Story;
}

/** Waits until the server has read the last minutes, and all of the last two days. */
async function untilCovered(ask: Ask, code: string): Promise<void> {
  for (;;) {
    const { completeSince } = await toldOf(ask, code);
    if (completeSince !== null && Date.now() - Date.parse(completeSince) > KEPT_MS - 60_000) return;
    await setTimeout(1_000);
  }
}

async function refsOf(service: string): Promise<string[]> {
  const answer = await request(`${service}/sandbox/vouchers`);
  const vouchers = (await answer.body.json()) as { readonly ref: string }[];
  return vouchers.map(({ ref }) => ref);
}

/**
 * Adds two days of other shops' redemptions and refunds, as the issuer shows them. A hash of each
 * voucher is stored.
 */
async function fillOthers(dataDir: string, service: string): Promise<void> {
  const db = openSqlite(dataDir);
  const keys = await openKeys(db, loadDataKey(dataDir, true));
  const table = createMirrorTable(db, whose().account, [listOwner(OWN_MID)]);
  const until = Date.now() - 10 * 60_000;
  const period = { from: until - KEPT_MS, to: until };
  for (let page = 0; ; page += 1) {
    const path = `${service}/merchant/v1/transactions/actions/search`;
    const answer = await request(path, { method: 'POST', body: searchBody(period, page, ROWS_AT_ONCE) });
    const rows = readSearchPage(await answer.body.json());
    if (rows === null) throw new Error('the line answered a search with something else');
    await table.save(
      rows.map((row) => toMirrorRow(keys, row, [OWN_MID])),
      until,
    );
    if (rows.length < ROWS_AT_ONCE) break;
  }
  await db.destroy();
  await noteRead({ dataDir, mid: OWN_MID, days: DAYS });
}

function startServer(origin: string, dataDir: string, service: string): Promise<Program> {
  const env = {
    PORT: new URL(origin).port,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'warn',
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${service}/merchant`,
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: 'practice-shop-1-secret',
    MERCHANT_MID: OWN_MID,
  };
  return startProgram('main', env, `${origin}/api/health`);
}

function headersFor(origin: string, cookie: string): Record<string, string> {
  return { 'content-type': 'application/json', 'x-tillside': '1', origin, cookie };
}

async function setUp(origin: string): Promise<string> {
  const body = JSON.stringify({ code: 'bench-the-shop', device: { name: 'Bench' }, manager: { name: 'Mia', pin: '739146' } });
  const answer = await request(`${origin}/api/setup`, { method: 'POST', headers: headersFor(origin, ''), body });
  await answer.body.dump();
  const cookies = [answer.headers['set-cookie'] ?? []].flat();
  return cookies.map((line) => line.split(';', 1)[0]).join('; ');
}
