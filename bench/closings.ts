import { setTimeout } from 'node:timers/promises';
import { at, loadAverage } from './load/figures.ts';
import { measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { type Rig, type StoreName, startRig } from './load/rig.ts';

const TILLS = 64;
/** One more till was never heard of since a restore. Yesterday's shift there stays open. */
const MISSING = `Till ${TILLS}`;
const RESTORED = `
  update uncounted_fact set at = at - 86400000 where device_id = (select id from device where name = '${MISSING}');
  update operation set created_at = created_at - 86400000
    where device_id = (select id from device where name = '${MISSING}');
  insert into journal_gap (id, reason, from_at, found_at, ended_at)
    select 'restored', 'restored', max(at), max(at) + 1, max(at) + 2 from fact;
  insert into gap_device (gap_id, device_id, at)
    select 'restored', id, enrolled_at from device where name <> '${MISSING}'`;
/** Redemptions of the day, over all tills. */
const IN_THE_DAY = 8_000;
const PAIRS = 150;
const PAGES = 3;
const PAGE_EVERY_MS = 10_000;

/**
 * Measures redemptions on an empty day, and on the evening of a full one with 64 open shifts, a
 * missing till and three open lists of them, in one run; and how long closing a shift takes then.
 */
export async function closings(stores: readonly StoreName[] = ['sqlite', 'postgres']): Promise<void> {
  for (const store of stores) {
    const rig = await startRig({ store });
    try {
      await closingsOn(rig, store);
    } finally {
      await rig.stop();
    }
  }
}

async function closingsOn(rig: Rig, store: StoreName): Promise<void> {
  const cookies = await openTills(rig, TILLS + 1);
  const [manager = ''] = cookies;
  const ask = async (method: string, path: string) => {
    const headers = { 'content-type': 'application/json', 'x-tillside': '1', origin: rig.origin, cookie: manager };
    const began = performance.now();
    const answer = await fetch(`${rig.origin}${path}`, { method, headers, ...(method === 'PUT' && { body: '{}' }) });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${await answer.text()}`);
    return { body: (await answer.json()) as { id: string; number: number | null }[], ms: performance.now() - began };
  };
  const longestWaitOf = async (work: () => Promise<void>) => {
    const done = new AbortController();
    const waits: number[] = [];
    const watch = async () => {
      while (!done.signal.aborted) waits.push((await ask('GET', '/api/health')).ms);
    };
    const watching = watch();
    await work();
    done.abort();
    await watching;
    return Math.max(...waits);
  };
  const redeem = async () => {
    const { done, wrong } = await measure(rig, { to: 'server', cookies: [manager], pairs: PAIRS });
    if (wrong > 0) throw new Error(`${wrong} redemptions were told wrongly`);
    return at(
      done.redeemMs.toSorted((a, b) => a - b),
      0.5,
    );
  };

  await rig.quiet();
  await redeem();
  const empty = await redeem();
  await measure(rig, { to: 'server', cookies, pairs: Math.ceil(IN_THE_DAY / TILLS), check: false });
  await rig.change(RESTORED);
  await rig.quiet();
  const looking = new AbortController();
  const lists: number[] = [];
  const look = async () => {
    while (!looking.signal.aborted) {
      lists.push((await ask('GET', '/api/shifts')).ms);
      await setTimeout(PAGE_EVERY_MS, undefined, { signal: looking.signal }).catch(() => undefined);
    }
  };
  const pages = Array.from({ length: PAGES }, look);
  const full = await redeem();
  looking.abort();
  await Promise.all(pages);
  const open = (await ask('GET', '/api/shifts')).body.filter(({ number }) => number === null);
  const closed: number[] = [];
  const waited = await longestWaitOf(async () => {
    for (const { id } of open) closed.push((await ask('PUT', `/api/shifts/${id}/z`)).ms);
  });
  const slowest = (some: readonly number[]) => Math.max(...some).toFixed(0);
  process.stdout.write(
    `\n${store}: a redemption, median ms: empty day ${empty?.toFixed(1)}, with ${IN_THE_DAY} in the day, ${open.length} open ` +
      `shifts, a missing till and ${PAGES} lists ${full?.toFixed(1)}, times ${((full ?? 0) / (empty ?? 1)).toFixed(3)}; a list at most ` +
      `${slowest(lists)} ms; closing one of ${closed.length} at most ${slowest(closed)} ms, health meanwhile ${waited.toFixed(0)} ms (load ${loadAverage()})\n`,
  );
}
