import { describe, expect, it } from 'vitest';
import { settlingState as at, captureRow, NO_ROWS, WINDOW_MS as W } from '../../../testing/issuer/settling.ts';
import type { RowVerdict } from './candidates.ts';
import { balanceForSecondAttempt, betterAnswer, decide, type Evidence } from './rules.ts';

const MANAGER_AFTER_MS = 600_000;
const halfWay: RowVerdict = { verdict: 'half-way', code: 'authorization-only', reason: 'half', rows: [] };

it('the reason for “not redeemed” states the time between the two searches', () => {
  expect(decide(NO_ROWS, at({ nowMs: W + 12_400, nothingSinceMs: W }))).toEqual({
    do: 'proved-nothing',
    reason: 'two complete searches 12 s apart found nothing, and the balance agrees',
  });
});

it('“not redeemed” is never concluded with an authorization awaiting its capture, or a row that may fit', () => {
  const likely: RowVerdict = { verdict: 'likely', row: captureRow(), mayBeOlder: true };
  for (const weighed of [halfWay, likely]) {
    const decision = decide(
      { weighed, proved: true, balanceExplained: true, remaining: 5000, wasRefunded: false },
      at({ nowMs: W - 1, settleWindowMs: W, nothingSinceMs: 0 }),
    );
    expect(decision).toEqual({ do: 'wait', nothingSinceMs: null });
  }
});

describe('a manager who is called after ten minutes', () => {
  const shows = (balanceExplained: boolean): Evidence => ({ ...NO_ROWS, balanceExplained });

  it.each([
    ['the issuer is silent', null, 'issuer-silent', 'the issuer gave no usable answer for ten minutes'],
    [
      'the balance contradicts the rows',
      shows(false),
      'balance-unproved',
      'no transaction was found, but the balance does not prove that nothing happened',
    ],
    [
      'the proof was always disturbed',
      shows(true),
      'never-undisturbed',
      'no transaction was found, but there was no quiet period to prove that nothing happened',
    ],
  ] as const)('gets the reason if %s', (_, evidence, code, reason) => {
    const overdue = at({ nowMs: MANAGER_AFTER_MS, clockJumped: true });
    expect(decide(evidence, overdue)).toEqual({ do: 'manager', code, reason, rows: [] });
  });

  it.each([
    [
      'search-restless',
      'the issuer answered for ten minutes, but its search results kept changing while they were read',
    ],
    ['search-endless', 'the issuer answered for ten minutes, but with more transactions than could be read in time'],
  ] as const)('gets the last reason why search could not be read, whatever came before: %s', (trouble, reason) => {
    const overdue = at({ nowMs: MANAGER_AFTER_MS, bestAnswer: 'complete' });
    expect(decide({ trouble }, overdue)).toEqual({ do: 'manager', code: trouble, reason, rows: [] });
  });

  it('gets “issuer silent” only if the issuer was always silent', () => {
    const codeOf = (bestAnswer: 'complete' | 'search-restless') =>
      decide(null, at({ nowMs: MANAGER_AFTER_MS, bestAnswer }));
    expect(codeOf('complete')).toMatchObject({ code: 'never-undisturbed' });
    expect(codeOf('search-restless')).toMatchObject({ code: 'search-restless' });
  });

  it('sees the matching row if the balance does not prove it', () => {
    const row = captureRow();
    const weighed: RowVerdict = { verdict: 'likely', row, mayBeOlder: true };
    const evidence = { ...NO_ROWS, balanceExplained: false, weighed };
    expect(decide(evidence, at({ nowMs: MANAGER_AFTER_MS }))).toEqual({
      do: 'manager',
      code: 'row-unproved',
      reason: 'a transaction matches, but it may be older, and the balance does not prove that it is this one',
      rows: [row],
    });
  });

  it('is called ten minutes after settling began on this server, whatever the clock showed then', () => {
    const began = { beganMs: 1_000_000, startedMs: 1_000_000 };
    expect(decide(null, at({ ...began, nowMs: 1_000_000 + MANAGER_AFTER_MS - 1 })).do).toBe('wait');
    expect(decide(null, at({ ...began, nowMs: 1_000_000 + MANAGER_AFTER_MS })).do).toBe('manager');
  });
});

it('the most informative answer of the issuer counts, and the latest of equally informative answers', () => {
  expect(betterAnswer('issuer-silent', null)).toBe('issuer-silent');
  expect(betterAnswer('issuer-silent', { trouble: 'search-restless' })).toBe('search-restless');
  expect(betterAnswer('search-endless', { trouble: 'search-restless' })).toBe('search-restless');
  expect(betterAnswer('search-restless', NO_ROWS)).toBe('complete');
  expect(betterAnswer('complete', { trouble: 'search-restless' })).toBe('complete');
  expect(betterAnswer('search-restless', null)).toBe('search-restless');
});

describe('a second attempt', () => {
  const untouched = at({ nowMs: 1, balanceForSecondAttempt: 5000 });

  it('is not made while the first attempt may have succeeded', () => {
    const row = captureRow();
    const judge: RowVerdict = { verdict: 'manager', code: 'row-differs', reason: 'differs', rows: [row] };
    for (const weighed of [halfWay, judge, { verdict: 'likely', row, mayBeOlder: true } as const]) {
      expect(
        decide({ weighed, proved: true, balanceExplained: true, remaining: 5000, wasRefunded: false }, untouched).do,
      ).not.toBe('attempt-again');
    }
  });

  it('is not made if it is not allowed, even if the voucher’s balance is unknown', () => {
    expect(decide({ ...NO_ROWS, remaining: null }, at({ nowMs: 1 })).do).toBe('wait');
    expect(decide({ ...NO_ROWS, remaining: null }, untouched).do).toBe('wait');
  });

  it('is not made once a manager was called', () => {
    expect(decide(NO_ROWS, { ...untouched, withManager: true })).toEqual({ do: 'wait', nothingSinceMs: null });
  });

  it('can be made for the whole balance, and for no more items than exist', () => {
    const first = { attempts: 1, requested: 5000, remainingBefore: 5000, singleUse: false, wasRefunded: false };
    expect(balanceForSecondAttempt(first)).toBe(5000);
    expect(balanceForSecondAttempt({ ...first, requested: 5001, singleUse: true })).toBeNull();
  });

  it('is not made before the first attempt, nor if the balance of a single-use voucher was unknown', () => {
    expect(
      balanceForSecondAttempt({
        attempts: 0,
        requested: 5000,
        remainingBefore: 5000,
        singleUse: true,
        wasRefunded: false,
      }),
    ).toBeNull();
    expect(
      balanceForSecondAttempt({
        attempts: 1,
        requested: 1,
        remainingBefore: null,
        singleUse: true,
        wasRefunded: false,
      }),
    ).toBeNull();
  });
});
