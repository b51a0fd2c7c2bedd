import { describe, expect, it } from 'vitest';
import { isRefundOpen, refundStateSchema } from '../../contract/redemption/refund.ts';
import { refundOf } from '../testing/examples.ts';
import { en } from '../words/en.ts';
import { isPending, outcomeOf, toneOf } from './pending-refund.ts';

const heard = (state: Parameters<typeof refundOf>[1]) => ({ at: 'answered', view: refundOf('r1', state) }) as const;
const notTaken = { at: 'refused', failure: { kind: 'not-saved' } } as const;

describe('the text about a refund', () => {
  it('reads “refunded” only if the journal confirms it', () => {
    expect(refundStateSchema.options.filter((state) => outcomeOf(heard(state)) === 'refunded')).toEqual(['refunded']);
  });

  it.each(refundStateSchema.options.filter(isRefundOpen))('reads “unknown” while it is %s', (state) => {
    expect(toneOf(heard(state))).toBe('unknown');
    expect(isPending(heard(state))).toBe(true);
  });

  it('reads “unknown” until the server has answered', () => {
    for (const at of ['sending', 'silent'] as const)
      expect([outcomeOf({ at }), isPending({ at })]).toEqual(['checking', true]);
  });

  it('reads “unknown”, or asks for attention, if the page received no answer', () => {
    const looks = (['sending', 'silent', 'missing'] as const).map((at) => toneOf({ at }));
    expect([...looks, toneOf(notTaken)]).toEqual(['unknown', 'unknown', 'attention', 'attention']);
  });

  it('exists for every outcome, and never mentions a failure', () => {
    for (const phase of [
      ...refundStateSchema.options.map(heard),
      { at: 'sending' } as const,
      { at: 'missing' } as const,
      notTaken,
    ]) {
      expect(en.undo.outcomes[outcomeOf(phase)]).toMatch(/^(?!.*\b(fail|error|invalid)).+/i);
    }
  });
});
