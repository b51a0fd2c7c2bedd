import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../contract/limits.ts';
import type { Phase as AnyPhase } from '../wishes/wish.ts';
import { emptyDraft, typed } from './draft.ts';
import { type ActivateEvent, type Activating, find, nothingYet, reduce } from './machine.ts';
import type { ActivationWish } from './wish.ts';

const run = (state: Activating, ...events: ActivateEvent[]) => events.reduce(reduce, state);
const scanned = (text: string, at = 1_000, id = `a${at}`): ActivateEvent => ({
  type: 'scanned',
  scan: { text, source: 'wedge', at },
  id,
  now: at,
});
const counted = run(nothingYet, { type: 'changed', change: (draft) => typed(draft, { start: '000101', end: '000150', count: '50' }) });
const confirmed = (id = 'a1'): ActivateEvent => ({ type: 'confirmed', id, now: 1_000 });
const list: ActivationWish = { id: 'a1', mode: 'list', ranges: [{ start: '000101', end: '000150', count: 50 }], savedAt: 1_000 };
const told = (phase: AnyPhase<never>, wish = list): ActivateEvent => ({ type: 'told', delivery: { wish, phase } });
const refused = told({ at: 'refused', failure: { kind: 'not-saved' } });

describe('a list', () => {
  it('is on its way once it is confirmed, and cannot be confirmed twice', () => {
    const begun = run(counted, confirmed());
    expect(find(begun, 'a1')).toEqual({ wish: list, phase: { at: 'sending' } });
    expect(run(begun, confirmed('a2'))).toBe(begun);
  });

  it('with a fault is not begun', () => {
    expect(run(nothingYet, confirmed())).toBe(nothingYet);
  });

  it('that was refused stays to be mended, and the refusal goes with the first change', () => {
    const begun = run(counted, confirmed(), refused);
    expect(begun).toMatchObject({ draft: { hand: { start: '000101' } }, delivery: { phase: { at: 'refused' } } });
    expect(run(begun, { type: 'changed', change: (draft) => draft }).delivery).toBeNull();
    expect(find(run(begun, confirmed('a2')), 'a2')?.phase.at).toBe('sending');
  });

  it('that was kept is not put over one that somebody has begun since', () => {
    const kept: ActivateEvent = { type: 'found', draft: typed(emptyDraft, { start: '000900' }) };
    expect(run(nothingYet, kept).draft.hand.start).toBe('000900');
    expect(run(counted, kept)).toBe(counted);
  });
});

describe('a card that is scanned to be activated by itself', () => {
  const cards = run(nothingYet, { type: 'chosen', mode: 'cards' });

  it('is on its way with its scan, under the id of the event, once', () => {
    const begun = run(cards, scanned('000501', 1_000), scanned('000501', 1_000 + LIMITS.scanCooldownMs - 1));
    expect(begun.cards.map(({ wish }) => [wish.id, wish.mode, wish.ranges[0]?.start])).toEqual([['a1000', 'card', '000501']]);
    expect(begun.note).toBe('again');
  });

  it('keeps its place while more is heard of it, and twenty stay in sight', () => {
    const begun = run(cards, ...Array.from({ length: 22 }, (_, index) => scanned(`0005${10 + index}`, index)));
    expect(begun.cards).toHaveLength(20);
    const [newest, second] = begun.cards;
    if (second === undefined) throw new Error('no card is in sight');
    const after = run(begun, told({ at: 'silent' }, second.wish));
    expect(after.cards.map(({ phase }) => phase.at).slice(0, 3)).toEqual(['sending', 'silent', 'sending']);
    expect(after.cards[0]).toBe(newest);
  });
});
