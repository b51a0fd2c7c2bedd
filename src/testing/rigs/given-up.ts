import { foldRefund, type RefundFact } from '../../bff/redemption/journal/refund-facts.ts';
import type { RefundRecord } from '../../bff/redemption/journal/refund-store.ts';
import { foldTender, type TenderFact } from '../../bff/redemption/journal/tender-facts.ts';
import type { TenderRecord } from '../../bff/redemption/journal/tender-store.ts';
import type { DatedFact } from '../../bff/redemption/operation/facts.ts';
import type { Offset } from '../../bff/redemption/operation/snapshot.ts';
import { money, type VoucherValue } from '../../contract/money/money.ts';
import { SHOP } from './till.ts';

/** The default time of sending {@link givenUpTender}, milliseconds UTC. */
export const GIVEN_UP_SENT = Date.UTC(2030, 0, 15, 8);
export const GIVEN_UP_REF = '1234567890';

const WHO = { device: { id: 'till-1', name: 'Till 1' }, person: { id: 'ana', name: 'Ana' } };
const CLOCKS = { offsetMs: 0, errorMs: 500 };

/** Differences between cancelled operations. */
export interface GivenUp {
  readonly id?: string;
  readonly requested?: VoucherValue;
  readonly sentAt?: number;
  /** Ids in the search before; null if it did not answer. */
  readonly seen?: string[] | null;
  /** The clocks when it was sent; null before the issuer's first answer. */
  readonly offset?: Offset;
  /** False where nothing was known about the voucher before. */
  readonly hasSnapshot?: boolean;
  /** False if the server stopped before sending. */
  readonly wasSent?: boolean;
}

/** Intent, and SENT if it was sent: the first facts of tenders and refunds. */
function beginning({ sentAt = GIVEN_UP_SENT, seen = [], offset = CLOCKS, hasSnapshot = true, wasSent = true }: GivenUp) {
  const snapshot = hasSnapshot ? { remaining: 5000, at: sentAt, singleUse: null, seen } : null;
  const intent = { at: sentAt, fact: { kind: 'intent', snapshot } } as const;
  const sent = { at: sentAt, fact: { kind: 'sent', attempt: 1, offset } } as const;
  return { sentAt, facts: wasSent ? [intent, sent] : [intent] };
}

function tenderOf(changes: GivenUp, ...end: TenderFact[]): TenderRecord {
  const { id = 'a', requested = money(2000, 'SGD') } = changes;
  const { sentAt, facts: first } = beginning(changes);
  const facts: DatedFact<TenderFact>[] = [...first, ...end.map((fact) => ({ at: sentAt, fact }))];
  const said = { saleId: null, receiptNo: null, entry: null };
  const identity = { id, shop: SHOP, ...WHO, ...said, ref: GIVEN_UP_REF, last4: '7890', requested, returnVouchersInfo: true };
  return { ...identity, createdAt: sentAt, facts, status: foldTender(facts) };
}

/** A tender that was settled as not redeemed. */
export function givenUpTender(changes: GivenUp = {}): TenderRecord {
  if (changes.wasSent === false) return notSentTender(changes);
  const lost = { kind: 'unknown', reason: 'the connection broke', evidence: 'answer-lost' } as const;
  return tenderOf(changes, lost, { kind: 'not_captured', reason: 'two searches show nothing' });
}

/** A tender that found no connection, so that no byte of it left. */
export function notSentTender(changes: GivenUp = {}): TenderRecord {
  return tenderOf(changes, { kind: 'not_sent', reason: 'refused' });
}

/** A refund of a whole capture that was settled as not refunded. */
export function givenUpRefund({ requested = money(2000, 'SGD'), ...changes }: GivenUp = {}): RefundRecord {
  const captured = 'items' in requested ? requested.items : requested.amount;
  const nothing = { authorizationId: null, refundHandle: null, vouchers: [] };
  const tender = tenderOf({ requested, id: 'tender' }, { kind: 'captured', captureId: 'c-1', captured, evidence: 'answer', ...nothing });
  const { sentAt, facts: first } = beginning(changes);
  const facts: DatedFact<RefundFact>[] = [
    ...first,
    { at: sentAt, fact: { kind: 'unknown', reason: 'no answer', evidence: 'answer-lost' } },
    { at: sentAt, fact: { kind: 'not_refunded', reason: 'nothing was found' } },
  ];
  const identity = { id: changes.id ?? 'r', shop: SHOP, ...WHO, tender, note: 'Brought back' };
  return { ...identity, createdAt: sentAt, facts, status: foldRefund(facts) };
}
