import type { Refusal } from '../../../contract/voucher/refusal.ts';
import type { Offset, Snapshot } from './snapshot.ts';

/**
 * Anything that can happen to an operation. Facts are appended, never edited; the state of an
 * operation is the fold of its facts.
 */
export interface AnyFact {
  readonly kind: string;
  /** The person who decided this, if any. */
  readonly by?: unknown;
}

export interface DatedFact<F extends AnyFact> {
  /** Our time, milliseconds UTC. */
  readonly at: number;
  readonly fact: F;
}

/** Facts that may follow each state. Any other is a bug in this program and is refused. */
export type Steps<State extends string, FactKind extends string> = Readonly<Record<State, readonly FactKind[]>>;

export function mayFollow<State extends string>(steps: Steps<State, string>, state: State, kind: string): boolean {
  return steps[state].includes(kind);
}

/** @throws Error if an operation in `state` may not take a fact of this kind */
export function assertMayFollow<State extends string>(
  name: string,
  steps: Steps<State, string>,
  state: State,
  kind: string,
): void {
  if (!mayFollow(steps, state, kind)) throw new Error(`${name} that is ${state} cannot accept the fact ${kind}`);
}

/**
 * Folds the facts of one operation, oldest first.
 * @throws Error if the sequence is one that this program never writes
 */
export function foldFacts<F extends AnyFact, S>(
  facts: readonly DatedFact<F>[],
  begin: (intent: Extract<F, { kind: 'intent' }>, at: number) => S,
  grow: (status: S, next: DatedFact<F>) => S,
): S {
  const [first, ...rest] = facts;
  if (first === undefined || !isIntent(first.fact)) throw new Error('An operation starts with its intent');
  return rest.reduce(grow, begin(first.fact, first.at));
}

function isIntent<F extends AnyFact>(fact: F): fact is Extract<F, { kind: 'intent' }> {
  return fact.kind === 'intent';
}

/**
 * The status of an operation that consists of one request to the issuer. If the answer is lost,
 * settling finds the outcome.
 */
export interface Attempted<State, Call> {
  readonly state: State;
  readonly changedAt: number;
  readonly snapshot: Snapshot | null;
  readonly attempts: number;
  /** Our time of the first SENT; null before that. */
  readonly sentAt: number | null;
  /** The offset of the clocks at the first SENT. */
  readonly offset: Offset;
  readonly refusal: Refusal | null;
  readonly reason: string | null;
  /** Why a manager was called; null before that. */
  readonly call: Call | null;
}

/** Returns the status of an operation before it is sent. */
export function unsentStatus({ snapshot }: { readonly snapshot: Snapshot | null }, at: number) {
  return {
    state: 'intent',
    changedAt: at,
    snapshot,
    attempts: 0,
    sentAt: null,
    offset: null,
    refusal: null,
    reason: null,
    call: null,
  } as const;
}
