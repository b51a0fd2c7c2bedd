import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { request } from 'undici';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { openSqlite } from '../src/bff/platform/store/sqlite.ts';
import { fillJournal } from '../src/testing/databases/fill-journal.ts';
import { freePort } from '../src/testing/free-port.ts';
import { SHOP } from '../src/testing/rigs/shops.ts';

/**
 * Redemptions of a busy shop in some months. Each has three facts; two of them are lines of the
 * trail.
 */
const COUNT = 100_000;
const HEALTH_MS_MAX = 100;
const PAGES = 40;
const ASK_EVERY_MS = 5;
/** For comparison: the machine may be busy with something else. */
const ALONE_MS = 3_000;
const EVER = { from: '1970-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };

/** Typical filters of a manager, and one without results. */
const FILTERS: Readonly<Record<string, object>> = {
  everything: {},
  redemptions: { kind: 'redemptions' },
  'refunds (none)': { kind: 'refunds' },
  'cards (none)': { kind: 'cards' },
  'a person': {},
  'nobody (none)': { personId: 'nobody' },
};

/**
 * Measures pages of the audit trail over many redemptions, and if other requests are served during
 * a full export and while all redemptions are read for reconciliation.
 * @param count redemptions in the journal
 */
export async function trail(count = COUNT): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const origin = `http://127.0.0.1:${await freePort()}`;
  const env = {
    PORT: new URL(origin).port,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: 'http://127.0.0.1:9/merchant',
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: 'practice-shop-1-secret',
  };
  const start = () => startProgram('main', env, `${origin}/api/health`);
  let server: Program = await start();
  try {
    const cookie = await setUp(origin);
    await server.stop();
    const by = await fill(folder, count);
    server = await start();
    process.stdout.write(`\nAudit trail: ${count} redemptions in the journal\n`);
    const ask = (path: string, body: object) =>
      request(`${origin}${path}`, { method: 'POST', headers: headersFor(origin, cookie), body: JSON.stringify(body) });
    for (const [name, filter] of Object.entries(FILTERS)) {
      const asked = name === 'a person' ? { personId: by.person } : filter;
      await timePages(name, async (cursor) => {
        const answer = await ask('/api/audit/search', { ...EVER, ...asked, ...(cursor !== null && { cursor }) });
        return (await answer.body.json()) as Page;
      });
    }
    await besideHealth(origin, 'export', async () => {
      let bytes = 0;
      for await (const chunk of (await ask('/api/audit/export', EVER)).body) bytes += (chunk as Buffer).length;
      return `${(bytes / 1_000_000).toFixed(1)} MB`;
    });
    await besideHealth(origin, 'our lines for another list', async () => {
      let lines = 0;
      for (let after: string | null = ''; after !== null; ) {
        const part = (await (await ask('/api/match/ours', { ...EVER, after })).body.json()) as Page;
        lines += part.lines.length;
        after = part.next;
      }
      return `${lines} lines`;
    });
  } finally {
    await server.stop();
    await rm(folder, { recursive: true });
  }
}

interface Page {
  readonly lines: readonly unknown[];
  readonly next: string | null;
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

/** Adds redemptions of the only person to the journal, up to now. */
async function fill(folder: string, count: number): Promise<{ device: string; person: string }> {
  const db = openSqlite(folder);
  const person = await db.selectFrom('person').select('id').executeTakeFirstOrThrow();
  const device = await db.selectFrom('device').select('id').executeTakeFirstOrThrow();
  const by = { device: device.id, person: person.id };
  await fillJournal(db, { shop: SHOP, count, until: Date.now(), by: [by] });
  await db.destroy();
  return by;
}

async function timePages(name: string, read: (cursor: string | null) => Promise<Page>): Promise<void> {
  const times: number[] = [];
  let lines = 0;
  let cursor: string | null = null;
  do {
    const begun = performance.now();
    const page = await read(cursor);
    times.push(performance.now() - begun);
    lines += page.lines.length;
    cursor = page.next;
  } while (cursor !== null && times.length < PAGES);
  times.sort((a, b) => a - b);
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN;
  const longest = times.at(-1) ?? Number.NaN;
  process.stdout.write(
    `  page of ${name.padEnd(15)} median ${median.toFixed(1)} ms, longest ${longest.toFixed(1)} ms (${times.length} pages, ${lines} lines)\n`,
  );
}

/** Runs a long request, and repeats a short one meanwhile. */
async function besideHealth(origin: string, name: string, work: () => Promise<string>): Promise<void> {
  const startedAt = performance.now();
  const alone = await askHealth(origin, () => performance.now() - startedAt > ALONE_MS);
  const begun = performance.now();
  let ended = false;
  const done = work().finally(() => {
    ended = true;
  });
  const beside = await askHealth(origin, () => ended);
  const what = await done;
  process.stdout.write(
    `  ${name}: ${what} in ${((performance.now() - begun) / 1_000).toFixed(1)} s\n` +
      `  health beside it: ${inWords(beside)} (at most ${HEALTH_MS_MAX}); on its own: ${inWords(alone)}\n`,
  );
  if ((beside.at(-1) ?? 0) > HEALTH_MS_MAX) process.exitCode = 1;
}

/** Repeats a short request. @returns the time of each answer, in ms, the longest last */
async function askHealth(origin: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  do {
    const asked = performance.now();
    const answer = await request(`${origin}/api/health`);
    await answer.body.dump();
    times.push(performance.now() - asked);
    await setTimeout(ASK_EVERY_MS);
  } while (!isOver());
  return times.sort((a, b) => a - b);
}

function inWords(sorted: readonly number[]): string {
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
  return `${sorted.length} answers, median ${median.toFixed(1)} ms, longest ${(sorted.at(-1) ?? Number.NaN).toFixed(1)} ms`;
}
