import { refusal } from '../../contract/refusal.ts';
import type { TenderState, TenderView } from '../../contract/tender.ts';
import type { CheckAnswer } from '../../contract/voucher.ts';
import type { ScanEvent } from '../scan/scan-event.ts';

export const sgd = (amount: number) => ({ amount, currency: 'SGD' });

export const scanOf = (text: string, at = 1_000): ScanEvent => ({ text, source: 'wedge', at });

/** A voucher with SGD 50.00 on it, unless told otherwise. */
export function checkOf(change: Partial<CheckAnswer> = {}): CheckAnswer {
  return {
    ref: '1234567890',
    status: 'active',
    rawStatus: 'Active',
    remaining: sgd(5_000),
    expires: '2031-02-28T16:00:00Z',
    product: { code: 'A', name: '$50 Gift Card' },
    singleUse: false,
    lastUse: null,
    open: null,
    source: 'legacy',
    refusal: null,
    ...change,
  };
}

/** A tender of SGD 30.00 in a state, as the journal would tell it. */
export function viewOf(id: string, state: TenderState, change: Partial<TenderView> = {}): TenderView {
  const taken = state === 'captured' || state === 'attached';
  return {
    id,
    state,
    requested: sgd(3_000),
    captured: taken ? sgd(3_000) : null,
    remaining: taken ? sgd(2_000) : null,
    captureId: taken ? '0000123' : null,
    authorizationId: null,
    refusal: state === 'declined' ? refusal('not-enough') : null,
    vouchers: [],
    canUndoUntil: null,
    saleId: 'sale-1',
    last4: '7890',
    createdAt: '2026-11-21T07:00:00Z',
    changedAt: '2026-11-21T07:00:01Z',
    person: 'Ana',
    device: 'Till 2',
    ...change,
  };
}
