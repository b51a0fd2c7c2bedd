import { describe, expect, it } from 'vitest';
import { tenderStateSchema } from '../../contract/redemption/tender.ts';
import { exampleTender } from '../testing/examples.ts';
import { refundOffer } from './offer.ts';

const NOW = Date.parse('2026-11-21T07:00:00Z');

describe('the actions offered for a redemption', () => {
  it('is an undo for as long as the server allows it, to the second', () => {
    const undoable = exampleTender('t1', 'captured', { canUndoUntil: '2026-11-21T07:05:00Z' });
    expect(refundOffer(undoable, 'cashier', NOW)).toEqual({ kind: 'undo', leftMs: 300_000 });
    expect(refundOffer(undoable, 'cashier', NOW + 299_999)).toEqual({ kind: 'undo', leftMs: 1 });
    expect(refundOffer(undoable, 'cashier', NOW + 300_000)).toEqual({ kind: 'approved' });
  });

  it.each([
    ['cashier', 'approved'],
    ['manager', 'refund'],
  ] as const)('is a refund to a %s only if an amount was redeemed and not refunded', (role, kind) => {
    const offered = tenderStateSchema.options.flatMap((state) => {
      const offer = refundOffer(exampleTender('t1', state), role, NOW);
      return offer === null ? [] : [[state, offer.kind]];
    });
    expect(offered).toEqual(['captured', 'captured_partial', 'late_capture', 'attached'].map((state) => [state, kind]));
  });
});
