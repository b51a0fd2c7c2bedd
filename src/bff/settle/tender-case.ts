import { magnitude, unitOf } from '../../contract/money.ts';
import { isTenderOpen } from '../../contract/tender.ts';
import type { IssuerTransaction } from '../issuer/port.ts';
import type { Capture } from '../journal/tender-facts.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { TenderAttempt } from '../tender/attempt.ts';
import { type CaseKind, callOf, strandedFact } from './cases.ts';
import { ALL_RULES } from './in-force.ts';
import { attemptAgainAt } from './rules.ts';
import { restartWindow, type SettleDeps, settleOnce, type Unsettled, type Watch } from './settle.ts';

export interface TenderCaseDeps extends SettleDeps {
  readonly shop: string;
  readonly journal: TenderJournal;
  /** Whether a tender may be sent a second time where the balance lets at most one of the two succeed. */
  readonly safeSecondAttempt: boolean;
  /** Sends a tender that stands at SENT and records what came of it. */
  readonly attempt: TenderAttempt;
}

/** How the outcome of a redemption is found out. */
export function tenderCases(deps: TenderCaseDeps): CaseKind {
  const { journal, shop } = deps;
  return {
    kind: 'tender',
    adopt: (alive) => journal.adopt(shop, 'tender', alive),
    async look(id) {
      const read = await journal.read(shop, id);
      const tender = read && (await stranded(journal, read));
      if (!tender || !isTenderOpen(tender.standing.state)) return null;
      return {
        last4: tender.last4,
        withManager: tender.standing.state === 'manager',
        async ask(watch, signal) {
          const asked = await ask(deps, tender, watch, signal);
          return { watch: asked.watch, state: asked.tender.standing.state };
        },
      };
    },
  };
}

async function stranded(journal: TenderJournal, tender: TenderRecord): Promise<TenderRecord> {
  const fact = strandedFact(tender.standing.state);
  return fact === null ? tender : journal.append(tender, fact);
}

async function ask(
  deps: TenderCaseDeps,
  tender: TenderRecord,
  watch: Watch,
  signal: AbortSignal,
): Promise<{ tender: TenderRecord; watch: Watch }> {
  const { journal } = deps;
  const { decision, watch: next } = await settleOnce(deps, unsettledTender(deps, tender), watch, signal);
  switch (decision.do) {
    case 'found': {
      const fact = { kind: 'captured', ...captureFrom(tender, decision.row) } as const;
      return { tender: (await journal.capture(tender, fact)) ?? tender, watch: next };
    }
    case 'manager':
      return { tender: await journal.append(tender, callOf(decision)), watch: next };
    case 'proved-nothing':
      return { tender: await journal.append(tender, { kind: 'not_captured', reason: decision.reason }), watch: next };
    case 'attempt-again': {
      const sentAt = deps.clock.monotonic();
      const offset = deps.issuer.clockOffset();
      const sent = await journal.append(tender, { kind: 'sent', attempt: tender.standing.attempts + 1, offset });
      return { tender: await deps.attempt(sent, sentAt), watch: restartWindow(next, deps.clock) };
    }
    case 'wait':
      return { tender, watch: next };
    default:
      return decision satisfies never;
  }
}

function unsettledTender({ safeSecondAttempt, rules = ALL_RULES }: TenderCaseDeps, tender: TenderRecord): Unsettled {
  const { shop, ref, requested, standing, createdAt } = tender;
  const { snapshot, sentAt, offset, attempts, state } = standing;
  const first = {
    attempts,
    requested: magnitude(requested),
    /* A number of which nobody knows what it counts cannot tell that it pays only one of two. */
    remainingBefore: snapshot?.unit === unitOf(requested) ? snapshot.remaining : null,
    singleUse: snapshot?.singleUse === true,
  };
  return {
    kind: 'capture',
    shop,
    ref,
    requested,
    snapshot,
    sentAt: sentAt ?? createdAt,
    offset,
    withManager: state === 'manager',
    attemptAgainAt: safeSecondAttempt ? attemptAgainAt(first, rules) : null,
  };
}

/** A row that fits is a capture of exactly what was asked. */
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
