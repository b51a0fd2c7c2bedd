import * as z from 'zod/mini';
import { type Decider, deciderSchema } from '../../../bff/platform/base/decider.ts';
import { assertMayFollow, type DatedFact, foldFacts, type Steps } from '../../../bff/redemption/operation/facts.ts';
import { saleCareSchema } from '../../../contract/redemption/issue-request.ts';
import { evidenceCodeSchema } from '../../../contract/voucher/evidence.ts';
import { type Refusal, refusalSchema } from '../../../contract/voucher/refusal.ts';
import { type IssueState, type IssueStopReason, isIssueOpen, issueStopReasonSchema } from '../contract/issue.ts';

/** How many vouchers arrived with an answer; they are written with it, encrypted. */
const count = z.int().check(z.minimum(0));

/**
 * Everything that can happen to an issue. Facts are appended, never edited, as for tenders. At most
 * one request is open at a time, so all facts but its beginning refer to that one. `server` is the
 * one that sends the requests, until it stops.
 */
export const issueFactSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('intent'), server: z.int(), quantity: z.int(), care: z.optional(saleCareSchema) }),
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
  /**
   * Vouchers from one position to before another were released for printing. `print` was created by
   * the page.
   */
  z.object({
    kind: z.literal('printed'),
    print: z.string(),
    from: count,
    to: count,
    by: deciderSchema,
    reason: z.nullable(z.string()),
  }),
  /**
   * The link of one voucher was released for sending. It is the voucher at `from`; `to` is the
   * next. `sending` was created by the page.
   */
  z.object({
    kind: z.literal('link_given'),
    sending: z.string(),
    from: count,
    to: count,
    by: deciderSchema,
    reason: z.nullable(z.string()),
  }),
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
  /** A key has one answer, whenever it arrives. */
  closed: ['issued'],
};

/**
 * Facts that may begin or end something in each state of the whole. An answer to a request may come
 * in any.
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

/** The latest time that vouchers were released for printing. */
export interface Print {
  readonly print: string;
  readonly from: number;
  readonly to: number;
  readonly by: Decider;
  readonly at: number;
}

/** The latest time that the link of a voucher was released. */
export interface Sending {
  readonly sending: string;
  readonly position: number;
  readonly by: Decider;
  readonly at: number;
}

export interface IssueStanding {
  readonly state: IssueState;
  readonly changedAt: number;
  readonly quantity: number;
  readonly issued: number;
  /** The request without an answer; null for none. */
  readonly request: OpenRequest | null;
  /**
   * Counts its runs: the first, and each resumption after a stop. Only the latest may send more
   * requests.
   */
  readonly run: number;
  /** The server that sends the requests, or sent the last one. */
  readonly server: number;
  /** Why no further requests are sent; null while they continue. */
  readonly stop: IssueStopReason | 'refused' | null;
  readonly refusal: Refusal | null;
  /** How many vouchers, from the first, were printed. */
  readonly printed: number;
  readonly lastPrint: Print | null;
  /** For each voucher whose link was released, the last time. */
  readonly sent: readonly Sending[];
}

export function remainderOf({ quantity, issued }: Pick<IssueStanding, 'quantity' | 'issued'>): number {
  return Math.max(0, quantity - issued);
}

/** Folds the facts of one issue; throws as {@link foldFacts}. */
export function foldIssue(facts: readonly DatedFact<IssueFact>[]): IssueStanding {
  const nothing = { issued: 0, request: null, stop: null, refusal: null, printed: 0, lastPrint: null, sent: [] };
  return foldFacts<IssueFact, IssueStanding>(
    facts,
    ({ quantity, server }, at) => ({ state: 'running', changedAt: at, quantity, run: 1, server, ...nothing }),
    issueStep,
  );
}

/**
 * Applies one more fact.
 * @throws Error if it cannot follow
 */
export function issueStep(standing: IssueStanding, { at, fact }: DatedFact<IssueFact>): IssueStanding {
  if (fact.kind === 'printed') return print(standing, { ...fact, at });
  if (fact.kind === 'link_given') return giveLink(standing, { ...fact, at });
  const grown = grow(standing, fact);
  return { ...grown, state: stateOf(grown), changedAt: at };
}

function print(standing: IssueStanding, { print: id, from, to, by, at }: Print): IssueStanding {
  expect(from < to && to <= standing.issued && from <= standing.printed, { kind: 'printed' });
  return { ...standing, printed: Math.max(standing.printed, to), lastPrint: { print: id, from, to, by, at } };
}

function giveLink(
  standing: IssueStanding,
  { sending, from, to, by, at }: Omit<Print, 'print'> & Pick<Sending, 'sending'>,
): IssueStanding {
  expect(to === from + 1 && to <= standing.issued, { kind: 'link_given' });
  const others = standing.sent.filter(({ position }) => position !== from);
  return { ...standing, sent: [...others, { sending, position: from, by, at }] };
}

function grow(standing: IssueStanding, fact: Exclude<IssueFact, { kind: 'printed' | 'link_given' }>): IssueStanding {
  switch (fact.kind) {
    case 'sent':
      assertMayFollow('An issue', STEPS, standing.state, fact.kind);
      assertMayFollow('A request', REQUEST_STEPS, standing.request?.state ?? 'none', fact.kind);
      return { ...standing, request: { key: fact.key, quantity: fact.quantity, state: 'sent' } };
    case 'unknown':
    case 'manager':
      return { ...standing, request: { ...requestFor(standing, fact), state: fact.kind } };
    case 'issued': {
      const isAll = fact.count >= requestFor(standing, fact).quantity;
      const answered = { ...standing, request: null, issued: standing.issued + fact.count, refusal: fact.refusal };
      return isAll ? answered : { ...answered, stop: 'refused' };
    }
    case 'declined':
      requestFor(standing, fact);
      return { ...standing, request: null, refusal: fact.refusal, stop: 'refused' };
    case 'not_sent':
      requestFor(standing, fact);
      return { ...standing, request: null, stop: 'issuer-silent' };
    case 'stopped':
      assertMayFollow('An issue', STEPS, standing.state, fact.kind);
      expect(standing.stop === null, fact);
      return { ...standing, stop: fact.why };
    case 'resumed':
      return resume(standing, fact);
    case 'closed':
      return { ...standing, request: { ...requestFor(standing, fact), state: 'closed' }, stop: 'closed' };
    case 'intent':
      throw new Error('An issue has one intent');
    default:
      return fact satisfies never;
  }
}

/**
 * Returns the open request that a fact of this kind refers to. @throws Error if it may not follow
 */
function requestFor({ request }: IssueStanding, { kind }: { readonly kind: IssueFactKind }): OpenRequest {
  assertMayFollow('A request', REQUEST_STEPS, request?.state ?? 'none', kind);
  if (request === null) throw new Error('An issue has no open request');
  return request;
}

function resume(standing: IssueStanding, { kind, server }: Extract<IssueFact, { kind: 'resumed' }>): IssueStanding {
  const { request, run } = standing;
  assertMayFollow('An issue', STEPS, standing.state, kind);
  const wanted = { ...standing, stop: null, refusal: null };
  if (isIssueOpen(standing.state)) {
    expect(standing.stop !== null, { kind });
    return wanted;
  }
  return { ...wanted, run: run + 1, server, request: request && { ...request, state: 'unknown' } };
}

function expect(holds: boolean, { kind }: { readonly kind: string }): asserts holds {
  if (!holds) throw new Error(`This issue cannot take the fact ${kind} now`);
}

function stateOf(standing: IssueStanding): IssueState {
  const { request, stop, issued } = standing;
  if (request !== null) {
    if (request.state === 'unknown' || request.state === 'manager') return request.state;
    if (request.state === 'closed') return 'stopped';
    return stop === null || issued + request.quantity >= standing.quantity ? 'running' : 'stopping';
  }
  if (remainderOf(standing) === 0) return 'done';
  if (stop === 'refused') return issued > 0 ? 'partly' : 'declined';
  return stop === null ? 'running' : 'stopped';
}
