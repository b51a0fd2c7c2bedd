import type { Scope } from '../../platform/base/scope.ts';
import type { OperationKind } from '../../platform/store/schema.ts';
import type { DurableChange } from './changes.ts';
import type { AnyFact, DatedFact } from './facts.ts';

/** The minimal fold of the facts of any operation. */
export interface AnyStatus {
  readonly state: string;
  readonly changedAt: number;
}

export interface Recorded<F extends AnyFact = AnyFact, S extends AnyStatus = AnyStatus> {
  readonly id: string;
  readonly shop: Scope;
  readonly createdAt: number;
  readonly facts: readonly DatedFact<F>[];
  readonly status: S;
}

export interface Requester {
  readonly device: { readonly id: string; readonly name: string };
  readonly person: { readonly id: string; readonly name: string };
}

/**
 * The result of looking up an id and comparing the request. `cancelled`: it was cancelled before it
 * arrived.
 */
export type IdLookupResult<R> =
  | { readonly outcome: 'none' }
  | { readonly outcome: 'same'; readonly record: R }
  | { readonly outcome: 'different' | 'cancelled' };

/** The result of beginning an operation. `voucher-open`: another operation holds the lock. */
export type StartResult<R> =
  | { readonly outcome: 'new'; readonly record: R }
  | Exclude<IdLookupResult<R>, { outcome: 'none' }>
  | { readonly outcome: 'voucher-open'; readonly holder: Holder };

/**
 * The operation that holds a voucher in a shop of the account, and the start of its lock
 * (milliseconds UTC).
 */
export interface Holder {
  readonly operationId: string;
  readonly shop: Scope;
  readonly kind: OperationKind;
  readonly deviceId: string;
  /** With its shop, if that is another one. */
  readonly device: string;
  readonly since: number;
}

/** A part of the operations of a shop in the order of their time and id. Milliseconds UTC. */
export interface OperationPage {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  /** The last operation before this page; null for the first page. */
  readonly after: PagePosition | null;
  readonly count: number;
}

export interface PagePosition {
  readonly at: number;
  readonly id: string;
}

/** Lists the operations of a shop page by page. */
export interface PagedJournal<R> {
  /** Operations that began in a period, oldest first. */
  pageOf(shop: Scope, page: OperationPage): Promise<readonly R[]>;
}

/**
 * Functions that the journals of all kinds share.
 *
 * Each kind adds the functions that begin its operations, and those for facts that also write to
 * other tables. Once the promise of a writing call resolves, the write is on the disk.
 *
 * `R` is an operation with its facts, `Fact` a fact that may be appended alone, `Asked` the values
 * that make two requests the same.
 */
export interface OperationJournal<R extends Recorded, Fact extends AnyFact, Asked extends { readonly shop: Scope }> {
  recall(id: string, request: Asked): Promise<IdLookupResult<R>>;
  /**
   * Appends a fact if the operation is still as in `record`.
   * @throws Stale if the operation has changed; Error if the fact may not follow
   */
  append(record: R, fact: Fact): Promise<R>;
  read(shop: Scope, id: string): Promise<R | null>;
  /** The latest operations of a person, or of all persons for null, newest first. */
  latestOf(shop: Scope, personId: string | null, count: number): Promise<readonly R[]>;
  /** Operations in any of these states that changed at or after `since`, oldest first. */
  inStates(shop: Scope, states: readonly R['status']['state'][], since?: number): Promise<readonly R[]>;
  /**
   * Returns an operation after a change that this journal made.
   * @returns undefined for every other change, which has to be read
   */
  recordAfter(change: DurableChange): R | undefined;
  /**
   * Takes over the open operations of this kind that no living server is responsible for. Each is
   * taken over by one server only.
   * @param alive living servers
   * @returns ids for which this server is responsible from now on, including its own operations
   * that have not changed for minutes, most of which it is already settling
   */
  adopt(shop: Scope, alive: ReadonlySet<number>): Promise<readonly string[]>;
}
