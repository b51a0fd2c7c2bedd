import * as z from 'zod/mini';
import { type Decider, deciderSchema } from '../../../bff/platform/base/decider.ts';
import { assertMayFollow, type DatedFact, foldFacts, type Steps } from '../../../bff/redemption/operation/facts.ts';
import { scamCheckSchema } from '../../../contract/redemption/issue-request.ts';
import { evidenceCodeSchema } from '../../../contract/voucher/evidence.ts';
import { type Refusal, refusalSchema } from '../../../contract/voucher/refusal.ts';
import { type IssueState, type IssueStopReason, isIssueOpen, issueStopReasonSchema } from '../contract/issue.ts';
import { isRelease, RELEASE_FACTS, type Release, type ReleasingFact, releaseOf } from './release-facts.ts';

/** How many vouchers arrived with an answer; they are stored encrypted with the fact. */
const count = z.int().check(z.minimum(0));

/**
 * Everything that can happen to an issue. Facts are appended, never edited, as for tenders. At most
 * one request is open at a time, so all facts about a request refer to the latest one. `server` is
 * the id of the server that sends the requests until the next stop.
 */
export const issueFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), server: z.int(), quantity: z.int(), care: z.optional(scamCheckSchema) }),
  /**
   * A request for this many vouchers is about to be sent for the first time. `key` is its permanent
   * Idempotency-Key.
   */
  z.object({ kind: z.literal('sent'), key: z.string(), quantity: z.int() }),
  z.object({ kind: z.literal('unknown'), reason: z.string(), evidence: evidenceCodeSchema }),
  z.object({ kind: z.literal('manager'), reason: z.string(), evidence: evidenceCodeSchema }),
  /** The answer: these vouchers, and the issuer's reason for a smaller number, if any. */
  z.object({ kind: z.literal('issued'), count, refusal: z.nullable(refusalSchema) }),
  z.object({ kind: z.literal('declined'), refusal: refusalSchema }),
  z.object({ kind: z.literal('not_sent'), reason: z.string() }),
  z.object({ kind: z.literal('stopped'), why: issueStopReasonSchema, by: z.nullable(deciderSchema) }),
  /** The remaining vouchers are requested after all. A closed request is repeated first. */
  z.object({ kind: z.literal('resumed'), server: z.int(), by: deciderSchema }),
  /** A manager stops the repeats for a lost answer. */
  z.object({ kind: z.literal('closed'), by: deciderSchema, note: z.string() }),
  ...RELEASE_FACTS,
  /** A manager took the sale back: its vouchers are on hold, and none is released again. */
  z.object({
    kind: z.literal('taken_back'),
    by: deciderSchema,
    reason: z.string(),
    receiptNo: z.nullable(z.string()),
    id: z.optional(z.string()),
  }),
  /** A manager undid the return: the vouchers are released from hold. */
  z.object({ kind: z.literal('return_undone'), by: deciderSchema }),
]);
export type IssueFact = z.infer<typeof issueFactSchema>;

/** A request with an unknown result. */
export interface OpenRequest {
  readonly key: string;
  readonly quantity: number;
  /** `sent`: its first answer is awaited; `closed`: a manager stopped the repeats. */
  readonly state: 'sent' | 'unknown' | 'manager' | 'closed';
}

type IssueFactKind = IssueFact['kind'];

/** Facts about the open request that may follow each of its states. `none`: there is no request. */
const REQUEST_STEPS: Steps<OpenRequest['state'] | 'none', IssueFactKind> = {
  none: ['sent'],
  sent: ['issued', 'declined', 'not_sent', 'unknown'],
  unknown: ['issued', 'declined', 'manager'],
  manager: ['issued', 'declined', 'closed'],
  /** A late answer counts, because a key has only one. */
  closed: ['issued'],
};

/**
 * Facts that may begin or end a run in each state of the issue. An answer to a request may arrive
 * in any state.
 */
const STEPS: Steps<IssueState, 'sent' | 'stopped' | 'resumed'> = {
  running: ['sent', 'stopped', 'resumed'],
  unknown: ['stopped', 'resumed'],
  manager: ['stopped', 'resumed'],
  stopping: ['resumed'],
  stopped: ['resumed'],
  partly: ['resumed'],
  declined: ['resumed'],
  done: [],
};

/** The most recent release of vouchers for printing, with positions, person and time. */
export interface Print {
  readonly print: string;
  readonly from: number;
  readonly to: number;
  readonly by: Decider;
  readonly at: number;
}

/** A sale that was taken back, with the number of the register's refund. */
export interface SaleReturn {
  readonly by: Decider;
  readonly reason: string;
  readonly receiptNo: string | null;
  readonly at: number;
}

export interface IssueStatus {
  readonly state: IssueState;
  readonly changedAt: number;
  readonly quantity: number;
  readonly issued: number;
  /** The request without an answer; null if all are answered. */
  readonly request: OpenRequest | null;
  /**
   * Counts the runs of the issue: the first, and each resumption after a stop. Only the latest may
   * send more requests.
   */
  readonly run: number;
  /** The server that sends the requests, or sent the last one. */
  readonly server: number;
  /** Why no further requests are sent; null while they continue. */
  readonly stop: IssueStopReason | 'refused' | null;
  readonly refusal: Refusal | null;
  /** Position after the last printed voucher. */
  readonly printed: number;
  readonly lastPrint: Print | null;
  /** All releases, oldest first. */
  readonly releases: readonly Release[];
  readonly takenBack: SaleReturn | null;
  /** The requests that took it back, undone ones included. */
  readonly returns: readonly string[];
}

export function remainderOf({ quantity, issued }: Pick<IssueStatus, 'quantity' | 'issued'>): number {
  return Math.max(0, quantity - issued);
}

/** Folds the facts of one issue; throws as {@link foldFacts}. */
export function foldIssue(facts: readonly DatedFact<IssueFact>[]): IssueStatus {
  const nothing = {
    issued: 0,
    request: null,
    stop: null,
    refusal: null,
    printed: 0,
    lastPrint: null,
    releases: [],
    takenBack: null,
    returns: [],
  };
  return foldFacts<IssueFact, IssueStatus>(
    facts,
    ({ quantity, server }, at) => ({ state: 'running', changedAt: at, quantity, run: 1, server, ...nothing }),
    issueStep,
  );
}

/**
 * Applies one more fact.
 * @throws Error if the fact may not follow
 */
export function issueStep(status: IssueStatus, { at, fact }: DatedFact<IssueFact>): IssueStatus {
  if (isRelease(fact)) return addRelease(status, fact, at);
  if (fact.kind === 'taken_back') {
    assertLegalStep(mayTakeBack(status), fact);
    const { by, reason, receiptNo, id } = fact;
    const returns = id === undefined ? status.returns : [...status.returns, id];
    return { ...status, returns, takenBack: { by, reason, receiptNo, at } };
  }
  if (fact.kind === 'return_undone') {
    assertLegalStep(status.takenBack !== null, fact);
    return { ...status, takenBack: null };
  }
  const grown = applyFact(status, fact);
  return { ...grown, state: stateOf(grown), changedAt: at };
}

/** False while vouchers may still arrive, because they would not be on hold. */
export function mayTakeBack({ state, issued, request, takenBack }: IssueStatus): boolean {
  return issued > 0 && request === null && takenBack === null && !isIssueOpen(state);
}

function addRelease(status: IssueStatus, fact: ReleasingFact, at: number): IssueStatus {
  const release = releaseOf(fact, at);
  const { channel, id, from, to, by } = release;
  assertLegalStep(status.takenBack === null && from < to && to <= status.issued, fact);
  const releases = [...status.releases, release];
  if (channel !== 'print') return { ...status, releases };
  return { ...status, releases, printed: Math.max(status.printed, to), lastPrint: { print: id, from, to, by, at } };
}

function applyFact(
  status: IssueStatus,
  fact: Exclude<IssueFact, ReleasingFact | { kind: 'taken_back' | 'return_undone' }>,
): IssueStatus {
  switch (fact.kind) {
    case 'sent':
      assertMayFollow('An issue', STEPS, status.state, fact.kind);
      assertMayFollow('A request', REQUEST_STEPS, status.request?.state ?? 'none', fact.kind);
      return { ...status, request: { key: fact.key, quantity: fact.quantity, state: 'sent' } };
    case 'unknown':
    case 'manager':
      return { ...status, request: { ...requestFor(status, fact), state: fact.kind } };
    case 'issued': {
      const isAll = fact.count >= requestFor(status, fact).quantity;
      const answered = { ...status, request: null, issued: status.issued + fact.count, refusal: fact.refusal };
      return isAll ? answered : { ...answered, stop: 'refused' };
    }
    case 'declined':
      requestFor(status, fact);
      return { ...status, request: null, refusal: fact.refusal, stop: 'refused' };
    case 'not_sent':
      requestFor(status, fact);
      return { ...status, request: null, stop: 'issuer-silent' };
    case 'stopped':
      assertMayFollow('An issue', STEPS, status.state, fact.kind);
      assertLegalStep(status.stop === null, fact);
      return { ...status, stop: fact.why };
    case 'resumed':
      return resume(status, fact);
    case 'closed':
      return { ...status, request: { ...requestFor(status, fact), state: 'closed' }, stop: 'closed' };
    case 'intent':
      throw new Error('An issue can have only one intent');
    default:
      return fact satisfies never;
  }
}

/**
 * Returns the open request that a fact of this kind refers to. @throws Error if it may not follow
 */
function requestFor({ request }: IssueStatus, { kind }: { readonly kind: IssueFactKind }): OpenRequest {
  assertMayFollow('A request', REQUEST_STEPS, request?.state ?? 'none', kind);
  if (request === null) throw new Error('An issue has no open request');
  return request;
}

function resume(status: IssueStatus, { kind, server }: Extract<IssueFact, { kind: 'resumed' }>): IssueStatus {
  const { request, run } = status;
  assertMayFollow('An issue', STEPS, status.state, kind);
  assertLegalStep(status.takenBack === null, { kind });
  const resumed = { ...status, stop: null, refusal: null };
  if (isIssueOpen(status.state)) {
    assertLegalStep(status.stop !== null, { kind });
    return resumed;
  }
  return { ...resumed, run: run + 1, server, request: request && { ...request, state: 'unknown' } };
}

function assertLegalStep(holds: boolean, { kind }: { readonly kind: string }): asserts holds {
  if (!holds) throw new Error(`This issue cannot accept the fact ${kind} now`);
}

function stateOf(status: IssueStatus): IssueState {
  const { request, stop, issued } = status;
  if (request !== null) {
    if (request.state === 'unknown' || request.state === 'manager') return request.state;
    if (request.state === 'closed') return 'stopped';
    return stop === null || issued + request.quantity >= status.quantity ? 'running' : 'stopping';
  }
  if (remainderOf(status) === 0) return 'done';
  if (stop === 'refused') return issued > 0 ? 'partly' : 'declined';
  return stop === null ? 'running' : 'stopped';
}
