import { describe, expect, it } from 'vitest';
import {
  hasRedeemed,
  isTenderOpen,
  OPEN_STATES,
  tenderStateSchema,
  tenderTone,
} from '../../../contract/redemption/tender.ts';
import { refusal, refusalReasonSchema } from '../../../contract/voucher/refusal.ts';
import { exampleTender, sgd } from '../../testing/examples.ts';
import { en } from '../../words/en.ts';
import { entryOf } from '../till/entry.ts';
import { emptySale } from '../till/sale.ts';
import { completesSale, toCollect, verdictMessage } from './verdict-message.ts';

const speech = { value: () => 'SGD 30.00', emptyVouchers: 'back' } as const;

describe('the message for a state', () => {
  it.each(tenderStateSchema.options)('%s has a title and a next step, and is never called a failure', (state) => {
    const { title, next } = verdictMessage(en, exampleTender('t1', state), speech);
    expect(title).not.toBe('');
    expect(next).not.toBe('');
    expect(`${title} ${next} ${en.states[state]}`).not.toMatch(/fail|error|invalid/i);
  });

  it.each(OPEN_STATES)('%s is always shown as unknown', (state) => {
    expect(tenderTone(exampleTender('t1', state))).toBe('unknown');
    expect(hasRedeemed(state)).toBe(false);
    expect(!isTenderOpen(state)).toBe(false);
  });

  it.each(refusalReasonSchema.options)('a refusal because of %s says what to do next', (reason) => {
    const view = exampleTender('t1', 'declined', { refusal: refusal(reason) });
    expect(verdictMessage(en, view, speech)).toBe(en.verdict.refusals[reason]);
    expect(['refused', 'attention']).toContain(tenderTone(view));
  });

  it('is Redeemed only if the journal reports a capture', () => {
    const taken = tenderStateSchema.options.filter((state) => en.verdict.states[state].title === 'Redeemed');
    expect(taken).toEqual(['captured', 'attached']);
  });

  it('is green only if the requested operation is done', () => {
    const done = tenderStateSchema.options.filter((state) => tenderTone(exampleTender('t1', state)) === 'done');
    expect(done).toEqual(['captured', 'attached', 'refunded']);
  });

  it('explains how to handle an empty voucher, and states how much was refunded to a voucher', () => {
    const empty = exampleTender('t1', 'captured', { remaining: sgd(0) });
    expect(verdictMessage(en, empty, speech).next).toBe('The voucher is empty. Give it back.');
    expect(verdictMessage(en, empty, { ...speech, emptyVouchers: 'keep' }).next).toBe('The voucher is empty. Keep it.');
    expect(verdictMessage(en, exampleTender('t1', 'captured'), speech).next).toBe('Give the voucher back.');
    const back = exampleTender('t1', 'refunded', { captured: sgd(3_000) });
    expect(verdictMessage(en, back, speech).next).toBe('SGD 30.00 is back on the voucher.');
  });

  it('names the amount to collect only for the redemption’s own sale', () => {
    const row = { tenderId: 't1', last4: '', requested: sgd(1), code: null, identities: [], savedAt: 0, view: null };
    const due = entryOf(5_000, { currency: 'SGD', typed: 'units' });
    const sale = { ...emptySale('s', 'SGD'), due, rows: [{ ...row, view: exampleTender('t1', 'captured') }] };
    expect(toCollect(sale, exampleTender('t1', 'captured'))).toEqual(sgd(2_000));
    expect(toCollect(sale, exampleTender('t0', 'captured'))).toBeNull();
    expect(toCollect({ ...sale, register: { name: 'R', origin: '' } }, exampleTender('t1', 'captured'))).toBeNull();
    expect(
      toCollect({ ...sale, due: entryOf(3_000, { currency: 'SGD', typed: 'units' }) }, exampleTender('t1', 'captured')),
    ).toBeNull();
  });

  it('is *paid in full* once a voucher has paid the rest', () => {
    const rowOf = (tenderId: string) => ({
      tenderId,
      last4: '',
      requested: sgd(1),
      code: null,
      identities: [],
      savedAt: 0,
      view: exampleTender(tenderId, 'captured'),
    });
    const saleOf = (due: number, ...ids: string[]) => ({
      ...emptySale('s', 'SGD'),
      due: entryOf(due, { currency: 'SGD', typed: 'units' }),
      rows: ids.map(rowOf),
    });
    const last = exampleTender('t2', 'captured');
    expect(completesSale(saleOf(6_000, 't1', 't2'), last)).toBe(true);
    expect(completesSale(saleOf(7_000, 't1', 't2'), last)).toBe(false);
    expect(completesSale(saleOf(5_000, 't1', 't2'), last)).toBe(false);
    expect(completesSale(saleOf(3_000, 't2'), last)).toBe(true);
    expect(completesSale(saleOf(4_000, 't2'), last)).toBe(false);
    expect(completesSale({ ...saleOf(3_000, 't2'), due: emptySale('s', 'SGD').due }, last)).toBe(false);
    expect(completesSale(saleOf(6_000, 't1', 't3'), last)).toBe(false);
    expect(verdictMessage(en, last, { ...speech, isLast: true }).title).toBe('Paid in full');
  });
});
