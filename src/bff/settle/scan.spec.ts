import { describe, expect, it } from 'vitest';
import { money } from '../../contract/money.ts';
import { row } from '../../testing/model-issuer.ts';
import type { Asked, IssuerTransaction } from '../issuer/port.ts';
import { readPeriod, readPeriodTwice } from './scan.ts';

const PERIOD = { from: 0, to: 1 };
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
    expect(ids(await readPeriodTwice(serve(page('a'), page(), page('a', 'b'), page(), page('b', 'a'), page()), PERIOD))).toEqual([
      'b',
      'a',
    ]);
    let next = 0;
    const restless = { searchPage: (_: unknown, index: number) => Promise.resolve(index === 0 ? page(String(next++)) : page()) };
    expect(ids(await readPeriodTwice(restless, PERIOD))).toBe('unclear');
  });

  it('asks for two hundred pages and no more of a period that never ends, and says so', async () => {
    let asked = 0;
    const endless = { searchPage: () => Promise.resolve(page(String(asked++))) };
    expect(await readPeriod(endless, PERIOD)).toEqual({ outcome: 'unclear', reason: 'the search did not end within 200 pages' });
    expect(asked).toBe(200);
  });

  it('gives up on a restless issuer after four passes, and says so', async () => {
    let passes = 0;
    const restless = { searchPage: (_: unknown, index: number) => Promise.resolve(index === 0 ? page(String(passes++)) : page()) };
    expect(await readPeriodTwice(restless, PERIOD)).toEqual({ outcome: 'unclear', reason: 'the search kept changing while it was read' });
    expect(passes).toBe(4);
  });

  it('believes no pass when one of them could not be read to its end', async () => {
    expect(await readPeriodTwice(serve(BROKEN), PERIOD)).toEqual(BROKEN);
    expect(await readPeriodTwice(serve(page('a'), page(), page('a'), BROKEN), PERIOD)).toEqual(BROKEN);
  });

  it('takes passes for different whose ids only look alike when they are run together', async () => {
    const alike = serve(page('a', 'bc'), page(), page('ab', 'c'), page(), page('a b', 'c'), page());
    expect(ids(await readPeriodTwice(alike, PERIOD, {}, 3))).toBe('unclear');
  });
});
