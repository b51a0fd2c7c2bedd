import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createMirrorTable } from '../../../bff/issuer/mirror/mirror-table.ts';
import { toMirrorRow } from '../../../bff/issuer/mirror/row.ts';
import type { Period } from '../../../bff/issuer/port.ts';
import { KEYS } from '../../../testing/databases/mirror-kit.ts';
import { SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { OWN_MID, rowAt } from '../../../testing/issuer/row-search.ts';
import { listOwner, makeShop, SHOP, whose } from '../../../testing/rigs/shops.ts';
import { cursorOf, nextStretchLength, positionOf, readAll, readStretch, type StretchDeps } from './stretches.ts';

const HOUR_MS = 3_600_000;
const END = Date.parse('2026-11-21T16:00:00Z');
const DAY: Period = { from: END - 24 * HOUR_MS, to: END };

describe('going back through a period', () => {
  let store: TestStore;
  let deps: StretchDeps;
  let completed: Period[];
  /** Periods longer than this cannot be read. */
  let longestMs: number;
  const save = (times: readonly number[]) => {
    const rows = times.map((at, index) =>
      toMirrorRow(KEYS, rowAt(at, `id${String(index).padStart(5, '0')}`), [OWN_MID]),
    );
    return createMirrorTable(store.db, whose().account, [listOwner(OWN_MID)]).save(rows, 1);
  };

  beforeEach(async () => {
    store = await SQLITE.open();
    await makeShop(store.db);
    completed = [];
    longestMs = Number.POSITIVE_INFINITY;
    const scope = {
      reads: store.db,
      shop: SHOP,
      mid: OWN_MID,
      people: new Map<string, string>(),
      onlyActivations: false,
    };
    deps = {
      reads: store.db,
      shop: SHOP,
      listedOperations: () => Promise.resolve([]),
      scope: () => Promise.resolve(scope),
      mirror: {
        async complete(period) {
          if (period.to - period.from > longestMs) return { outcome: 'failed', trouble: null, reason: 'timed out' };
          completed.push(period);
          return { outcome: 'ended', period, beganMs: 0, beganAt: 0 };
        },
      },
    };
  });
  afterEach(() => store.close());

  async function everything() {
    const ids = new Set<string>();
    let answers = 0;
    for (let cursor: string | null = null; ; ) {
      const { rows, next } = await readStretch(deps, DAY, cursor === null ? undefined : positionOf(cursor, DAY));
      for (const { id } of rows) ids.add(id);
      answers += 1;
      if (next === null) return { ids, answers };
      cursor = cursorOf(next);
    }
  }

  it('returns every row of any hour, and completes each stretch before it responds', async () => {
    await save([...Array.from({ length: 30 }, (_, index) => END - index * 45 * 60_000), DAY.from, DAY.to]);
    const { ids, answers } = await everything();
    expect(ids.size).toBe(32);
    expect(answers).toBeLessThan(6);
    expect(completed[0]).toEqual({ from: END - HOUR_MS, to: END });
    expect(completed.at(-1)?.from).toBe(DAY.from);
  });

  it('continues if an hour, or a millisecond, has more rows than an answer holds', async () => {
    await save(Array.from({ length: 2_500 }, (_, index) => (index < 1_500 ? END - 5_000 : END - 6_000 - index)));
    expect((await everything()).ids.size).toBe(2_500);
  });

  it('uses shorter stretches if the issuer cannot handle long ones, and reports a failure if it cannot handle any', async () => {
    await save([END - 10, END - 30 * 60_000]);
    longestMs = 20 * 60_000;
    expect((await everything()).ids.size).toBe(2);
    longestMs = 0;
    await expect(readStretch(deps, DAY)).rejects.toMatchObject({ status: 503, code: 'issuer-unclear' });
  });

  it('returns a complete file in small pieces, so that no request waits for a large one', async () => {
    await save(Array.from({ length: 1_050 }, (_, index) => END - index * 1_000));
    const sizes: number[] = [];
    for await (const rows of readAll(deps, DAY)) sizes.push(rows.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_050);
  });

  it('returns each matching row once for an exported file', async () => {
    await save(Array.from({ length: 1_200 }, (_, index) => END - index * 60_000));
    const ids: string[] = [];
    for await (const rows of readAll(deps, DAY)) ids.push(...rows.map(({ id }) => id));
    expect([ids.length, new Set(ids).size]).toEqual([1_200, 1_200]);
    const none: unknown[] = [];
    for await (const rows of readAll(deps, DAY, { type: 'refund' })) none.push(...rows);
    expect(none).toEqual([]);
  });

  it('stays within the period and a limited length, with any cursor', () => {
    expect(positionOf('1-5', DAY)).toEqual({ before: DAY.from, lengthMs: 60_000 });
    expect(positionOf('9999999999999999-999999999999', DAY)).toEqual({ before: DAY.to, lengthMs: 31 * 24 * HOUR_MS });
    expect([
      nextStretchLength(HOUR_MS, 0),
      nextStretchLength(HOUR_MS, 1_000),
      nextStretchLength(HOUR_MS, 100_000),
    ]).toEqual([6 * HOUR_MS, HOUR_MS, HOUR_MS / 6]);
  });
});
