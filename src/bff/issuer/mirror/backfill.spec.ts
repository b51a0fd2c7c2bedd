import { describe, expect, it } from 'vitest';
import { createMirrorKit, type MirrorKitOptions } from '../../../testing/databases/mirror-kit.ts';
import { QUIET } from '../../../testing/rigs/till.ts';
import { createBackfill } from './backfill.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const HISTORY_MS = 400 * DAY_MS;

function pastOf(options: MirrorKitOptions = {}) {
  const kit = createMirrorKit(options);
  const { mirror, store, clock } = kit;
  const terms = {
    historyMs: HISTORY_MS,
    backfillMs: 31 * DAY_MS,
    clockOffset: () => null,
    ownMids: () => Promise.resolve(null),
    isOfAccount: () => Promise.resolve(true),
    log: QUIET,
  };
  const past = createBackfill({ mirror, store, clock, ...terms });
  const ago = (ms: number) => clock.now() - ms;
  return { ...kit, past, ago };
}

describe('the history', () => {
  it('is read first for the period that a person is viewing, however old it is', async () => {
    const { past, add, store, ago } = pastOf();
    add('long ago', 200 * DAY_MS);
    add('lately', HOUR_MS);
    const period = { from: ago(201 * DAY_MS), to: ago(199 * DAY_MS) };
    past.prioritize(period);
    expect((await past.progressOf(period)).share).toBe(0);
    for (let rounds = 0; (await past.progressOf(period)).gaps.length > 0; rounds += 1) {
      expect(rounds).toBeLessThan(10);
      await past.round(true);
    }
    expect([...store.rows.keys()]).toEqual(['long ago']);
  });

  it('is read by another server only if a person views it there', async () => {
    const { past, asked, ago } = pastOf();
    await past.round(false);
    expect(asked()).toBe(0);
    past.prioritize({ from: ago(2 * DAY_MS), to: ago(DAY_MS) });
    await past.round(false);
    expect(asked()).toBeGreaterThan(0);
  });

  it('beyond the storage period is neither missing nor reported as read', async () => {
    const { past, store, clock, ago } = pastOf();
    const period = { from: ago(HISTORY_MS + DAY_MS), to: ago(HISTORY_MS - DAY_MS) };
    await store.noteSpan({ kind: 'span', period, beganAt: clock.now() });
    await clock.advance(3 * DAY_MS);
    await past.round(true);
    const kept = clock.now() - HISTORY_MS;
    expect((await store.spans()).filter((span) => span.period.from < kept)).toEqual([]);
    expect(await past.progressOf(period)).toMatchObject({ gaps: [], share: 1, keptFrom: clock.now() - HISTORY_MS });
  });

  it('is read in shorter slices until it is complete, if it has too many rows to read in time', async () => {
    const { mirror, store, clock } = createMirrorKit();
    const asked: number[] = [];
    const past = createBackfill({
      store,
      clock,
      log: QUIET,
      historyMs: HISTORY_MS,
      backfillMs: 2 * HOUR_MS,
      clockOffset: () => null,
      ownMids: () => Promise.resolve(null),
      isOfAccount: () => Promise.resolve(true),
      mirror: {
        ...mirror,
        async readTwice(period) {
          asked.push(period.to - period.from);
          if (period.to - period.from > 20 * MINUTE_MS)
            return { outcome: 'failed', trouble: 'search-endless', reason: 'the search did not finish in time' };
          return mirror.readTwice(period);
        },
      },
    });
    const since = clock.now() - 2 * HOUR_MS;
    for (let rounds = 0; rounds < 20; rounds += 1) await past.round(true);
    expect(asked.slice(0, 2)).toEqual([HOUR_MS, HOUR_MS / 4]);
    expect((await past.progress(since)).gaps).toEqual([]);
  });

  it('reports why it cannot be read', async () => {
    const { past, fail, ago } = pastOf();
    const period = { from: ago(DAY_MS), to: ago(HOUR_MS) };
    fail(9);
    past.prioritize(period);
    await past.round(false);
    expect(await past.progressOf(period)).toMatchObject({ share: 0, reason: 'HTTP 500' });
  });
});

describe('history that was already read', () => {
  /** Reads the past until nothing is due. */
  async function readAll(past: ReturnType<typeof pastOf>['past']): Promise<void> {
    for (let rounds = 0; (await past.round(true)) === 0; rounds += 1) expect(rounds).toBeLessThan(200);
  }

  it('is read again for the last three hours, once an hour', async () => {
    const { past, clock, add, store, asked } = pastOf();
    await readAll(past);
    add('late', 30 * MINUTE_MS);
    await readAll(past);
    const before = asked();
    await readAll(past);
    expect(asked()).toBe(before);
    expect([...store.rows.keys()]).toEqual([]);
    await clock.advance(HOUR_MS + MINUTE_MS);
    await readAll(past);
    expect([...store.rows.keys()]).toEqual(['late']);
  });

  it('is read again every five minutes if the issuer was still processing a row', async () => {
    const { past, clock, add, store, mirror, ago } = pastOf();
    await readAll(past);
    await clock.advance(HOUR_MS + MINUTE_MS - (clock.now() % HOUR_MS));
    await readAll(past);
    add('processed', 10 * MINUTE_MS, { rawStatus: 'Processing', status: 'pending' });
    await mirror.readPeriod({ from: ago(11 * MINUTE_MS), to: ago(9 * MINUTE_MS) }, 'list');
    await clock.advance(5 * MINUTE_MS);
    await readAll(past);
    expect(store.rows.get('processed')?.row.status).toBe('pending');
    add('processed', 15 * MINUTE_MS, {});
    await readAll(past);
    expect(store.rows.get('processed')?.row.status).toBe('pending');
    await clock.advance(5 * MINUTE_MS);
    await readAll(past);
    expect(store.rows.get('processed')?.row.status).toBe('succeeded');
  });
});
