import type { OrphanFact } from '../../bff/redemption/journal/orphan-facts.ts';
import type { RefundFact } from '../../bff/redemption/journal/refund-facts.ts';
import type { CaptureFact, TenderFact } from '../../bff/redemption/journal/tender-facts.ts';
import type { AnyFact, DatedFact } from '../../bff/redemption/operation/facts.ts';
import { isKeyId } from '../../contract/access/key.ts';
import { isRefundOpen, type RefundState, type RefundView } from '../../contract/redemption/refund.ts';
import { isTenderOpen, type TenderState, type TenderView } from '../../contract/redemption/tender.ts';
import type { AttemptSender } from './demands.ts';
import { deniedIn } from './denied.ts';
import type { Invariant, Violation } from './invariants.ts';
import type { IssuerBooks, LedgerCapture, LedgerListener, LedgerRefund } from './ledger.ts';
import type { Lost, MemoryStore, OnWritten, StoredOperation } from './memory-store.ts';
import { standsBefore } from './named.ts';
import type { ShopIdentity } from './plan.ts';
import { createStopwatch, type TimedVerdict } from './stopwatch.ts';

/** Compares reports with the issuer's ledger, independently of the settling rules. */
export interface Judge extends LedgerListener {
  readonly violations: readonly Violation[];
  /** The times to resolve unknown outcomes. */
  readonly verdicts: readonly TimedVerdict[];
  posted(sender: AttemptSender): void;
  readonly written: OnWritten;
  /** A server answered with a tender, or with a refund. */
  told(view: TenderView): void;
  toldRefund(view: RefundView): void;
  /** A server answered that this id never arrived, or can never arrive. */
  toldNothing(tenderId: string, how: 'never-arrived' | 'cancelled'): void;
  /** True if only managers' cases are open, and all our captures have an operation or a case. */
  isSettled(): boolean;
  /** Changes whenever {@link Judge.isSettled} may change. */
  news(): number;
  /** A period was marked as read completely, without storing these of its rows. */
  noted(missing: readonly string[]): void;
  /**
   * The journal was restored to an earlier state: its missing entries are no faults, but all other
   * invariants hold.
   */
  lost(lost: Lost): void;
  /** The world has ended, with time enough for everything to be known. */
  end(): void;
}

export interface JudgeOptions {
  readonly identity: ShopIdentity;
  /** The books and the journal of this shop. */
  readonly books: () => IssuerBooks;
  readonly store: MemoryStore;
  /** The operation of each claimed transaction, shared by the judges of the account's shops. */
  readonly claimed: Map<string, string>;
  /** The world's time, milliseconds. */
  readonly now: () => number;
  /** True if the issuer has answered long enough for its data to be known here. */
  readonly isHeard: () => boolean;
  /**
   * True if a manager has to open the shop, because its merchant has more rows than can be read.
   */
  readonly isShut: () => boolean;
  /** One line of the trace. */
  readonly say: (line: string) => void;
}

/** Usual limit of the time from the snapshot to the first byte. */
const ON_ITS_WAY_MS = 10_000;

const NOT_DONE: readonly string[] = ['not_captured', 'declined', 'not_sent', 'not_refunded', 'cancelled'];
/** A manager's cases for an issuer that does not answer. */
const UNHEARD: readonly string[] = ['issuer-silent', 'search-restless', 'search-endless'];
const TAKEN: readonly string[] = ['captured', 'captured_partial'];

export function createJudge({ identity: { mid: ownMid }, books, store, claimed, now, isHeard, isShut, say }: JudgeOptions): Judge {
  const violations: Violation[] = [];
  const captures = new Map<string, LedgerCapture[]>();
  const posts = new Map<string, number>();
  const begun = new Map<string, number>();
  const onDisk = new Map<string, readonly DatedFact<AnyFact>[]>();
  const cancelled = new Set<string>();
  const forgotten = new Set<string>();
  /** A program without memory may repeat a request that the journal lost, if it had no effect. */
  const byProgram = new Set<string>();
  const stopwatch = createStopwatch(now, books);
  const isDenied = deniedIn(store);
  let [news, hasEnded] = [0, false];

  function broken(invariant: Invariant, what: string): void {
    if (hasEnded) return;
    say(`judge    ${invariant} ${what}`);
    violations.push({ invariant, atMs: now(), what });
  }

  /** Captures of a tender: those not refunded, and those made within the issuer's bound. */
  const standing = (tenderId: string) => (captures.get(tenderId) ?? []).filter(({ isReversed }) => !isReversed);
  const inTime = (tenderId: string) => standing(tenderId).filter(({ author }) => author.who === 'ours' && author.isWithinBound);
  /** If a lost request is repeated, the issuer's actions beyond its bound are unpredictable. */
  const counted = (tenderId: string) => (forgotten.has(tenderId) && byProgram.has(tenderId) ? inTime(tenderId) : standing(tenderId));
  const refundsBy = (refundId: string) =>
    books().refunds.filter(({ author }) => author.who === 'ours' && author.operationId === refundId && author.isWithinBound);

  /** @param isAttached a person assigned it from the list of unexplained captures */
  function claim(operation: StoredOperation, transactionId: string, isAttached = false): void {
    const other = claimed.get(transactionId);
    const wasListed = isAttached && other !== undefined && store.get(other)?.kind === 'orphan';
    if (!wasListed && other !== undefined && other !== operation.id)
      broken('I2', `${transactionId} belongs to ${other} and to ${operation.id}`);
    claimed.set(transactionId, operation.id);
  }

  /**
   * A capture that looks like this tender's: of an earlier tender beyond the bound, or by another
   * client at the same time. It must still be assigned to only one tender.
   */
  function lookalike(tenderId: string, captureId: string | null): LedgerCapture | undefined {
    const { lock, facts = [] } = store.get(tenderId) ?? {};
    /* A capture without a redemption was made before a manager recorded one for it. */
    const since = facts[1]?.fact.kind === 'attached' ? 0 : (begun.get(tenderId) ?? Number.POSITIVE_INFINITY) - ON_ITS_WAY_MS;
    const fits = ({ mid, at, author }: LedgerCapture) => (author.who === 'ours' ? !author.isWithinBound : mid === ownMid && at >= since);
    return books().captures.find((capture) => capture.captureId === captureId && capture.ref === lock && fits(capture));
  }

  function assertTaken(invariant: 'I3' | 'I5', tenderId: string, captureId: string | null, amount: number | null): void {
    const capture = (captures.get(tenderId) ?? []).find((known) => known.captureId === captureId) ?? lookalike(tenderId, captureId);
    if (!capture) broken(invariant, `${tenderId} is said to be captured as ${captureId}, and no attempt of it was`);
    else if (capture.amount !== amount) broken(invariant, `${tenderId} is said to have taken ${amount}, and it took ${capture.amount}`);
  }

  /** A late capture may belong to any of several closed tenders, but only to one of ours. */
  function assertLate({ id, lock }: StoredOperation, { captureId, captured }: CaptureFact): void {
    const known = books().captures.find((capture) => capture.captureId === captureId);
    const capture = known?.author.who === 'ours' && known.ref === lock ? known : lookalike(id, captureId);
    if (capture?.amount !== captured)
      broken('I3', `${id} is said to have taken ${captured} late as ${captureId}, and none of ours took that`);
  }

  function tenderWritten(operation: StoredOperation, fact: TenderFact): void {
    const { id } = operation;
    switch (fact.kind) {
      case 'captured':
      case 'captured_partial':
      case 'late_capture':
      case 'attached': {
        const capture = fact.kind === 'attached' ? fact.capture : fact;
        if (!capture) return;
        claim(operation, capture.captureId, fact.kind === 'attached');
        return fact.kind === 'late_capture' ? assertLate(operation, fact) : assertTaken('I3', id, capture.captureId, capture.captured);
      }
      case 'refunded':
        if (standing(id).some(({ captureId }) => claimed.get(captureId) === id)) broken('I3', `${id} is said to be given back, and is not`);
        return;
      case 'not_captured':
      case 'declined':
      case 'not_sent':
        if (inTime(id).length > 0) broken('I4', `${id} is said to be ${fact.kind}, and it was captured`);
        return;
      default:
    }
  }

  function refundWritten(operation: StoredOperation, fact: RefundFact): void {
    const { id } = operation;
    if (fact.kind === 'refunded') {
      claim(operation, fact.refundId);
      if (!books().refunds.some(({ refundId }) => refundId === fact.refundId)) broken('I3', `${id} names a refund that is not there`);
    }
    if (NOT_DONE.includes(fact.kind) && refundsBy(id).length > 0) broken('I4', `${id} is said to be ${fact.kind}, and it was given back`);
  }

  /** A manager sees its tender, or another one with the row or the voucher; or it is lost, or was taken back. */
  function isAccountedFor({ captureId, ref, author, at, takenBackAt }: LedgerCapture): boolean {
    if (author.who !== 'ours' || takenBackAt !== null) return true;
    const own = store.get(author.operationId);
    const seen = own?.state === 'manager' ? own : store.holder(ref);
    if (seen?.state !== 'manager') return !own && isShut();
    const sinceMs = at - (begun.get(seen.id) ?? Number.POSITIVE_INFINITY);
    return seen === own || standsBefore(seen, captureId, sinceMs) || (!own && forgotten.has(author.operationId));
  }

  /** Captures of ours that belong to no operation and that no manager sees. */
  const lost = () =>
    books().captures.filter((capture) => capture.author.who === 'ours' && !claimed.has(capture.captureId) && !isAccountedFor(capture));

  return {
    violations,
    verdicts: stopwatch.verdicts,
    captured(capture) {
      news += 1;
      const { author, captureId, amount, ref } = capture;
      const by = author.who === 'ours' ? `attempt ${author.attempt} of ${author.operationId}` : 'somebody else';
      say(`issuer   captures ${amount} from …${ref.slice(-4)} as ${captureId} for ${by}`);
      if (author.who !== 'ours') return;
      const { operationId } = author;
      captures.set(operationId, [...(captures.get(operationId) ?? []), capture]);
      if (counted(operationId).length > 1) broken('I1', `${operationId} was captured twice`);
      if (cancelled.has(operationId)) broken('I5', `${operationId} was said to be cancelled, and is captured now`);
      const operation = store.get(operationId);
      if (!operation)
        return forgotten.has(operationId) ? undefined : broken('I8', `${operationId} is captured, and no longer in the journal`);
      const { state } = operation;
      if (author.isWithinBound && NOT_DONE.includes(state)) broken('I4', `${operationId} is ${state}, and is captured now`);
    },
    refunded({ author, amount, ref, refundId }: LedgerRefund) {
      say(`issuer   gives ${amount} back to …${ref.slice(-4)} as ${refundId} ${author.who === 'ours' ? `for ${author.operationId}` : ''}`);
      const state = author.who === 'ours' ? (store.get(author.operationId)?.state ?? '') : '';
      if (author.who === 'ours' && author.isWithinBound && NOT_DONE.includes(state)) {
        broken('I4', `${author.operationId} is ${state}, and is given back now`);
      }
    },
    posted({ operationId, attempt }) {
      say(`server   sends attempt ${attempt} of ${operationId}`);
      const key = `${operationId} ${attempt}`;
      const before = posts.get(key) ?? 0;
      posts.set(key, before + 1);
      const mayBeAnew = forgotten.has(operationId) && byProgram.has(operationId) && counted(operationId).length === 0;
      if (before > 0 && !mayBeAnew) broken('I6', `attempt ${attempt} of ${operationId} was sent again`);
      const operation = store.get(operationId);
      const isWritten = operation?.facts.some(({ fact }) => fact.kind === 'sent' && 'attempt' in fact && fact.attempt === attempt);
      if (!operation || !isWritten) return broken('I6', `attempt ${attempt} of ${operationId} was sent before it was written down`);
      if (!operation.open) broken('I6', `attempt ${attempt} of ${operationId} was sent after it was ${operation.state}`);
      for (const other of store.ofAccount()) {
        const isSame = other.open && other.id !== operationId && other.lock === operation.lock;
        if (isSame) broken('I6', `${operationId} was sent while ${other.id} had the voucher`);
      }
    },
    written(operation, dated) {
      news += 1;
      const { id, kind, lock, state } = operation;
      say(`journal  ${kind} ${id} …${lock?.slice(-4) ?? ''} ${dated ? JSON.stringify(dated.fact) : state}`);
      begun.set(id, begun.get(id) ?? now());
      if (operation.device && isKeyId(operation.device.id)) byProgram.add(id);
      onDisk.set(id, dated ? [...(onDisk.get(id) ?? []), dated] : operation.facts);
      stopwatch.written(operation, dated?.fact ?? null);
      const unheard = dated && unheardOf(dated.fact);
      if (unheard && isHeard()) broken('I9', `${id} is a manager's for ${unheard}, and the issuer answers`);
      if (dated && kind === 'tender') tenderWritten(operation, dated.fact as TenderFact);
      if (dated && kind === 'refund') refundWritten(operation, dated.fact as RefundFact);
      if (!dated && kind === 'tender') for (const { fact } of operation.facts) tenderWritten(operation, fact as TenderFact);
      const orphan = !dated && kind === 'orphan' ? (operation.facts[0]?.fact as OrphanFact | undefined) : undefined;
      if (orphan?.kind === 'found') claim(operation, orphan.row.transactionId);
    },
    told({ id, state, captureId, captured }) {
      say(`till     is told that ${id} is ${state}`);
      const amount = captured && 'amount' in captured ? captured.amount : null;
      if (TAKEN.includes(state)) assertTaken('I5', id, captureId, amount);
      if (NOT_DONE.includes(state) && inTime(id).length > 0) broken('I5', `a till is told that ${id} is ${state}, and it is captured`);
      const isGivenBack = !standing(id).some((capture) => capture.captureId === captureId);
      if (state === 'refunded' && !isGivenBack) broken('I5', `a till is told that ${id} was given back, and it was not`);
    },
    toldRefund({ id, state, tenderId, refundId }) {
      say(`till     is told that refund ${id} is ${state}`);
      const refund = books().refunds.find((known) => known.refundId === refundId);
      const captureId = (captures.get(tenderId) ?? []).find((capture) => capture.captureId === refund?.captureId)?.captureId;
      if (state === 'refunded' && captureId === undefined) broken('I5', `a till is told that ${tenderId} was given back, and it was not`);
      if (NOT_DONE.includes(state) && refundsBy(id).length > 0)
        broken('I5', `a till is told that ${id} is ${state}, and it was given back`);
    },
    toldNothing(tenderId, how) {
      say(`till     is told that ${tenderId} ${how}`);
      if (how === 'cancelled') cancelled.add(tenderId);
      if (counted(tenderId).some(isDenied)) broken('I5', `a till is told that ${tenderId} ${how}, and it is captured`);
    },
    noted(missing) {
      if (missing.length > 0) broken('I10', `${missing.join(', ')} were not kept where everything was said to be read`);
    },
    lost({ operationIds, transactionIds }) {
      news += 1;
      say(`journal  loses ${operationIds.length} commits`);
      for (const id of operationIds) {
        const kept = store.get(id);
        forgotten.add(id);
        if (kept) onDisk.set(id, kept.facts);
        else onDisk.delete(id);
      }
      for (const id of transactionIds) claimed.delete(id);
    },
    news: () => news,
    isSettled: () => ![...store.all()].some(isUnsettled) && lost().length === 0,
    end() {
      for (const operation of store.all()) if (isUnsettled(operation)) broken('I7', `${operation.id} is still ${operation.state}`);
      for (const [id, facts] of onDisk) if (!isKept(store.get(id), facts)) broken('I8', `${id} is not what was written`);
      for (const { captureId, author } of lost()) {
        broken('I2', `capture ${captureId} of ${author.who === 'ours' ? author.operationId : ''} belongs to nobody`);
      }
      hasEnded = true;
    },
  };
}

function isKept(kept: StoredOperation | undefined, facts: readonly DatedFact<AnyFact>[]): boolean {
  return kept !== undefined && facts.every((fact, index) => kept.facts[index] === fact);
}

function isUnsettled({ kind, state }: StoredOperation): boolean {
  if (state === 'manager') return false;
  return kind === 'refund' ? isRefundOpen(state as RefundState) : kind === 'tender' && isTenderOpen(state as TenderState);
}

/** The reason for a manager's case, if that was a silent issuer. */
function unheardOf(fact: AnyFact): string | null {
  const evidence = fact.kind === 'manager' && 'evidence' in fact ? String(fact.evidence) : '';
  return UNHEARD.includes(evidence) ? evidence : null;
}
