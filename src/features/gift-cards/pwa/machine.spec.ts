import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { ProblemCode } from '../../../contract/platform/problem.ts';
import type { ActivationView } from '../contract/activation.ts';
import { emptyDraft, enterTyped, type Sample } from './draft.ts';
import { type ActivateEvent, type ActivationPageState, find, initialActivationState, reduce } from './machine.ts';
import type { ActivationPhase, PendingActivation } from './pending-activation.ts';

const run = (state: ActivationPageState, ...events: ActivateEvent[]) => events.reduce(reduce, state);
const scanned = (text: string, at = 1_000, id = `a${at}`): ActivateEvent => ({
  type: 'scanned',
  scan: { text, source: 'wedge', at },
  id,
  now: at,
});
const counted = run(initialActivationState, {
  type: 'changed',
  change: (draft) => enterTyped(draft, { start: '000101', end: '000150', count: '50' }),
});
const confirmed = (id = 'a1'): ActivateEvent => ({ type: 'confirmed', id, now: 1_000 });
const list: PendingActivation = {
  id: 'a1',
  mode: 'list',
  ranges: [{ start: '000101', end: '000150', count: 50 }],
  savedAt: 1_000,
};
const told = (phase: ActivationPhase, operation = list): ActivateEvent => ({
  type: 'delivered',
  delivery: { operation, phase },
});
const refused = told({ at: 'refused', failure: { kind: 'not-saved' } });
const saidNo = (code: ProblemCode): ActivationPhase => ({
  at: 'refused',
  failure: { kind: 'problem', code, status: 400, details: {} },
});
const at = '2026-11-21T07:00:00Z';
const done: ActivationView = {
  id: 'a1',
  state: 'done',
  ranges: [],
  stopReason: null,
  createdAt: at,
  changedAt: at,
  person: 'Sam',
  device: 'Till 1',
};
const vouched: ActivateEvent = { type: 'vouched', id: 'v1', now: 2_000 };
const learned = (...lengths: number[]): ActivateEvent => ({ type: 'learned', lengths });

describe('a card that needs its printed digits', () => {
  const asking = run(initialActivationState, { type: 'chosen', mode: 'cards' }, { type: 'ruled', needsLastFour: true });
  const printed = (digits: string | null): ActivateEvent => ({ type: 'printed', id: 'a1000', digits });

  it('waits for them, and is sent with them', () => {
    const held = run(asking, scanned('000123'));
    expect([held.cards, held.held?.ranges[0]?.start]).toEqual([[], '000123']);
    expect(run(held, printed('0123')).cards).toMatchObject([
      { operation: { id: 'a1000', printed: '0123', ranges: [{ start: '000123' }] }, phase: { at: 'sending' } },
    ]);
  });

  it('is sent without them if its number was typed, and is marked as typed', () => {
    const sent = run(asking, {
      ...scanned('000123'),
      scan: { text: '000123', source: 'typed', at: 1_000 },
    } as ActivateEvent);
    expect(sent.cards).toMatchObject([{ operation: { numbersTyped: true, ranges: [{ start: '000123' }] } }]);
  });

  it('is replaced by the next scanned card, and can be dismissed', () => {
    const next = run(asking, scanned('000123'), scanned('000124', 9_000));
    expect([next.cards, next.held?.ranges[0]?.start]).toEqual([[], '000124']);
    expect(run(next, printed(null))).toMatchObject({ cards: [], held: null });
  });

  it('needs them even after a person confirmed that its code is a sequence number', () => {
    const doubtful = run(asking, scanned('1234567890'));
    expect(doubtful.held).toBeNull();
    expect(run(doubtful, vouched)).toMatchObject({ cards: [], held: { ranges: [{ start: '1234567890' }] } });
  });

  it('does not need them if its number was typed, which a person read from the card', () => {
    const typedIn = {
      type: 'scanned',
      scan: { text: '000123', source: 'typed', at: 1_000 },
      id: 'a1',
      now: 1,
    } as const;
    expect(run(asking, typedIn)).toMatchObject({ held: null, cards: [{ phase: { at: 'sending' } }] });
  });
});

describe('a list', () => {
  it('is sent once it is confirmed, and cannot be confirmed twice', () => {
    const begun = run(counted, confirmed());
    expect(find(begun, 'a1')).toEqual({ operation: list, phase: { at: 'sending' } });
    expect(run(begun, confirmed('a2'))).toBe(begun);
  });

  it('is not sent if it contains an error', () => {
    expect(run(initialActivationState, confirmed())).toBe(initialActivationState);
  });

  it('is stored with the samples of its cards', () => {
    const sample: Sample = { last4: '7890', status: 'active', at, when: 'before' };
    expect(run(counted, { type: 'sampled', sample }).draft).toEqual({ ...counted.draft, samples: [sample] });
  });

  it('stays for correction after a refusal, which disappears with the first change', () => {
    const begun = run(counted, confirmed(), refused);
    expect(begun).toMatchObject({ draft: { hand: { start: '000101' } }, delivery: { phase: { at: 'refused' } } });
    expect(run(begun, { type: 'changed', change: (draft) => draft }).delivery).toBeNull();
    expect(find(run(begun, confirmed('a2')), 'a2')?.phase.at).toBe('sending');
  });

  it('does not replace a newer draft when it is restored', () => {
    const kept: ActivateEvent = { type: 'found', draft: enterTyped(emptyDraft, { start: '000900' }) };
    expect(run(initialActivationState, kept).draft.hand.start).toBe('000900');
    expect(run(counted, kept)).toBe(counted);
  });

  it('is restored with its known lengths, after those learned meanwhile', () => {
    const kept: ActivateEvent = { type: 'found', draft: { ...emptyDraft, digits: [12, 8] } };
    expect(run(initialActivationState, learned(8, 10), kept).draft.digits).toEqual([10, 8, 12]);
  });

  it('is emptied once the server has it, and keeps the known lengths', () => {
    const heard = run(counted, learned(10), confirmed(), told({ at: 'answered', view: done }));
    expect(heard.draft).toEqual({ ...emptyDraft, digits: [10] });
  });
});

describe('a number that may be the code of a card', () => {
  const doubtful = run(initialActivationState, scanned('6454800101'));

  it('waits for confirmation, and does not change anything else', () => {
    expect(doubtful).toEqual({
      ...initialActivationState,
      note: 'maybe-code',
      doubt: { text: '6454800101', source: 'wedge', at: 1_000 },
    });
  });

  it('no longer waits for confirmation after the next scan, a change or a switch of mode', () => {
    const after: ActivateEvent[] = [
      scanned('000101', 3_000),
      scanned('AB123456789', 3_000),
      scanned('nonsense', 3_000),
      { type: 'read', text: '000101,000150,50' },
      { type: 'changed', change: (draft) => draft },
      { type: 'chosen', mode: 'cards' },
    ];
    expect(after.map((event) => run(doubtful, event).doubt)).toEqual(after.map(() => null));
  });

  it('goes into the current range after a person confirms it, and the next number of that length is added at once', () => {
    const first = run(doubtful, vouched);
    expect(first).toMatchObject({ draft: { hand: { start: '6454800101' }, digits: [10] }, note: null, doubt: null });
    expect(run(first, scanned('6454800150', 3_000)).draft.hand.end).toBe('6454800150');
  });

  it('is sent under the id of the event after a person confirms it, if cards are activated one by one', () => {
    const begun = run(initialActivationState, { type: 'chosen', mode: 'cards' }, scanned('6454800101'), vouched);
    expect(find(begun, 'v1')).toMatchObject({
      operation: { ranges: [{ start: '6454800101' }], savedAt: 2_000 },
      phase: { at: 'sending' },
    });
  });

  it('loses its confirmation once the issuer knows it as a code, while other known lengths are kept', () => {
    const begun = run(
      initialActivationState,
      learned(12),
      { type: 'chosen', mode: 'cards' },
      scanned('6454800101'),
      vouched,
    );
    const [card] = begun.cards;
    if (card === undefined) throw new Error('no card is in sight');
    expect(run(begun, told(saidNo('card-code'), card.operation)).draft.digits).toEqual([12]);
    expect(run(begun, told(saidNo('pin-needed'), card.operation)).draft.digits).toEqual([10, 12]);
  });

  it('cannot be confirmed unless it is in doubt, and a known length is not learned twice', () => {
    expect(run(initialActivationState, vouched)).toBe(initialActivationState);
    const known = run(initialActivationState, learned(10));
    expect(run(known, learned(10))).toBe(known);
  });
});

describe('a card that is scanned to be activated alone', () => {
  const cards = run(initialActivationState, { type: 'chosen', mode: 'cards' });

  it('is sent with its scan, under the id of the event, once', () => {
    const begun = run(cards, scanned('000501', 1_000), scanned('000501', 1_000 + LIMITS.scanCooldownMs - 1));
    expect(begun.cards.map(({ operation }) => [operation.id, operation.mode, operation.ranges[0]?.start])).toEqual([
      ['a1000', 'card', '000501'],
    ]);
    expect(begun.note).toBe('again');
  });

  it('keeps its place while updates arrive, and twenty stay in view', () => {
    const begun = run(cards, ...Array.from({ length: 22 }, (_, index) => scanned(`0005${10 + index}`, index)));
    expect(begun.cards).toHaveLength(20);
    const [newest, second] = begun.cards;
    if (second === undefined) throw new Error('no card is in sight');
    const after = run(begun, told({ at: 'silent' }, second.operation));
    expect(after.cards.map(({ phase }) => phase.at).slice(0, 3)).toEqual(['sending', 'silent', 'sending']);
    expect(after.cards[0]).toBe(newest);
  });
});
