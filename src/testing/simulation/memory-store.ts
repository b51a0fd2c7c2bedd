import type { Scope } from '../../bff/platform/base/scope.ts';
import type { OperationKind } from '../../bff/platform/store/schema.ts';
import type { AnyFact, DatedFact } from '../../bff/redemption/operation/facts.ts';
import { Stale } from '../../bff/redemption/operation/stale.ts';
import { SHOP } from '../rigs/shops.ts';

/** The guarantees of a store; the simulation removes one at a time. */
export interface StoreRules {
  /** A voucher is in one open operation at most. */
  readonly lock: boolean;
  /** A change is refused if another one was made first. */
  readonly versions: boolean;
  /** A cancelled id cannot arrive. */
  readonly tombstones: boolean;
  /** A transaction of the issuer belongs to one operation. */
  readonly uniqueClaims: boolean;
  /** SENT outlives a crash. */
  readonly durableSent: boolean;
  /** A gap that one shop has looked through is over for that shop only. */
  readonly ownGapEnds: boolean;
}

export const SOUND_STORE: StoreRules = {
  lock: true,
  versions: true,
  tombstones: true,
  uniqueClaims: true,
  durableSent: true,
  ownGapEnds: true,
};

/** A row of the operations, and its facts. */
export interface StoredOperation {
  readonly id: string;
  readonly shop: Scope;
  readonly kind: OperationKind;
  readonly device: { readonly id: string; readonly name: string } | null;
  /** The voucher locked by this operation while it is open, or null. */
  readonly lock: string | null;
  readonly state: string;
  readonly open: boolean;
  readonly owner: number | null;
  readonly createdAt: number;
  readonly changedAt: number;
  readonly facts: readonly DatedFact<AnyFact>[];
}

/** The state of an operation after a change. */
export interface MemoryMove {
  readonly id: string;
  /** The number of its facts when the change was decided. */
  readonly version: number;
  /** Its facts at that time, which an unsound store writes back. */
  readonly known: readonly DatedFact<AnyFact>[];
  readonly state: string;
  readonly open: boolean;
  readonly fact: DatedFact<AnyFact>;
}

/** The entries that a copy of the store lacks. */
export interface Lost {
  readonly operationIds: readonly string[];
  readonly transactionIds: readonly string[];
}

/** Undoes one commit. */
interface Undo {
  readonly before: readonly { readonly id: string; readonly operation: StoredOperation | undefined }[];
  readonly claim: string | undefined;
  readonly claimer: string;
}

/** Receives every durable change. */
export type OnWritten = (operation: StoredOperation, fact: DatedFact<AnyFact> | null) => void;

/**
 * The tables of a journal in memory, shared by all servers of a world; every call is one
 * transaction. The shops of a world are of one account.
 */
export interface MemoryStore {
  get(id: string): StoredOperation | undefined;
  /** In the order of writing. */
  all(): Iterable<StoredOperation>;
  /**
   * Adds the operation with its id, lock and claim in one transaction; false if any of them is
   * taken.
   */
  insert(operation: StoredOperation, claim?: string): boolean;
  /** @param shop of the account that locks the voucher; that of the first shop without it */
  holder(lock: string, shop?: Scope): StoredOperation | undefined;
  /** The operations of all shops of an account. */
  ofAccount(shop?: Scope): Iterable<StoredOperation>;
  /** The operation that has claimed a transaction of the issuer. */
  claimer(transactionId: string): StoredOperation | undefined;
  /**
   * Claims and moves in one transaction; false if the transaction or the operation already has a
   * claim.
   * @throws Stale
   */
  move(moves: readonly [MemoryMove, ...MemoryMove[]], claim?: string): boolean;
  /** Changes the owner of an operation. */
  own(id: string, owner: number): void;
  mid(shop: Scope): string | null;
  /** The known mids of the other shops. */
  otherMids(shop: Scope): readonly string[];
  learnMid(shop: Scope, mid: string): void;
  /** The data that an unsound store loses when a server dies. */
  crash(serverId: number): void;
  onWritten(listener: OnWritten): void;
  /** The number of commits. */
  commits(): number;
  /** Removes the last commits, as in a copy that lagged behind. */
  lose(commits: number): Lost;
}

/** The rows of one shop, and the locks of its account. */
export function storeOf(store: MemoryStore, shop: Scope): MemoryStore {
  return {
    ...store,
    holder: (lock) => store.holder(lock, shop),
    ofAccount: () => store.ofAccount(shop),
    all: () => [...store.all()].filter((operation) => operation.shop === shop),
    onWritten: (listener) =>
      store.onWritten((operation, fact) => {
        if (operation.shop === shop) listener(operation, fact);
      }),
  };
}

/** @param accountOf the account of each shop */
export function createMemoryStore(rules: StoreRules = SOUND_STORE, accountOf: (shop: Scope) => string = () => ''): MemoryStore {
  const operations = new Map<string, StoredOperation>();
  const locks = new Map<string, string>();
  const claims = new Map<string, string>();
  const claimers = new Set<string>();
  const mids = new Map<Scope, string>();
  const listeners: OnWritten[] = [];
  const undos: Undo[] = [];

  const lockOf = (lock: string, shop: Scope) => `${accountOf(shop)} ${lock}`;

  /** Stores the row together with its lock. */
  function put(operation: StoredOperation): void {
    operations.set(operation.id, operation);
    if (operation.lock === null) return;
    const lock = lockOf(operation.lock, operation.shop);
    if (operation.open) locks.set(lock, operation.id);
    else if (locks.get(lock) === operation.id) locks.delete(lock);
  }

  function written(operation: StoredOperation, fact: DatedFact<AnyFact> | null): void {
    for (const listener of listeners) listener(operation, fact);
  }

  function isTaken(claim: string | undefined, operationId: string): boolean {
    return claim !== undefined && rules.uniqueClaims && (claims.has(claim) || claimers.has(operationId));
  }

  function take(claim: string | undefined, operationId: string): void {
    if (claim === undefined) return;
    claims.set(claim, operationId);
    claimers.add(operationId);
  }

  function withdraw(id: string): void {
    const operation = operations.get(id);
    if (operation) put({ ...operation, open: false });
    operations.delete(id);
  }

  function find({ id, version }: MemoryMove): StoredOperation {
    const operation = operations.get(id);
    if (!operation) throw new Error('Nothing can be written about what is not there');
    if (rules.versions && operation.facts.length !== version) throw new Stale('It has moved on');
    return operation;
  }

  return {
    get: (id) => operations.get(id),
    all: () => operations.values(),
    insert(operation, claim) {
      const { id, lock, open } = operation;
      if (operations.has(id)) return false;
      if (!rules.tombstones && operation.state === 'cancelled') return true;
      if (rules.lock && open && lock !== null && locks.has(lockOf(lock, operation.shop))) return false;
      if (isTaken(claim, id)) return false;
      undos.push({ before: [{ id, operation: undefined }], claim, claimer: id });
      take(claim, id);
      put(operation);
      written(operation, null);
      return true;
    },
    holder: (lock, shop = SHOP) => operations.get(locks.get(lockOf(lock, shop)) ?? ''),
    ofAccount: (shop = SHOP) => [...operations.values()].filter((operation) => accountOf(operation.shop) === accountOf(shop)),
    claimer: (transactionId) => operations.get(claims.get(transactionId) ?? ''),
    move(moves, claim) {
      const [first] = moves;
      if (isTaken(claim, first.id)) return false;
      const found = moves.map((move) => ({ move, operation: find(move) }));
      undos.push({ before: found.map(({ operation }) => ({ id: operation.id, operation })), claim, claimer: first.id });
      take(claim, first.id);
      for (const { move, operation } of found) {
        const facts = [...(rules.versions ? operation.facts : move.known), move.fact];
        const moved = { ...operation, facts, state: move.state, open: move.open, changedAt: move.fact.at };
        put(moved);
        written(moved, move.fact);
      }
      return true;
    },
    own(id, owner) {
      const operation = operations.get(id);
      if (operation) operations.set(id, { ...operation, owner });
    },
    mid: (shop) => mids.get(shop) ?? null,
    otherMids: (shop) => [...mids].flatMap(([other, mid]) => (other === shop || accountOf(other) !== accountOf(shop) ? [] : mid)),
    learnMid(shop, mid) {
      if (!mids.has(shop) && ![...mids.values()].includes(mid)) mids.set(shop, mid);
    },
    crash(serverId) {
      if (rules.durableSent) return;
      const lost = [...operations.values()].filter(({ owner, state }) => owner === serverId && state === 'sent');
      for (const { id } of lost) withdraw(id);
    },
    onWritten: (listener) => void listeners.push(listener),
    commits: () => undos.length,
    lose(commits) {
      const gone = undos.splice(Math.max(0, undos.length - commits)).toReversed();
      for (const { before, claim, claimer } of gone) {
        if (claim !== undefined) {
          claims.delete(claim);
          claimers.delete(claimer);
        }
        for (const { id, operation } of before) {
          if (operation) put(operation);
          else withdraw(id);
        }
      }
      return {
        operationIds: gone.flatMap(({ before }) => before.map(({ id }) => id)),
        transactionIds: gone.flatMap(({ claim }) => claim ?? []),
      };
    },
  };
}
