import { describe, expect, it } from 'vitest';
import { isRefundOpen, refundStateSchema } from '../../contract/refund.ts';
import { refundOf } from '../testing/examples.ts';
import { en } from '../words/en.ts';
import { isPending, KIND_OF_OUTCOME, outcomeOf } from './wish.ts';

const heard = (state: Parameters<typeof refundOf>[1]) => ({ at: 'heard', view: refundOf('r1', state) }) as const;

describe('what a refund is said to be', () => {
  it('is refunded only where the journal says so', () => {
    expect(refundStateSchema.options.filter((state) => outcomeOf(heard(state)) === 'refunded')).toEqual(['refunded']);
  });

  it.each(refundStateSchema.options.filter(isRefundOpen))('is not known while it is %s', (state) => {
    expect(KIND_OF_OUTCOME[outcomeOf(heard(state))]).toBe('unknown');
    expect(isPending(heard(state))).toBe(true);
  });

  it('is not known before the server said anything', () => {
    for (const at of ['sending', 'silent'] as const) expect([outcomeOf({ at }), isPending({ at })]).toEqual(['checking', true]);
  });

  it('has a word for every outcome, none of them about failing', () => {
    for (const outcome of Object.keys(KIND_OF_OUTCOME) as (keyof typeof KIND_OF_OUTCOME)[]) {
      expect(en.undo.outcomes[outcome]).toMatch(/^(?!.*\b(fail|error|invalid)).+/i);
    }
  });
});
