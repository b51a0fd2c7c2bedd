import { describe, expect, it } from 'vitest';
import { type ClaimedPart, type Deed, judgeClosed, judgeEnd, type Standing, type ToldTill } from './judge.ts';

const ASKED = 3_000;
const TAKEN: Deed = { id: 'c1', worth: ASKED };
const NOTHING: ToldTill = { kind: 'nothing' };
const CAPTURED: Standing = { state: 'captured', open: false, parts: [{ claim: 'done', id: 'c1' }] };
const NOT_DONE: ClaimedPart = { claim: 'not done', id: null };
const over = (state: string): Standing => ({ state, open: false, parts: [NOT_DONE] });
const open = (state: string): Standing => ({ state, open: true, parts: [{ claim: 'unsure', id: null }] });
const said = (standing: Standing): ToldTill => ({ kind: 'standing', standing });

describe('an operation after a crash', () => {
  it.each<[string, Standing | null, Deed[]]>([
    ['done, with exactly one action at the voucher service', CAPTURED, [TAKEN]],
    ['found not done, without an action', over('not_captured'), []],
    ['never sent, without an action', over('not_sent'), []],
    ['never received, without an action', null, []],
  ])('passes when it is %s', (_, final, deeds) => {
    expect(judgeEnd({ asked: ASKED, told: NOTHING, final, deeds: [deeds] })).toEqual([]);
  });

  it.each<[string, Standing | null, Deed[]]>([
    ['it was done twice', CAPTURED, [TAKEN, { id: 'c2', worth: ASKED }]],
    ['it is reported as done, but was not', CAPTURED, []],
    ['it is done under a missing id', CAPTURED, [{ id: 'c2', worth: ASKED }]],
    ['it was done for another amount', CAPTURED, [{ id: 'c1', worth: 1 }]],
    ['it is reported as not done, but was', over('not_captured'), [TAKEN]],
    ['it is reported as never sent, but was done', over('not_sent'), [TAKEN]],
    ['it is reported as never received, but was done', null, [TAKEN]],
    ['it is still open', open('unknown'), []],
    ['a person is called although the voucher service works', open('manager'), [TAKEN]],
  ])('fails when %s', (_, final, deeds) => {
    expect(judgeEnd({ asked: ASKED, told: NOTHING, final, deeds: [deeds] })).toHaveLength(1);
  });

  it('fails when a valid request was refused', () => {
    const refused: ToldTill = { kind: 'problem', status: 404, code: 'not-found' };
    expect(judgeEnd({ asked: ASKED, told: refused, final: null, deeds: [[]] })).toEqual(['the till was told 404 not-found']);
  });

  it('fails if the till received another outcome before', () => {
    expect(judgeEnd({ asked: ASKED, told: said(CAPTURED), final: over('not_captured'), deeds: [[]] })).toEqual([
      'the till was told captured, and now it is not_captured',
    ]);
    expect(judgeEnd({ asked: ASKED, told: said(CAPTURED), final: CAPTURED, deeds: [[TAKEN]] })).toEqual([]);
    expect(judgeEnd({ asked: ASKED, told: said(open('sent')), final: CAPTURED, deeds: [[TAKEN]] })).toEqual([]);
  });
});

describe('an operation of several parts', () => {
  const asked = { asked: 2, told: NOTHING };
  const cards = { id: null, worth: 2 };
  const halfKnown: Standing = {
    state: 'unknown',
    open: false,
    parts: [
      { claim: 'done', id: 'a1' },
      { claim: 'unsure', id: null },
    ],
  };

  it('may leave a part to a person, done or not, but never half of a part', () => {
    expect(judgeEnd({ ...asked, final: halfKnown, deeds: [[cards], []] })).toEqual([]);
    expect(judgeEnd({ ...asked, final: halfKnown, deeds: [[cards], [cards]] })).toEqual([]);
    expect(judgeEnd({ ...asked, final: halfKnown, deeds: [[cards], [{ ...cards, worth: 1 }]] })).toHaveLength(1);
    expect(judgeEnd({ ...asked, final: halfKnown, deeds: [[], []] })).toHaveLength(1);
  });

  it('fails if it never arrived but a part was done', () => {
    expect(judgeEnd({ ...asked, final: null, deeds: [[], [cards]] })).toHaveLength(1);
  });
});

describe('an answer while nothing can be stored', () => {
  it.each<[string, ToldTill, Deed[]]>([
    ['nothing can be done', { kind: 'problem', status: 503, code: 'not-ready' }, []],
    ['it is sent, and the outcome is open', said(open('sent')), [TAKEN]],
    ['it was recorded as done, if it is done', said(CAPTURED), [TAKEN]],
  ])('may state that %s', (_, told, deeds) => {
    expect(judgeClosed({ asked: ASKED, told, deeds: [deeds] })).toEqual([]);
  });

  it.each<[string, ToldTill, Deed[]]>([
    ['nothing', NOTHING, []],
    ['an unexpected error', { kind: 'problem', status: 500, code: 'internal' }, []],
    ['that nothing can be done, if it was done', { kind: 'problem', status: 503, code: 'not-ready' }, [TAKEN]],
    ['that it was not sent, if it was sent', said(over('not_sent')), [TAKEN]],
  ])('may not state %s', (_, told, deeds) => {
    expect(judgeClosed({ asked: ASKED, told, deeds: [deeds] })).not.toEqual([]);
  });
});
