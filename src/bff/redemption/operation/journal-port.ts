import type { Scope } from '../../platform/base/scope.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { DurableChange } from './changes.ts';
import type { AnyFact, DatedFact } from './facts.ts';

/** What the facts of any operation add up to, at least. */
export interface AnyStanding {
  readonly state: string;
  readonly changedAt: number;
}

/** What the journal keeps of an operation of any kind. */
export interface Recorded<F extends AnyFact = AnyFact, S extends AnyStanding = AnyStanding> {
  readonly id: string;
  readonly shop: Scope;
  readonly createdAt: number;
  readonly facts: readonly DatedFact<F>[];
  readonly standing: S;
}

/** Where and by whom something was asked for. */
export interface AskedBy {
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
}

/**
 * Whether an id is known, and whether it is the same request.
 *
 * `cancelled`: it was given up before it arrived.
 */
export type Recalled<R> =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly record: R }
  | { readonly outcome: 'different' | 'cancelled' };

/** What came of beginning. `voucher-open`: somebody else holds the lock. */
export type Begun<R> =
  | { readonly outcome: 'new'; readonly record: R }
  | Exclude<Recalled<R>, { outcome: 'none' }>
  | { readonly outcome: 'voucher-open'; readonly holder: Holder };

/** Who holds a voucher, and since when (milliseconds UTC). */
export interface Holder {
  readonly operationId: string;
  readonly kind: OperationKind;
  readonly deviceId: string;
  readonly device: string;
  readonly since: number;
}

/**
 * What the journal of every kind can do.
 *
 * Each kind adds how its operations begin, and the facts that bring more with them than themselves.
 * When a promise of a writing call resolves, the write is on the disk.
 *
 * `R` an operation with everything that happened to it, `Fact` what may be appended just so,
 * `Asked` what makes two requests the same.
 */
export interface OperationJournal<R extends Recorded, Fact extends AnyFact, Asked extends { readonly shop: Scope }> {
  recall(id: string, asked: Asked): Promise<Recalled<R>>;
  /**
   * Appends a fact, if the operation still stands where `record` says.
   * @throws Stale when it moved on meanwhile; Error when it cannot take the fact
   */
  append(record: R, fact: Fact): Promise<R>;
  read(shop: Scope, id: string): Promise<R | null>;
  /** The latest operations of a person, or with null of everybody, newest first. */
  latestOf(shop: Scope, personId: string | null, count: number): Promise<readonly R[]>;
  /** Operations in any of these states that changed at or after `since`, oldest first. */
  inStates(shop: Scope, states: readonly R['standing']['state'][], since?: number): Promise<readonly R[]>;
  /**
   * How an operation stands after a change that this journal made.
   * @returns undefined for every other change, and then it has to be read
   */
  told(change: DurableChange): R | undefined;
  /**
   * Takes over the open operations of this kind that no living server looks after.
   *
   * Each goes to one server only.
   * @param alive servers that live
   * @returns ids that this server has to look after from now on, and own ones that have stood still
   * for minutes: usually it does already
   */
  adopt(shop: Scope, alive: ReadonlySet<number>): Promise<readonly string[]>;
}
