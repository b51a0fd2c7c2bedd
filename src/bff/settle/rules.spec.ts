import { describe, expect, it } from 'vitest';
import { money } from '../../contract/money.ts';
import { row } from '../../testing/model-issuer.ts';
import { decide, type Evidence, type Standpoint } from './rules.ts';
import { isManagerDue, nextAskMs } from './schedule.ts';

const W = 210_000;
const nothing: Evidence = { weighed: { verdict: 'nothing' }, balanceExplained: true };
const at = (changes: Partial<Standpoint> = {}): Standpoint => ({
  nowMs: W,
  startedMs: 0,
  settleWindowMs: W,
  withManager: false,
  nothingSinceMs: null,
  clockJumped: false,
  ...changes,
});

describe('not captured', () => {
  it('needs W and two equal scans ten seconds apart', () => {
    expect(decide(nothing, at({ nowMs: W - 1 }))).toEqual({ do: 'wait', nothingSinceMs: null });
    expect(decide(nothing, at())).toEqual({ do: 'wait', nothingSinceMs: W });
    expect(decide(nothing, at({ nowMs: W + 9_999, nothingSinceMs: W }))).toEqual({ do: 'wait', nothingSinceMs: W });
    expect(decide(nothing, at({ nowMs: W + 10_000, nothingSinceMs: W })).do).toBe('not-captured');
  });

  it.each([
    ['no usable answer', null, {}],
    ['a balance that is not explained', { weighed: { verdict: 'nothing' }, balanceExplained: false }, {}],
    ['a clock that was set', nothing, { clockJumped: true }],
  ] as const)('starts over after %s', (_, evidence, changes) => {
    expect(decide(evidence, at({ nowMs: W + 20_000, nothingSinceMs: W, ...changes }))).toEqual({ do: 'wait', nothingSinceMs: null });
  });
});

describe('captured', () => {
  it('is said at once, also when a manager has been called', () => {
    const found: Evidence = {
      weighed: { verdict: 'captured', row: row('capture', 'c-1', 'AB12', 1, money(1, 'SGD'), '1', 0) },
      balanceExplained: false,
    };
    expect(decide(found, at({ nowMs: 1 })).do).toBe('capture');
    expect(decide(found, at({ withManager: true })).do).toBe('capture');
  });
});

describe('a capture whose status is a new word', () => {
  const likely = (balanceExplained: boolean): Evidence => ({
    weighed: { verdict: 'likely', row: row('capture', 'c-1', 'AB12', 1, money(1, 'SGD'), '1', 0) },
    balanceExplained,
  });

  it('is believed when the balance agrees, and waits for a manager when it does not', () => {
    expect(decide(likely(true), at({ nowMs: 1 })).do).toBe('capture');
    expect(decide(likely(false), at({ nowMs: W + 60_000, nothingSinceMs: W })).do).toBe('wait');
    expect(decide(likely(false), at({ nowMs: 600_000 })).do).toBe('manager');
  });
});

describe('a manager', () => {
  it('is called for rows that a person must judge, and for an authorization that stays alone after W', () => {
    expect(decide({ weighed: { verdict: 'manager', reason: 'two' }, balanceExplained: false }, at({ nowMs: 1 }))).toEqual({
      do: 'manager',
      reason: 'two',
    });
    const half: Evidence = { weighed: { verdict: 'half-way', reason: 'half' }, balanceExplained: false };
    expect(decide(half, at({ nowMs: W - 1 })).do).toBe('wait');
    expect(decide(half, at())).toEqual({ do: 'manager', reason: 'half' });
  });

  it.each([null, nothing, { weighed: { verdict: 'nothing' }, balanceExplained: false } as const])(
    'is called after ten minutes whatever is missing',
    (evidence) => {
      expect(decide(evidence, at({ nowMs: 599_999 })).do).toBe('wait');
      expect(decide(evidence, at({ nowMs: 600_000 })).do).toBe('manager');
    },
  );

  it('is called once', () => {
    expect(decide(null, at({ nowMs: 700_000, withManager: true }))).toEqual({ do: 'wait', nothingSinceMs: null });
  });
});

it('asks after two seconds, then every three for a minute, then every fifteen, and seldom once a manager has it', () => {
  const next = (elapsedMs: number, withManager = false) => nextAskMs({ elapsedMs, withManager });
  expect([next(0), next(500), next(2_000), next(59_999), next(60_000)]).toEqual([2_000, 1_500, 3_000, 3_000, 15_000]);
  expect([next(600_000, true), next(86_400_000, true)]).toEqual([300_000, null]);
  expect([isManagerDue({ elapsedMs: 599_999, withManager: false }), isManagerDue({ elapsedMs: 600_000, withManager: true })]).toEqual([
    false,
    false,
  ]);
});
