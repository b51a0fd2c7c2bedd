import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Explained } from '../../contract/transaction.ts';
import { readerOf } from '../../testing/mirror-kit.ts';
import { codeOfProblem, createShelf, OWN_MID, rowAt } from '../../testing/search-shelf.ts';
import type { Period } from '../issuer/port.ts';
import { glance, readAll, readStretch } from './read.ts';
import { cursorOf, positionOf } from './stretches.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const END = Date.parse('2026-11-21T16:00:00Z');
const WEEK = { from: END - 7 * DAY_MS, to: END };

function depsOf(shelf: ReturnType<typeof createShelf>, explained: ReadonlyMap<string, Explained> = new Map()) {
  return { mirror: readerOf(shelf), mid: () => Promise.resolve<string | null>(OWN_MID), explain: () => Promise.resolve(explained) };
}

async function idsOf(...[deps, period]: Parameters<typeof readAll>): Promise<string[]> {
  const ids: string[] = [];
  for await (const rows of readAll(deps, period)) ids.push(...rows.map(({ row }) => row.transactionId));
  return ids;
}

describe('a period', () => {
  it('is read to its end, each row once, however they lie in it', async () => {
    const anywhere = fc.array(fc.integer({ min: 0, max: 7 * DAY_MS }), { maxLength: 400 });
    await fc.assert(
      fc.asyncProperty(anywhere, fc.integer({ min: 1, max: 30 }), async (offsets, pageSize) => {
        const rows = offsets.map((offset, index) => rowAt(END - offset, `t${index}`));
        const ids = await idsOf(depsOf(createShelf(rows, { pageSize })), WEEK);
        expect(ids.sort()).toEqual(rows.map(({ transactionId }) => transactionId).sort());
      }),
      { numRuns: 30 },
    );
  });

  it('loses nothing while new rows push others to later pages', async () => {
    const rows = Array.from({ length: 300 }, (_, index) => rowAt(END - HOUR_MS + index * 1_000, `old${index}`));
    let arrived = 0;
    const shelf = createShelf(rows, { pageSize: 10, before: () => shelf.add(rowAt(END - 1_000, `new${arrived++}`)) });
    const ids = await idsOf(depsOf(shelf), { from: END - HOUR_MS, to: END });
    expect(rows.filter(({ transactionId }) => !ids.includes(transactionId))).toEqual([]);
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('loses nothing to an issuer that repeats rows, shuffles pages, caps them, or names no times', async () => {
    const rows = Array.from({ length: 60 }, (_, index) => rowAt(END - index * 60_000, `t${index}`));
    const odd = [rowAt(null, 'no time'), ...rows];
    for (const options of [{ pageSize: 7, repeats: 3 }, { pageSize: 50, shuffled: true }, { pageSize: 1 }]) {
      expect((await idsOf(depsOf(createShelf(odd, options)), WEEK)).sort()).toEqual(odd.map(({ transactionId }) => transactionId).sort());
    }
  });

  it('keeps of a row that comes twice the one that was updated last', async () => {
    const atEdge = (lastUpdatedAt: number) => rowAt(END - HOUR_MS, 'same', { lastUpdatedAt, rawStatus: String(lastUpdatedAt) });
    const searchPage = ({ to }: Period, page: number) =>
      Promise.resolve({ outcome: 'found' as const, value: page > 0 ? [] : [atEdge(to === END ? 2 : 1)] });
    const { rows } = await readStretch({ ...depsOf(createShelf([])), mirror: readerOf({ searchPage }) }, WEEK);
    expect(rows.map(({ row }) => row.rawStatus)).toEqual(['2']);
  });

  it('begins with what is newest, in few questions, and grows where little happens', async () => {
    const shelf = createShelf([rowAt(END - 10, 'new'), rowAt(END - 6 * DAY_MS, 'old')], { pageSize: 100 });
    const first = await readStretch(depsOf(shelf), WEEK);
    expect(first.rows.map(({ row }) => row.transactionId)).toEqual(['new']);
    expect(first.next?.lengthMs).toBeGreaterThan(HOUR_MS);
    await idsOf(depsOf(shelf), WEEK);
    expect(shelf.asked()).toBeLessThan(60);
  });
});

describe('a first glance', () => {
  it('shows what is newest in one question, however long nothing happened before that', async () => {
    const shelf = createShelf([rowAt(END - 20 * HOUR_MS, 'last night'), rowAt(END - 21 * HOUR_MS, 'before')], { pageSize: 1 });
    expect((await glance(depsOf(shelf), WEEK))?.rows.map(({ row }) => row.transactionId)).toEqual(['last night']);
    expect(shelf.asked()).toBe(1);
  });

  it('is not cast where one question reads everything, and tells nothing where nothing can be seen', async () => {
    const shelf = createShelf([rowAt(END - 1, 'a')]);
    expect(await glance(depsOf(shelf), { from: END - HOUR_MS, to: END })).toBeNull();
    expect(shelf.asked()).toBe(0);
    expect(await glance(depsOf(createShelf([])), WEEK)).toBeNull();
    expect(await glance(depsOf(createShelf([rowAt(END - 1, 'theirs', { mid: '000000000000099' })])), WEEK)).toBeNull();
    expect(await glance(depsOf(createShelf([], { refuse: () => true })), WEEK)).toBeNull();
  });
});

describe('what other shops do', () => {
  const rows = [
    rowAt(END - 1, 'ours'),
    rowAt(END - 2, 'theirs', { mid: '000000000000099' }),
    rowAt(END - 3, 'attached', { mid: '000000000000099' }),
    rowAt(END - 4, 'nobody’s', { mid: '' }),
  ];
  const explained = new Map([['attached', { operation: 'tender', id: 'x', person: 'Ana', device: 'Till 1' } as const]]);

  it('is seen only where the journal explains it; rows that name no shop are shown', async () => {
    expect((await idsOf(depsOf(createShelf(rows), explained), WEEK)).sort()).toEqual(['attached', 'nobody’s', 'ours']);
  });

  it('is told apart by the journal alone while nobody knows our number', async () => {
    const deps = { ...depsOf(createShelf(rows), explained), mid: () => Promise.resolve(null) };
    expect(await idsOf(deps, WEEK)).toEqual(['attached']);
  });
});

describe('an issuer that does not answer', () => {
  it('is asked for less at a time before anybody gives up', async () => {
    const rows = Array.from({ length: 50 }, (_, index) => rowAt(END - index * 60_000, `t${index}`));
    const shelf = createShelf(rows, { pageSize: 100, refuse: ({ from, to }) => to - from > 20 * 60_000 });
    const { rows: read, reached } = await readStretch(depsOf(shelf), WEEK);
    expect(read.length).toBeGreaterThan(10);
    expect(reached).toBeGreaterThan(END - 2 * HOUR_MS);
  });

  it('ends a stretch before what could not be read, so that nothing is left out', async () => {
    const rows = [rowAt(END - 1, 'a'), rowAt(END - 1.5 * HOUR_MS, 'b'), rowAt(END - 2.5 * HOUR_MS, 'c')];
    let ill = true;
    const shelf = createShelf(rows, { refuse: ({ to }) => ill && to < END - HOUR_MS / 2 && to > END - 1.5 * HOUR_MS });
    const first = await readStretch(depsOf(shelf), WEEK);
    expect([first.rows.map(({ row }) => row.transactionId), first.reached]).toEqual([['a'], END - HOUR_MS]);
    ill = false;
    const second = await readStretch(depsOf(shelf), WEEK, first.next ?? undefined);
    expect(second.rows.map(({ row }) => row.transactionId)).toEqual(['b', 'c']);
  });

  it('is said to be unclear when nothing at all could be read', async () => {
    const shelf = createShelf([], { refuse: () => true });
    expect(await readStretch(depsOf(shelf), WEEK).catch(codeOfProblem)).toBe('issuer-unclear');
  });
});

describe('a cursor', () => {
  it('leads back to where it was made, and never out of the period', () => {
    fc.assert(
      fc.property(fc.integer({ min: WEEK.from, max: WEEK.to }), fc.integer({ min: 60_000, max: DAY_MS }), (before, lengthMs) => {
        expect(positionOf(cursorOf({ before, lengthMs }), WEEK)).toEqual({ before, lengthMs });
      }),
    );
    expect(positionOf('9999999999999999-0', WEEK)).toEqual({ before: WEEK.to, lengthMs: 60_000 });
    expect(positionOf('0-999999999999', WEEK).before).toBe(WEEK.from);
  });
});
