import { describe, expect, it } from 'vitest';
import { money } from '../../../contract/money/money.ts';
import { row } from '../../../testing/issuer/model-issuer.ts';
import { settlingState as at, NO_ROWS, WINDOW_MS as W } from '../../../testing/issuer/settling.ts';
import type { RowVerdict } from './candidates.ts';
import { balanceForSecondAttempt, decide, type Evidence } from './rules.ts';
import { isManagerDue, nextQuestionMs } from './schedule.ts';

describe('the proof of “not redeemed”', () => {
  it('needs W and two equal readings ten seconds apart', () => {
    expect(decide(NO_ROWS, at({ nowMs: W - 1 }))).toEqual({ do: 'wait', nothingSinceMs: null });
    expect(decide(NO_ROWS, at())).toEqual({ do: 'wait', nothingSinceMs: W });
    expect(decide(NO_ROWS, at({ nowMs: W + 9_999, nothingSinceMs: W }))).toEqual({ do: 'wait', nothingSinceMs: W });
    expect(decide(NO_ROWS, at({ nowMs: W + 10_000, nothingSinceMs: W })).do).toBe('proved-nothing');
  });

  it.each([
    ['no usable answer', null, {}],
    [
      'a balance that is not explained',
      { weighed: { verdict: 'nothing' }, proved: true, balanceExplained: false, remaining: 4000, wasRefunded: false },
      {},
    ],
    ['a clock that was set', NO_ROWS, { clockJumped: true }],
  ] as const)('starts over after %s', (_, evidence, changes) => {
    expect(decide(evidence, at({ nowMs: W + 20_000, nothingSinceMs: W, ...changes }))).toEqual({
      do: 'wait',
      nothingSinceMs: null,
    });
  });
});

describe('a row that fits', () => {
  it('is reported at once, even after a manager was called', () => {
    const found: Evidence = {
      weighed: { verdict: 'found', row: row('capture', 'c-1', 'AB12', 1, money(1, 'SGD'), '1', 0) },
      proved: true,
      balanceExplained: false,
      remaining: null,
      wasRefunded: false,
    };
    expect(decide(found, at({ nowMs: 1 })).do).toBe('found');
    expect(decide(found, at({ withManager: true })).do).toBe('found');
  });
});

describe('a capture with an unknown status', () => {
  const likely = (balanceExplained: boolean): Evidence => ({
    weighed: { verdict: 'likely', mayBeOlder: false, row: row('capture', 'c-1', 'AB12', 1, money(1, 'SGD'), '1', 0) },
    proved: true,
    balanceExplained,
    remaining: 0,
    wasRefunded: false,
  });

  it('is accepted if the balance agrees, and otherwise waits for a manager', () => {
    expect(decide(likely(true), at({ nowMs: 1 })).do).toBe('found');
    expect(decide(likely(false), at({ nowMs: W + 60_000, nothingSinceMs: W })).do).toBe('wait');
    expect(decide(likely(false), at({ nowMs: 600_000 })).do).toBe('manager');
  });
});

describe('a capture that may be older than the attempt', () => {
  const older: Evidence = {
    weighed: { verdict: 'likely', mayBeOlder: true, row: row('capture', 'c-1', 'AB12', 1, money(1, 'SGD'), '1', 0) },
    proved: true,
    balanceExplained: true,
    remaining: 0,
    wasRefunded: false,
  };

  it('is accepted only after W, because until then our own capture may have changed the balance', () => {
    expect(decide(older, at({ nowMs: W - 1 }))).toEqual({ do: 'wait', nothingSinceMs: null });
    expect(decide(older, at()).do).toBe('found');
  });

  it('is not accepted without a proof, because our own capture may appear late', () => {
    expect(decide({ ...older, proved: false }, at()).do).toBe('wait');
  });
});

describe('a manager', () => {
  it('is called for rows that need a person’s decision, and for an authorization without a capture after W', () => {
    const two = { code: 'several-fit', reason: 'two', rows: [] } as const;
    const half = { code: 'authorization-only', reason: 'half', rows: [] } as const;
    const judged = (weighed: RowVerdict): Evidence => ({
      weighed,
      proved: true,
      balanceExplained: false,
      remaining: null,
      wasRefunded: false,
    });
    expect(decide(judged({ verdict: 'manager', ...two }), at({ nowMs: 1 }))).toEqual({ do: 'manager', ...two });
    expect(decide(judged({ verdict: 'half-way', ...half }), at({ nowMs: W - 1 })).do).toBe('wait');
    expect(decide(judged({ verdict: 'half-way', ...half }), at())).toEqual({ do: 'manager', ...half });
  });

  it.each([
    null,
    NO_ROWS,
    {
      weighed: { verdict: 'nothing' },
      proved: true,
      balanceExplained: false,
      remaining: 1,
      wasRefunded: false,
    } as const,
  ])('is called after ten minutes, whatever is missing', (evidence) => {
    expect(decide(evidence, at({ nowMs: 599_999 })).do).toBe('wait');
    expect(decide(evidence, at({ nowMs: 600_000 })).do).toBe('manager');
  });

  it('is called once', () => {
    expect(decide(null, at({ nowMs: 700_000, withManager: true }))).toEqual({ do: 'wait', nothingSinceMs: null });
  });
});

describe('a second attempt', () => {
  const first = { attempts: 1, requested: 3000, remainingBefore: 5000, singleUse: false, wasRefunded: false };

  it('is made at once if the balance is unchanged and can pay only one of the two', () => {
    expect(balanceForSecondAttempt(first)).toBe(5000);
    expect(decide(NO_ROWS, at({ nowMs: 1, balanceForSecondAttempt: 5000 }))).toEqual({ do: 'attempt-again' });
    expect(decide({ ...NO_ROWS, remaining: 2000 }, at({ nowMs: 1, balanceForSecondAttempt: 5000 })).do).toBe('wait');
    expect(decide(NO_ROWS, at({ nowMs: 1, balanceForSecondAttempt: 5000, mayBeUnsent: true })).do).toBe('wait');
    expect(decide({ ...NO_ROWS, wasRefunded: true }, at({ nowMs: 1, balanceForSecondAttempt: 5000 })).do).toBe('wait');
    expect(balanceForSecondAttempt({ ...first, wasRefunded: true })).toBeNull();
    expect(decide({ ...NO_ROWS, remaining: 8000 }, at({ nowMs: 1, balanceForSecondAttempt: 5000 })).do).toBe('wait');
    expect(decide(null, at({ nowMs: 1, balanceForSecondAttempt: 5000 })).do).toBe('wait');
  });

  it.each([
    ['half of the balance or less was requested', { requested: 2500 }],
    ['more than the balance was requested', { requested: 5001 }],
    ['the balance was unknown', { remainingBefore: null }],
    ['it would be the third', { attempts: 2 }],
  ])('is not made if %s', (_, changes) => {
    expect(balanceForSecondAttempt({ ...first, ...changes })).toBeNull();
  });

  it('is made even for a small part of a single-use voucher', () => {
    expect(balanceForSecondAttempt({ ...first, requested: 100, singleUse: true })).toBe(5000);
  });

  it('restarts W, but not the ten minutes until a manager is called', () => {
    expect(decide(NO_ROWS, at({ nowMs: 500_000, startedMs: 400_000 }))).toEqual({ do: 'wait', nothingSinceMs: null });
    expect(decide(NO_ROWS, at({ nowMs: 600_000, startedMs: 400_000 })).do).toBe('manager');
  });
});

it('settling runs after 2 s, every 3 s for a minute, then every 15 s, 10 s after a first proof, and rarely once a manager is called', () => {
  const next = (elapsedMs: number, withManager = false) =>
    nextQuestionMs({ elapsedMs, withManager, nothingForMs: null });
  expect([next(0), next(500), next(2_000), next(59_999), next(60_000)]).toEqual([2_000, 1_500, 3_000, 3_000, 15_000]);
  expect([next(600_000, true), next(30 * 86_400_000, true)]).toEqual([300_000, 300_000]);
  const soon = (nothingForMs: number) => nextQuestionMs({ elapsedMs: 300_000, withManager: false, nothingForMs });
  expect([soon(0), soon(4_000), soon(12_000)]).toEqual([10_000, 6_000, 0]);
  expect([
    isManagerDue({ elapsedMs: 599_999, withManager: false }),
    isManagerDue({ elapsedMs: 600_000, withManager: true }),
  ]).toEqual([false, false]);
});
