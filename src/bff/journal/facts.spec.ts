import { describe, expect, it } from 'vitest';
import { type CaptureFact, type Fact, type FactKind, factSchema, fold, mayFollow } from './facts.ts';

const capture: Omit<CaptureFact, 'kind'> = {
  captureId: 'c-1',
  authorizationId: null,
  captured: 100,
  evidence: 'answer',
  refundHandle: null,
  vouchers: [],
};
const FACTS: { [K in FactKind]: Extract<Fact, { kind: K }> } = {
  intent: { kind: 'intent', snapshot: null },
  sent: { kind: 'sent', attempt: 1, offset: null },
  unknown: { kind: 'unknown', reason: 'silence' },
  manager: { kind: 'manager', reason: 'late' },
  captured: { kind: 'captured', ...capture },
  captured_partial: { kind: 'captured_partial', ...capture },
  declined: { kind: 'declined', refusal: { reason: 'used', issuerCode: 'ERV0033', issuerText: null } },
  not_sent: { kind: 'not_sent', reason: 'refused' },
  not_captured: { kind: 'not_captured', reason: 'proved' },
};

const folded = (...kinds: (keyof typeof FACTS)[]) => fold(kinds.map((kind, at) => ({ at, fact: FACTS[kind] })));

describe('the facts of a tender', () => {
  it.each([
    [['intent'], 'intent'],
    [['intent', 'not_sent'], 'not_sent'],
    [['intent', 'sent'], 'sent'],
    [['intent', 'sent', 'captured'], 'captured'],
    [['intent', 'sent', 'declined'], 'declined'],
    [['intent', 'sent', 'unknown', 'not_captured'], 'not_captured'],
    [['intent', 'sent', 'unknown', 'manager', 'captured'], 'captured'],
  ] as const)('%j add up to %s', (kinds, state) => {
    expect(folded(...kinds)).toMatchObject({ state, changedAt: kinds.length - 1 });
  });

  it.each([
    [['sent']],
    [['intent', 'intent']],
    [['intent', 'captured']],
    [['intent', 'sent', 'not_captured']],
    [['intent', 'sent', 'unknown', 'declined']],
    [['intent', 'sent', 'captured', 'not_captured']],
    [['intent', 'sent', 'unknown', 'manager', 'not_captured']],
  ] as const)('%j is a sequence that is never written', (kinds) => {
    expect(() => folded(...kinds)).toThrow();
  });

  it('never lead from a final state to anything', () => {
    for (const state of ['captured', 'declined', 'not_sent', 'cancelled'] as const) {
      expect(Object.values(FACTS).filter(({ kind }) => mayFollow(state, kind))).toEqual([]);
    }
  });

  it('survive being written down and read again', () => {
    for (const fact of Object.values(FACTS)) expect(factSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
  });
});
