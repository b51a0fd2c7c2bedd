import { describe, expect, it } from 'vitest';
import { money } from '../../contract/money.ts';
import { row } from '../../testing/model-issuer.ts';
import { createShelf, rowAt } from '../../testing/search-shelf.ts';
import type { Asked, IssuerTransaction } from '../issuer/port.ts';
import { readPeriod, readPeriodTwice, readPieces } from './reading.ts';

const PERIOD = { from: 0, to: 1 };
/** The voucher is the one of every row, as far as a story says nothing else. */
const any = () => true;
const page = (...ids: string[]): Asked<IssuerTransaction[]> => ({
  outcome: 'found',
  value: ids.map((id) => row('capture', id, 'AB12', 1, money(1, 'SGD'), '1', 0)),
});
const BROKEN = { outcome: 'unclear', reason: 'no answer' } as const;

/** Gives the pages in the order in which they are asked for, and empty ones afterwards. */
function serve(...pages: Asked<IssuerTransaction[]>[]) {
  const asked: number[] = [];
  return {
    asked,
    searchPage: (_: unknown, index: number) =>
      Promise.resolve(asked.push(index) > pages.length ? page() : (pages[asked.length - 1] ?? page())),
  };
}

const ids = (asked: Asked<IssuerTransaction[]>) =>
  asked.outcome === 'found' ? asked.value.map(({ transactionId }) => transactionId) : asked.outcome;

describe('reading a period', () => {
  it('goes on until a page brings nothing new, even when the issuer makes its pages small', async () => {
    const issuer = serve(page('a', 'b'), page('c'), page());
    expect(ids(await readPeriod(issuer, PERIOD))).toEqual(['a', 'b', 'c']);
    expect(issuer.asked).toEqual([0, 1, 2]);
  });

  it('counts a row once that moved to the next page, and ends with an issuer that gives one page for ever', async () => {
    expect(ids(await readPeriod(serve(page('a', 'b'), page('b', 'c')), PERIOD))).toEqual(['a', 'b', 'c']);
    expect(ids(await readPeriod({ searchPage: () => Promise.resolve(page('a')) }, PERIOD))).toEqual(['a']);
  });

  it('goes on past a first page that comes twice, as from a service that counts pages from 1', async () => {
    expect(ids(await readPeriod(serve(page('a', 'b'), page('a', 'b'), page('c'), page()), PERIOD))).toEqual(['a', 'b', 'c']);
  });

  it('takes the word that a later page is not there for the end, but not for the first page', async () => {
    expect(ids(await readPeriod(serve(page('a'), { outcome: 'absent' }), PERIOD))).toEqual(['a']);
    expect(ids(await readPeriod(serve({ outcome: 'absent' }), PERIOD))).toBe('absent');
  });

  it('is unclear when any page is missing, or when it never ends', async () => {
    expect(ids(await readPeriod(serve(page('a'), BROKEN), PERIOD))).toBe('unclear');
    let next = 0;
    expect(ids(await readPeriod({ searchPage: () => Promise.resolve(page(String(next++))) }, PERIOD))).toBe('unclear');
  });

  it('believes two passes that agree, and no restless issuer', async () => {
    expect(ids(await readPeriodTwice(serve(page('a'), page(), page('a', 'b'), page(), page('b', 'a'), page()), PERIOD, any))).toEqual([
      'a',
      'b',
    ]);
    let next = 0;
    const restless = { searchPage: (_: unknown, index: number) => Promise.resolve(index === 0 ? page(String(next++)) : page()) };
    expect(ids(await readPeriodTwice(restless, PERIOD, any))).toBe('unclear');
  });

  it('asks for two hundred pages and no more of a second that never ends, and says so', async () => {
    let asked = 0;
    const endless = { searchPage: () => Promise.resolve(page(String(asked++))) };
    expect(await readPeriod(endless, PERIOD)).toEqual({
      outcome: 'unclear',
      why: 'search-endless',
      reason: 'the search did not end within 200 pages',
    });
    expect(asked).toBe(200);
  });

  it('gives up on a restless issuer after four passes, and says so', async () => {
    let passes = 0;
    const restless = { searchPage: (_: unknown, index: number) => Promise.resolve(index === 0 ? page(String(passes++)) : page()) };
    expect(await readPeriodTwice(restless, PERIOD, any)).toEqual({
      outcome: 'unclear',
      why: 'search-restless',
      reason: 'the search kept changing while it was read',
    });
    expect(passes).toBe(4);
  });

  it('believes no pass when one of them could not be read to its end', async () => {
    expect(await readPeriodTwice(serve(BROKEN), PERIOD, any)).toEqual(BROKEN);
    expect(await readPeriodTwice(serve(page('a'), page(), page('a'), BROKEN), PERIOD, any)).toEqual(BROKEN);
  });

  it('takes passes for different whose ids only look alike when they are run together', async () => {
    const alike = serve(page('a', 'bc'), page(), page('ab', 'c'), page(), page('a b', 'c'), page());
    expect(ids(await readPeriodTwice(alike, PERIOD, any, {}, 3))).toBe('unclear');
  });

  it('believes passes that agree on the voucher, whatever others do with theirs meanwhile', async () => {
    let next = 0;
    const busy = { searchPage: (_: unknown, index: number) => Promise.resolve(index === 0 ? page('ours', `other-${next++}`) : page()) };
    const isOurs = ({ transactionId }: IssuerTransaction) => transactionId === 'ours';
    expect(ids(await readPeriodTwice(busy, PERIOD, isOurs))).toEqual(['ours', 'other-0', 'other-1']);
  });

  it('believes no pass that misses a row which one before it showed', async () => {
    const forgetful = serve(page('a'), page(), page(), page(), page());
    expect(ids(await readPeriodTwice(forgetful, PERIOD, any))).toBe('unclear');
    const back = serve(page('a'), page(), page(), page('a'), page());
    expect(ids(await readPeriodTwice(back, PERIOD, any))).toEqual(['a']);
  });

  it('gives up what it has no time for, and says that the issuer showed too much', async () => {
    let left = 3;
    let next = 0;
    const endless = { searchPage: () => Promise.resolve(page(String(next++))) };
    const reading = await readPeriod(endless, { from: 0, to: 3_600_000 }, { tooLong: () => left-- === 0 });
    expect(reading).toEqual({ outcome: 'unclear', why: 'search-endless', reason: 'the search did not end in time' });
    expect(next).toBe(3);
  });
});

describe('a period with more rows than there are pages', () => {
  const HOUR_MS = 3_600_000;
  const MINUTE_MS = 60_000;

  /** Rows one after another, evenly over an hour, and their search. */
  function busyHour(count: number, more: readonly IssuerTransaction[] = [], pageSize = 100) {
    const even = Array.from({ length: count }, (_, index) => rowAt(Math.floor((index * HOUR_MS) / count), `t-${index}`));
    return createShelf([...even, ...more], { pageSize });
  }

  it('is read whole, in pieces', async () => {
    const hour = busyHour(21_000);
    const read = ids(await readPeriod(hour, { from: 0, to: HOUR_MS }));
    expect(new Set(read).size).toBe(21_000);
    expect(hour.asked()).toBeLessThan(450);
  });

  it('is read in pieces that touch, shorter where more happened and longer again afterwards', async () => {
    const burst = Array.from({ length: 600 }, (_, index) => rowAt(10 * MINUTE_MS + index * 10, `b-${index}`));
    const pieces: { from: number; to: number }[] = [];
    for await (const { period, reading } of readPieces(busyHour(100, burst, 1), { from: 0, to: HOUR_MS })) {
      expect(reading.outcome).toBe('found');
      pieces.push(period);
    }
    expect(pieces[0]?.from).toBe(0);
    expect(pieces.at(-1)?.to).toBe(HOUR_MS);
    expect(pieces.slice(1).every(({ from }, index) => from === pieces[index]?.to)).toBe(true);
    const lengths = pieces.map(({ from, to }) => to - from);
    expect(Math.min(...lengths)).toBeLessThan(3_000);
    expect(lengths.length).toBeLessThan(40);
  });

  it('goes on behind a second that cannot be read', async () => {
    const broken = (period: { from: number; to: number }) => period.from <= 30 * MINUTE_MS && period.to >= 30 * MINUTE_MS + 500;
    const hour = createShelf(
      Array.from({ length: 40_000 }, (_, index) => rowAt(index * 90, `t-${index}`)),
      { pageSize: 100, refuse: broken },
    );
    const unread: { from: number; to: number }[] = [];
    for await (const { period, reading } of readPieces(hour, { from: 0, to: HOUR_MS }))
      if (reading.outcome !== 'found') unread.push(period);
    expect(unread).toHaveLength(1);
  });
});
