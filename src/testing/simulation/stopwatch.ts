import { isRecovered, type TenderFact } from '../../bff/redemption/journal/tender-facts.ts';
import type { AnyFact, DatedFact } from '../../bff/redemption/operation/facts.ts';
import type { IssuerBooks } from './ledger.ts';
import type { StoredOperation } from './memory-store.ts';
import { STRANGER } from './plan.ts';

/** How long the outcome of an operation was not known. */
export interface TimedVerdict {
  readonly kind: 'tender' | 'refund';
  readonly outcome: 'captured' | 'not captured' | 'manager';
  readonly attempts: number;
  /** Why a manager decides; null for the others. */
  readonly why: string | null;
  /** True if the issuer took nothing. */
  readonly isNothing: boolean;
  /** From the first SENT to the verdict, milliseconds. */
  readonly ms: number;
}

/** A check may be this much older than the redemption. */
const CHECKED_WITHIN_MS = 60_000;

const OUTCOMES: Readonly<Record<string, TimedVerdict['outcome']>> = {
  captured: 'captured',
  captured_partial: 'captured',
  refunded: 'captured',
  not_captured: 'not captured',
  not_refunded: 'not captured',
  manager: 'manager',
};

/**
 * Measures the time to resolve unknown outcomes.
 * @param now the world's time, milliseconds @param books those of the shop
 */
export function createStopwatch(now: () => number, books: () => Pick<IssuerBooks, 'rows' | 'captures' | 'refunds'>) {
  const begun = new Map<string, number>();
  const unknown = new Set<string>();
  const verdicts: TimedVerdict[] = [];

  /** Rows that the servers' other shops made. */
  const rowsOfOthers = () => books().rows.filter(({ author }) => author.who === 'foreign' && author.isOtherShop === true);

  function hasEffect({ id, kind }: StoredOperation): boolean {
    const { captures, refunds } = books();
    const lines = kind === 'refund' ? refunds : captures.filter(({ isReversed }) => !isReversed);
    return lines.some(({ author }) => author.who === 'ours' && author.operationId === id);
  }

  function whyOf({ id, kind, lock, facts }: StoredOperation, fact: AnyFact): string | null {
    if (fact.kind !== 'manager') return null;
    const { evidence, candidates } = fact as Extract<TenderFact, { kind: 'manager' }>;
    const ofOthers = rowsOfOthers();
    if (candidates.some((row) => ofOthers.some(({ transactionId }) => transactionId === row.transactionId)))
      return `${evidence}, a row that another shop explains`;
    if (kind === 'tender' && isRecovered(facts as readonly DatedFact<TenderFact>[])) return `${evidence}, after a restore`;
    if (evidence !== 'balance-unproved') return evidence;
    const [first] = facts as readonly DatedFact<TenderFact>[];
    if (first?.fact.kind === 'intent' && first.fact.snapshot?.remaining == null) return `${evidence}, no check before had an answer`;
    const usedSince = ofOthers.filter(({ ref, at }) => ref === lock && at > (begun.get(id) ?? 0) - CHECKED_WITHIN_MS);
    if (usedSince.length === 0) return evidence;
    return `${evidence}, used in ${usedSince.some(({ mid }) => mid === STRANGER.mid) ? 'a shop of another account' : 'a sister shop'}`;
  }

  return {
    verdicts,
    /** @param fact null for an operation that is new */
    written(operation: StoredOperation, fact: AnyFact | null): void {
      const { id, kind, facts } = operation;
      if (fact === null) begun.set(id, now());
      if (fact?.kind === 'unknown') unknown.add(id);
      const outcome = fact === null ? undefined : OUTCOMES[fact.kind];
      if (fact === null || outcome === undefined || (kind !== 'tender' && kind !== 'refund') || !unknown.delete(id)) return;
      const attempts = facts.filter((dated) => dated.fact.kind === 'sent').length;
      const what = { kind, outcome, attempts, why: whyOf(operation, fact), isNothing: !hasEffect(operation) };
      verdicts.push({ ...what, ms: now() - (begun.get(id) ?? now()) });
    },
  };
}
