import type { StoredOperation } from './memory-store.ts';

/** How long the outcome of an operation was not known. */
export interface TimedVerdict {
  readonly kind: 'tender' | 'refund';
  readonly outcome: 'captured' | 'not captured' | 'manager';
  readonly attempts: number;
  /** From the first SENT to the verdict, milliseconds. */
  readonly ms: number;
}

const OUTCOMES: Readonly<Record<string, TimedVerdict['outcome']>> = {
  captured: 'captured',
  captured_partial: 'captured',
  refunded: 'captured',
  not_captured: 'not captured',
  not_refunded: 'not captured',
  manager: 'manager',
};

/** Measures the time to resolve unknown outcomes. */
export function createStopwatch(now: () => number) {
  const begun = new Map<string, number>();
  const unknown = new Set<string>();
  const verdicts: TimedVerdict[] = [];
  return {
    verdicts,
    /** @param fact null for an operation that is new */
    written({ id, kind, facts }: StoredOperation, fact: string | null): void {
      if (fact === null) begun.set(id, now());
      if (fact === 'unknown') unknown.add(id);
      const outcome = fact === null ? undefined : OUTCOMES[fact];
      if (outcome === undefined || (kind !== 'tender' && kind !== 'refund') || !unknown.delete(id)) return;
      const attempts = facts.filter((dated) => dated.fact.kind === 'sent').length;
      verdicts.push({ kind, outcome, attempts, ms: now() - (begun.get(id) ?? now()) });
    },
  };
}
