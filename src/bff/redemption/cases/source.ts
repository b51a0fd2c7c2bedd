import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import type { Decider } from '../../platform/base/decider.ts';
import { type Caller, deciderOf } from '../../platform/http/caller.ts';
import { caseMoved } from './problems.ts';

/** One case for a manager, and the actions on it. */
export interface AttentionCase {
  readonly item: AttentionItem;
  /**
   * Carries out a manager's action, which is one of those that the item offers.
   * @throws Problem if it is impossible; Stale if another caller was first
   */
  act(request: AttentionRequest, caller: Caller): Promise<void>;
}

/** All cases of one kind. The list asks every source; a new kind of operation adds one. */
export interface AttentionSource {
  /** All cases of this kind, oldest first. */
  cases(): Promise<readonly AttentionCase[]>;
  /** The case with this id; null if this source does not have it or no longer has it. */
  find(id: string): Promise<AttentionCase | null>;
}

/** Cases of one kind that a manager can only close, with a note. */
export interface Closable<R> {
  /** Returns all open records, oldest first. */
  readonly open: () => Promise<readonly R[]>;
  readonly read: (id: string) => Promise<R | null>;
  readonly isOpen: (record: R) => boolean;
  readonly itemOf: (record: R) => AttentionItem;
  readonly close: (record: R, by: Decider, request: AttentionRequest) => Promise<unknown>;
}

export function closableSource<R>({ open, read, isOpen, itemOf, close }: Closable<R>): AttentionSource {
  const caseOf = (record: R): AttentionCase => ({
    item: itemOf(record),
    async act(request, caller) {
      await close(record, deciderOf(caller), request);
    },
  });
  return {
    cases: async () => (await open()).map(caseOf),
    async find(id) {
      const record = await read(id);
      return record !== null && isOpen(record) ? caseOf(record) : null;
    },
  };
}

/** Overdue work of the server, without a decision for a manager: the case closes by itself. */
export interface Backlog {
  /** The id of the case; there is at most one. */
  readonly id: string;
  readonly kind: AttentionItem['kind'];
  readonly subject: AttentionItem['subject'];
  /** Milliseconds UTC. */
  readonly since: number;
  readonly last4?: string;
  readonly evidence: AttentionItem['evidence'];
}

/** Creates the source of one backlog case. @param now the backlog, null if there is none */
export function backlogSource(now: () => Backlog | null): AttentionSource {
  const find = (): AttentionCase | null => {
    const backlog = now();
    return (
      backlog && {
        item: backlogItem(backlog),
        act: () => Promise.reject(caseMoved()),
      }
    );
  };
  return {
    cases: async () => [find()].filter((one) => one !== null),
    async find(id) {
      const found = find();
      return found?.item.id === id ? found : null;
    },
  };
}

function backlogItem({ since, ...backlog }: Backlog): AttentionItem {
  const at = new Date(since).toISOString();
  const noOrigin = { amount: null, person: null, device: null };
  return {
    last4: '',
    ...backlog,
    ...noOrigin,
    state: 'behind',
    since: at,
    changedAt: at,
    candidates: [],
    actions: [],
  };
}

/** Returns the origin and the state that an operation's case shows. */
export function originOf({ id, createdAt, person, device, status }: Operation) {
  return {
    id,
    state: status.state,
    since: new Date(createdAt).toISOString(),
    changedAt: new Date(status.changedAt).toISOString(),
    person: person.name,
    device: device.name,
  };
}

interface Operation {
  readonly id: string;
  readonly createdAt: number;
  readonly person: { readonly name: string };
  readonly device: { readonly name: string };
  readonly status: { readonly state: AttentionItem['state']; readonly changedAt: number };
}
