import { sql } from 'kysely';
import { request } from 'undici';
import { createAudit } from '../src/bff/platform/audit/audit.ts';
import { createSeals } from '../src/bff/platform/audit/seals.ts';
import { createLogger } from '../src/bff/platform/base/logging.ts';
import { systemClock } from '../src/bff/platform/base/ports.ts';
import { loadDataKey } from '../src/bff/platform/storage/data-key.ts';
import { openKeys } from '../src/bff/platform/storage/key-ring.ts';
import { openSqlite } from '../src/bff/platform/store/sqlite.ts';
import { burntView } from '../src/features/closings/bff/open-shifts.ts';
import { SHOP } from '../src/testing/rigs/shops.ts';
import { fillList } from './fill-list.ts';
import { at, loadAverage, memoryMb } from './load/figures.ts';
import { OWN_MID } from './load/job.ts';
import { measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { type Rig, startRig } from './load/rig.ts';

const REDEMPTIONS = 1_000_000;
const FIRST_DAYS = 2;
const DAYS = 365;
const DAY_MS = 86_400_000;
const TILLS = 64;
const ROUNDS = 7;
const PAIRS = 60;
/** Each page is requested this often in a round, because some milliseconds vary by a third. */
const REQUESTS = 9;
/** Of each of the 64 tills. */
const PAIRS_TOGETHER = 20;
const ROWS_AT_ONCE = 500;
const TIMES_MAX = 1.2;
/** A difference of this many milliseconds is the machine's. */
const SAME_MS = 1;

/** One shop. Figures are milliseconds by what was measured, memory megabytes. */
interface Shop {
  readonly rig: Rig;
  readonly cookies: readonly string[];
  readonly figures: Map<string, number[]>;
}

/**
 * Measures the work of a shop in its second day and after a year of redemptions by 64 tills, in
 * turns and in one run, on SQLite. Both have the same last day, so that lists have as many lines.
 * @param count redemptions of the year
 */
export async function growth(count = REDEMPTIONS): Promise<void> {
  const rigs: Rig[] = [];
  try {
    const shops: Shop[] = [];
    for (const days of [FIRST_DAYS, DAYS]) {
      const rig = await startRig({ store: 'sqlite', env: { DATA_KEY: '' } });
      rigs.push(rig);
      const cookies = await openTills(rig, TILLS);
      await rig.restart(() => fillDays(rig.dataDir, days, Math.round((count * days) / DAYS)));
      await rig.quiet();
      shops.push({ rig, cookies, figures: new Map() });
    }
    for (let round = 0; round < ROUNDS; round += 1) for (const shop of shops) await measureStart(shop);
    for (let round = 0; round < ROUNDS; round += 1) for (const shop of shops) await measureWork(shop);
    for (let round = 0; round < ROUNDS; round += 1) for (const shop of shops) await measureTogether(shop);
    for (const shop of shops) await measureClosing(shop);
    report(shops, count);
  } finally {
    for (const rig of rigs) await rig.stop();
  }
}

function note({ figures }: Shop, name: string, ...values: readonly number[]): void {
  figures.set(name, [...(figures.get(name) ?? []), ...values]);
}

async function ask({ rig: { origin }, cookies: [cookie = ''] }: Shop, method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  const headers = { 'content-type': 'application/json', 'x-tillside': '1', origin, cookie };
  const beganMs = performance.now();
  const answer = await request(`${origin}${path}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  const read: unknown = await answer.body.json();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${JSON.stringify(read)}`);
  return { ms: performance.now() - beganMs, body: read };
}

async function measureStart(shop: Shop): Promise<void> {
  const { rig, cookies } = shop;
  note(shop, 'start of the server', await rig.restart());
  const { done } = await measure(rig, { to: 'server', cookies: cookies.slice(0, 1), pairs: 1 });
  note(shop, 'first check after it', ...done.checkMs);
  note(shop, 'first redemption after it', ...done.redeemMs);
}

async function measureWork(shop: Shop): Promise<void> {
  const { rig, cookies } = shop;
  const { done, wrong } = await measure(rig, { to: 'server', cookies: cookies.slice(0, 1), pairs: PAIRS });
  if (wrong > 0) throw new Error(`${wrong} redemptions were reported wrongly`);
  note(shop, 'check', ...done.checkMs);
  note(shop, 'redemption', ...done.redeemMs);
  const day = { from: new Date(Date.now() - DAY_MS).toISOString(), to: new Date(Date.now() + 60_000).toISOString() };
  const [ref = ''] = done.told[0] ?? [];
  for (let count = 0; count < REQUESTS; count += 1) {
    note(shop, 'list of a day, first page', (await ask(shop, 'POST', '/api/transactions/lines', day)).ms);
    note(shop, 'audit trail, first page', (await ask(shop, 'POST', '/api/audit/search', day)).ms);
    note(shop, 'list of shifts', (await ask(shop, 'GET', '/api/shifts')).ms);
    note(shop, 'history of a voucher', (await ask(shop, 'POST', '/api/stories', { code: ref })).ms);
  }
}

async function measureTogether(shop: Shop): Promise<void> {
  const { rig, cookies } = shop;
  const { done, cpu } = await measure(rig, { to: 'server', cookies, pairs: PAIRS_TOGETHER });
  note(shop, `processor a pair, ${TILLS} tills`, cpu.server / done.redeemMs.length);
  note(shop, 'memory, MB', memoryMb(rig.server.pid).rss);
}

async function measureClosing(shop: Shop): Promise<void> {
  const shifts = (await ask(shop, 'GET', '/api/shifts')).body as { readonly id: string; readonly number: number | null }[];
  for (const { id } of shifts.filter(({ number }) => number === null))
    note(shop, 'closing a shift', (await ask(shop, 'PUT', `/api/shifts/${id}/z`, {})).ms);
}

function report([first, year]: readonly Shop[], count: number): void {
  process.stdout.write(
    `\nGrowth: ${FIRST_DAYS} days, and ${count} redemptions in ${DAYS} days, of ${TILLS} tills; medians (load ${loadAverage()})\n`,
  );
  for (const [name, values] of first?.figures ?? []) {
    const [small, large] = [values, year?.figures.get(name) ?? []].map((some) =>
      at(
        some.toSorted((a, b) => a - b),
        0.5,
      ),
    );
    const times = (large ?? Number.NaN) / (small ?? Number.NaN);
    const isGrown = times > TIMES_MAX && (large ?? 0) - (small ?? 0) > SAME_MS;
    process.stdout.write(
      `  ${name.padEnd(28)} ${(small ?? 0).toFixed(1).padStart(8)} ${(large ?? 0).toFixed(1).padStart(8)}   times ${times.toFixed(2)}${isGrown ? ' !' : ''}\n`,
    );
    if (isGrown) process.exitCode = 1;
  }
}

/** Adds redemptions as a server would have left them, sealed. */
async function fillDays(dataDir: string, days: number, count: number): Promise<void> {
  await fillList({ dataDir, mid: OWN_MID, count: 2 * count, days, explainedEvery: 1 });
  const db = openSqlite(dataDir);
  const keys = await openKeys(db, loadDataKey(dataDir, true));
  await closeDays(db);
  const log = createLogger('error');
  const audit = createAudit({ db, keys, clock: systemClock });
  const seals = createSeals({ shop: SHOP, db, reads: db, keys, audit, clock: systemClock, log });
  while ((await seals.sealNow()) > 0);
  await db.destroy();
}

/** Gives each till a Z for each of its days. */
async function closeDays(db: ReturnType<typeof openSqlite>): Promise<void> {
  const day = sql<number>`(at / ${sql.lit(DAY_MS)})`;
  const days = await db
    .selectFrom('uncounted_fact')
    .select(['device_id', day.as('day')])
    .distinct()
    .orderBy('day')
    .execute();
  const numbers = new Map<string, number>();
  const rows = days.map((one) => {
    const number = (numbers.get(one.device_id) ?? 0) + 1;
    numbers.set(one.device_id, number);
    const openedAt = one.day * DAY_MS;
    const till = { id: one.device_id, name: 'Till' };
    const found = burntView({ till, number, at: openedAt, day: new Date(openedAt).toISOString().slice(0, 10) });
    return {
      id: `${one.device_id}-${one.day}`,
      shop: SHOP,
      device_id: one.device_id,
      number,
      person_id: null,
      opened_at: openedAt,
      created_at: openedAt,
      burnt: 0,
      request: '{}',
      found: JSON.stringify(found),
      floor: 0,
    };
  });
  await db.transaction().execute(async (tx) => {
    for (let begun = 0; begun < rows.length; begun += ROWS_AT_ONCE)
      await tx
        .insertInto('shift_z')
        .values(rows.slice(begun, begun + ROWS_AT_ONCE))
        .execute();
    const counted = tx.selectFrom('uncounted_fact').select(['shop', 'fact_seq', sql<string>`device_id || '-' || ${day}`.as('z_id')]);
    await tx.insertInto('shift_z_fact').columns(['shop', 'fact_seq', 'z_id']).expression(counted).execute();
  });
}
