import type { Shop } from '../../contract/access/people.ts';
import type { ShopSettings } from '../../contract/access/settings.ts';
import { USUAL_RULE } from '../../contract/access/till-rule.ts';
import type { AttentionItem } from '../../contract/redemption/attention.ts';
import type { RefundState, RefundView } from '../../contract/redemption/refund.ts';
import type { TenderState, TenderView } from '../../contract/redemption/tender.ts';
import type { Candidate } from '../../contract/voucher/evidence.ts';
import { refusal } from '../../contract/voucher/refusal.ts';
import { type CheckAnswer, NO_FEATURE_FACTS } from '../../contract/voucher/voucher.ts';
import type { ScanEvent } from '../../reader/scan-event.ts';

export const sgd = (amount: number) => ({ amount, currency: 'SGD' });

/** A shop after set-up, as the server reports it to its till 2. */
export const EXAMPLE_SHOP: Shop = {
  currency: 'SGD',
  timeZone: 'Asia/Singapore',
  dayBegins: '00:00',
  sessionIdleMs: 120_000,
  practice: false,
  sells: false,
  badges: false,
  setUp: true,
  device: { id: 'd1', name: 'Till 2' },
};

/** The settings of a new shop. */
export const SETTINGS: ShopSettings = {
  pinAboveCards: 100,
  approvalAboveCards: 50_000,
  pinAboveSum: 500_000,
  approvalAboveSum: 2_000_000,
  shopName: '',
  shopAddress: '',
  receiptFooter: '',
  ...USUAL_RULE,
  storiesPerHour: 30,
  saleLimits: {},
  safeSale: { questionsAbove: null, notice: false, noticeText: '', stopText: '', lastFour: false },
  shopNames: [],
  thresholds: {},
  dayBegins: '00:00',
  openHours: { from: '', to: '' },
  closingBlind: false,
  extraCodes: [],
};

export const scanOf = (text: string, at = 1_000): ScanEvent => ({ text, source: 'wedge', at });

/** A voucher with SGD 50.00 by default. */
export function checkOf(change: Partial<CheckAnswer> = {}): CheckAnswer {
  return {
    ref: '1234567890',
    status: 'active',
    rawStatus: 'Active',
    remaining: sgd(5_000),
    unit: 'SGD',
    expires: '2031-02-28T16:00:00Z',
    product: { code: 'A', name: '$50 Gift Card' },
    singleUse: false,
    lastUse: null,
    open: null,
    ...NO_FEATURE_FACTS,
    source: 'legacy',
    sources: null,
    refusal: null,
    ...change,
  };
}

/** A tender of SGD 30.00 in the given state. */
export function exampleTender(id: string, state: TenderState, change: Partial<TenderView> = {}): TenderView {
  const taken = state === 'captured' || state === 'attached';
  return {
    id,
    state,
    requested: sgd(3_000),
    captured: taken ? sgd(3_000) : null,
    remaining: taken ? sgd(2_000) : null,
    held: null,
    forfeited: null,
    receiptNo: null,
    entry: null,
    product: null,
    expires: null,
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

/** A refund of SGD 30.00 in the given state. */
export function refundOf(id: string, state: RefundState, change: Partial<RefundView> = {}): RefundView {
  return {
    id,
    state,
    refundId: state === 'refunded' ? '0000124' : null,
    tenderId: 't1',
    amount: sgd(3_000),
    refusal: state === 'declined' ? { ...refusal('issuer-declined'), issuerCode: 'ERV0099' } : null,
    unusable: null,
    reason: 'Wrong amount',
    last4: '7890',
    createdAt: '2026-11-21T07:01:00Z',
    changedAt: '2026-11-21T07:01:01Z',
    person: 'Ana',
    device: 'Till 2',
    ...change,
  };
}

/** A case that needs a manager's decision. */
export function caseOf(id: string, change: Partial<AttentionItem> = {}): AttentionItem {
  return {
    id,
    kind: 'unsettled',
    subject: 'tender',
    state: 'manager',
    since: '2026-11-21T07:00:00Z',
    changedAt: '2026-11-21T07:10:00Z',
    last4: '7890',
    amount: sgd(3_000),
    person: 'Ana',
    device: 'Till 2',
    evidence: [
      { at: '2026-11-21T07:00:30Z', code: 'answer-lost', detail: 'no answer within 30000 ms' },
      { at: '2026-11-21T07:10:00Z', code: 'several-fit', detail: null },
    ],
    candidates: [],
    actions: ['attach', 'refund', 'close'],
    ...change,
  };
}

/** One of the issuer's transactions of SGD 30.00. */
export function exampleRow(transactionId: string, change: Partial<Candidate> = {}): Candidate {
  return {
    transactionId,
    type: 'capture',
    status: 'Success',
    amount: 3_000,
    currency: 'SGD',
    at: '2026-11-21T07:00:02Z',
    mid: '000000012345678',
    ...change,
  };
}
