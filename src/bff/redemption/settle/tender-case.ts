import { magnitude, unitOf } from '../../../contract/money/money.ts';
import { isTenderOpen } from '../../../contract/redemption/tender.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Capture } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { type CaseKind, candidateOf } from './cases.ts';
import { searchedCases } from './searched-case.ts';
import type { SettleDeps, UnsettledOperation } from './settle.ts';

export interface TenderCaseDeps extends SettleDeps {
  readonly shop: Scope;
  readonly journal: TenderJournal;
  /** True if a tender may be sent again if the balance lets at most one of the two succeed. */
  readonly safeSecondAttempt: boolean;
  /** True if nothing may be concluded now: the journal lost tenders that may explain the rows. */
  readonly isHeld?: (tender: TenderRecord) => boolean;
  /**
   * True if a fitting row may belong to a tender that the journal lost: a person then assigns it.
   */
  readonly isAmbiguous?: (tender: TenderRecord) => boolean;
  /** True if the journal may not know how often a tender was sent: it is not sent again. */
  readonly isFromBefore?: (tender: TenderRecord) => boolean;
  /** True if a manager put its voucher on hold: it is not sent again. */
  readonly isOnHold?: (tender: TenderRecord) => Promise<boolean>;
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
    ...(deps.isHeld && { isHeld: deps.isHeld }),
    /* Only a second attempt depends on earlier refunds. */
    unsettled: async (tender) => unsettledTender(deps, tender, await mayNotRepeat(deps, tender)),
    found: (tender, row) =>
      deps.isAmbiguous?.(tender)
        ? journal.append(tender, { ...PERHAPS_ANOTHER, candidates: [candidateOf(row)] })
        : journal.capture(tender, { kind: 'captured', ...captureFrom(tender, row) }),
    nothing: (tender, reason) => journal.append(tender, { kind: 'not_captured', reason }),
    async again(tender) {
      const sentAtMs = clock.monotonic();
      const attempt = tender.standing.attempts + 1;
      return deps.attempt(
        await journal.append(tender, { kind: 'sent', attempt, offset: issuer.clockOffset() }),
        sentAtMs,
      );
    },
  });
}

const PERHAPS_ANOTHER = {
  kind: 'manager',
  reason: 'a row fits, and a program may have redeemed this voucher too when the journal lost something',
  evidence: 'gap-contested',
} as const;

async function mayNotRepeat(
  { safeSecondAttempt, isFromBefore, isOnHold, journal, shop }: TenderCaseDeps,
  tender: TenderRecord,
): Promise<boolean> {
  if (!safeSecondAttempt || isFromBefore?.(tender) === true) return true;
  return (await isOnHold?.(tender)) === true || journal.wasGivenBack(shop, tender.ref);
}

function unsettledTender(
  { safeSecondAttempt, rules }: TenderCaseDeps,
  tender: TenderRecord,
  wasRefunded: boolean,
): UnsettledOperation {
  const { shop, ref, requested, standing, createdAt } = tender;
  const { snapshot, sentAt, offset, attempts, state } = standing;
  const first = {
    attempts,
    requested: magnitude(requested),
    /* A number without a known unit cannot show that it pays only one of two attempts. */
    remainingBefore: snapshot?.unit === unitOf(requested) ? snapshot.remaining : null,
    singleUse: snapshot?.singleUse === true,
    wasGivenBack: wasRefunded,
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
    attemptAgainAt: safeSecondAttempt ? rules.attemptAgainAt(first) : null,
    isTakenOver: tender.facts.some(({ fact }) => fact.kind === 'unknown' && fact.evidence === 'server-stopped'),
  };
}

/** A row that fits is a capture of exactly the requested amount. */
function captureFrom(tender: TenderRecord, row: IssuerTransaction): Capture {
  return {
    captureId: row.transactionId,
    authorizationId: null,
    captured: magnitude(tender.requested),
    evidence: 'search',
    refundHandle: null,
    vouchers: [],
  };
}
