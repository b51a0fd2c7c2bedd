import { describe, expect, it } from 'vitest';
import {
  type CaptureFact,
  foldTender,
  mayFollowTender,
  type TenderFact,
  type TenderFactKind,
  tenderFactSchema,
} from './tender-facts.ts';

const capture: Omit<CaptureFact, 'kind'> = {
  captureId: 'c-1',
  authorizationId: null,
  captured: 100,
  evidence: 'answer',
  refundHandle: null,
  vouchers: [],
};
const FACTS: { [K in TenderFactKind]: Extract<TenderFact, { kind: K }> } = {
  intent: { kind: 'intent', snapshot: null },
  sent: { kind: 'sent', attempt: 1, offset: null },
  unknown: { kind: 'unknown', reason: 'silence', evidence: 'answer-lost' },
  manager: { kind: 'manager', reason: 'late', evidence: 'issuer-silent', candidates: [] },
  captured: { kind: 'captured', ...capture },
  captured_partial: { kind: 'captured_partial', ...capture },
  declined: { kind: 'declined', refusal: { reason: 'used', issuerCode: 'ERV0033', issuerText: null } },
  not_sent: { kind: 'not_sent', reason: 'refused' },
  not_captured: { kind: 'not_captured', reason: 'proved' },
  late_capture: { kind: 'late_capture', ...capture },
  attached: {
    kind: 'attached',
    capture: null,
    by: { personId: 'mei', person: 'Mei' },
    note: 'the customer left with the goods',
  },
  refunded: { kind: 'refunded', refundId: 'r-1', operationId: 'refund-1' },
};

const folded = (...kinds: (keyof typeof FACTS)[]) => foldTender(kinds.map((kind, at) => ({ at, fact: FACTS[kind] })));

describe('the facts of a tender', () => {
  it.each([
    [['intent'], 'intent'],
    [['intent', 'not_sent'], 'not_sent'],
    [['intent', 'sent'], 'sent'],
    [['intent', 'sent', 'captured'], 'captured'],
    [['intent', 'sent', 'declined'], 'declined'],
    [['intent', 'sent', 'unknown', 'not_captured'], 'not_captured'],
    [['intent', 'sent', 'unknown', 'manager', 'captured'], 'captured'],
    [['intent', 'sent', 'unknown', 'manager', 'not_captured'], 'not_captured'],
    [['intent', 'sent', 'unknown', 'manager', 'manager', 'attached'], 'attached'],
    [['intent', 'sent', 'unknown', 'sent', 'captured'], 'captured'],
    [['intent', 'sent', 'unknown', 'not_captured', 'late_capture', 'attached', 'refunded'], 'refunded'],
    [['intent', 'sent', 'captured', 'refunded'], 'refunded'],
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
    [['intent', 'sent', 'not_captured', 'attached']],
    [['intent', 'sent', 'captured', 'refunded', 'refunded']],
  ] as const)('are invalid in the sequence %j', (kinds) => {
    expect(() => folded(...kinds)).toThrow();
  });

  it('never revoke an outcome, except by a refund or a late capture', () => {
    const after = (state: Parameters<typeof mayFollowTender>[0]) =>
      Object.values(FACTS).flatMap(({ kind }) => (mayFollowTender(state, kind) ? kind : []));
    expect([after('cancelled'), after('refunded')]).toEqual([[], []]);
    for (const state of ['captured', 'captured_partial', 'attached'] as const)
      expect(after(state)).toEqual(['refunded']);
    for (const state of ['declined', 'not_sent', 'not_captured'] as const)
      expect(after(state)).toEqual(['late_capture']);
  });

  it('preserve the time of the first attempt, and count the second', () => {
    expect(folded('intent', 'sent', 'unknown', 'sent')).toMatchObject({ state: 'sent', sentAt: 1 });
  });

  it('preserve a late capture that a manager attaches', () => {
    expect(folded('intent', 'sent', 'declined', 'late_capture', 'attached').capture).toMatchObject({
      captureId: 'c-1',
    });
  });

  it('survive being stored and read again', () => {
    for (const fact of Object.values(FACTS))
      expect(tenderFactSchema.parse(JSON.parse(JSON.stringify(fact)))).toEqual(fact);
  });
});
