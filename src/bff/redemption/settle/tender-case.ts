import { magnitude, unitOf } from '../../../contract/money/money.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { foundCapture } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { VoucherGuard } from '../operation/voucher-guards.ts';
import { type CaseKind, candidateOf } from './cases.ts';
import { searchedCases } from './searched-case.ts';
import type { SettleDeps, UnsettledOperation } from './settle.ts';

export interface TenderCaseDeps extends SettleDeps {
  readonly shop: Scope;
  readonly journal: TenderJournal;
  /** True to allow a second attempt if the balance can pay only one of the two. */
  readonly safeSecondAttempt: boolean;
  /** True if nothing may be concluded now: the journal lost tenders that may explain the rows. */
  readonly isUndecidable?: (tender: TenderRecord) => boolean;
  /**
   * True if a fitting row may belong to a tender that the journal lost: a person has to assign the
   * row.
   */
  readonly isAmbiguous?: (tender: TenderRecord) => boolean;
  /** True if the journal may lack an attempt of a tender, which is not sent again. */
  readonly isFromBefore?: (tender: TenderRecord) => boolean;
  readonly guards?: Pick<VoucherGuard, 'mayRepeat'>;
  /** Sends a tender at SENT, written after `sentAtMs` (monotonic), and records its outcome. */
  readonly attempt: (sent: TenderRecord, sentAtMs: number) => Promise<TenderRecord>;
}

export function tenderCases(deps: TenderCaseDeps): CaseKind {
  const { journal, shop, issuer, clock } = deps;
  return searchedCases(deps, {
    kind: 'tender',
    shop,
    journal,
    isOpen: isTenderOpen,
    last4: ({ last4 }: TenderRecord) => last4,
    ...(deps.isUndecidable && { isUndecidable: deps.isUndecidable }),
    /* Only a second attempt depends on earlier refunds. */
    unsettled: async (tender) => unsettledTender(deps, tender, await mayNotRepeat(deps, tender)),
    found: (tender, row) =>
      deps.isAmbiguous?.(tender)
        ? journal.append(tender, { ...AMBIGUOUS_ROW, candidates: [candidateOf(row)] })
        : /* A row that fits is a capture of exactly the requested amount. */
          journal.capture(tender, {
            kind: 'captured',
            ...foundCapture(row.transactionId, magnitude(tender.requested)),
          }),
    nothing: (tender, reason) => journal.append(tender, { kind: 'not_captured', reason }),
    async attemptAgain(tender) {
      const sentAtMs = clock.monotonic();
      const attempt = tender.status.attempts + 1;
      return deps.attempt(
        await journal.append(tender, { kind: 'sent', attempt, offset: issuer.clockOffset() }),
        sentAtMs,
      );
    },
  });
}

const AMBIGUOUS_ROW = {
  kind: 'manager',
  reason:
    'a transaction matches, but an API client may also have redeemed this voucher while the journal was ' +
    'incomplete',
  evidence: 'gap-contested',
} as const;

async function mayNotRepeat(
  { safeSecondAttempt, isFromBefore, guards, journal, shop }: TenderCaseDeps,
  tender: TenderRecord,
): Promise<boolean> {
  if (!safeSecondAttempt || isFromBefore?.(tender) === true) return true;
  return (await guards?.mayRepeat(tender.shop, tender.ref)) === false || journal.wasRefunded(shop, tender.ref);
}

function unsettledTender(
  { safeSecondAttempt, rules }: TenderCaseDeps,
  tender: TenderRecord,
  wasRefunded: boolean,
): UnsettledOperation {
  const { shop, ref, requested, status, createdAt } = tender;
  const { snapshot, sentAt, offset, attempts, state } = status;
  const first = {
    attempts,
    requested: magnitude(requested),
    /* A balance in an unknown unit cannot prove that it pays only one of two attempts. */
    remainingBefore: snapshot?.unit === unitOf(requested) ? snapshot.remaining : null,
    singleUse: snapshot?.singleUse === true,
    wasRefunded,
  };
  return {
    kind: 'capture',
    shop,
    ref,
    requested,
    snapshot,
    attempts,
    sentAt: sentAt ?? createdAt,
    offset,
    withManager: state === 'manager',
    balanceForSecondAttempt: safeSecondAttempt ? rules.balanceForSecondAttempt(first) : null,
    isTakenOver: tender.facts.some(({ fact }) => fact.kind === 'unknown' && fact.evidence === 'server-stopped'),
  };
}
