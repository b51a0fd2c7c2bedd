import { LIMITS } from '../../contract/limits.ts';
import { isRefundOpen, type RefundRequest, type RefundView } from '../../contract/refund.ts';
import type { TenderState } from '../../contract/tender.ts';
import { refIdentity } from '../../contract/voucher.ts';
import { tooEarly } from '../attention/problems.ts';
import { describeError, type Logger } from '../base/logging.ts';
import type { Clock } from '../base/ports.ts';
import type { Snapshots } from '../check/snapshots.ts';
import { type Caller, maySee } from '../http/caller.ts';
import type { Issuer } from '../issuer/port.ts';
import { withoutRef } from '../issuer/wire/vouchers-info.ts';
import { scopeOf } from '../journal/refund-scope.ts';
import type { RefundJournal, RefundRecord } from '../journal/refund-store.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { createAttempts, settledBy } from '../operation/attempts.ts';
import type { Changes } from '../operation/changes.ts';
import { createOrClosed } from '../operation/journal-first.ts';
import type { Settler } from '../settle/settler.ts';
import { voucherOpen } from '../tender/problems.ts';
import { lastTaken, undoEnds } from '../tender/undo.ts';
import type { RefundAttempt } from './attempt.ts';
import { noSuchRefund, noSuchTender, notRefundable, refundMismatch, undoOver } from './problems.ts';
import { refundView } from './view.ts';

export interface RefundDeps {
  readonly journal: Pick<TenderJournal, 'read' | 'latestOf' | 'inStates'>;
  readonly refunds: RefundJournal;
  readonly issuer: Pick<Issuer, 'checkByRef' | 'clockOffset'>;
  readonly clock: Clock;
  readonly changes: Changes;
  readonly attempt: RefundAttempt;
  readonly snapshots: Snapshots;
  readonly settler: Settler;
  readonly log: Logger;
  /** W of settling, milliseconds. */
  readonly settleWindowMs: number;
  /** Scope of refund links of this issuer, as far as answers have told; null before the first. */
  readonly learnedScope: () => Promise<string | null>;
  /** The scope where no answer has told any. */
  readonly refundScope: string;
}

export interface Refunds {
  /**
   * Gives back the whole capture of a tender, once for an id: the same id and body again answers with the refund as it stands. Waits for an
   * outcome up to 5 s; the attempt goes on whoever waits. A manager may refund whatever holds a capture; a cashier undoes the own last one.
   * @throws Problem 404 for a tender that the caller may not see, 403 `undo-over`, 409 `not-refundable`, `too-early`, `refund-mismatch`
   * or `voucher-open`, 503 when the journal cannot be written
   */
  put(caller: Caller, id: string, request: RefundRequest): Promise<{ refund: RefundView; isNew: boolean }>;
  /** @throws Problem 404 for an id that never arrived, or that the caller may not see */
  get(caller: Caller, id: string): Promise<RefundView>;
  /** Resolves when no attempt is under way any more. */
  drain(): Promise<void>;
}

/** States in which a tender holds a capture that can be given back. */
const REFUNDABLE: readonly TenderState[] = ['captured', 'captured_partial', 'attached', 'late_capture'];

export function createRefunds(deps: RefundDeps): Refunds {
  const { refunds, journal, clock, settler, log, snapshots, issuer } = deps;
  const attempts = createAttempts();
  const orClosed = createOrClosed(log, 'refund');

  /** Runs the attempt to its end, whoever waits for it; what is left open goes to settling. */
  async function run(refund: RefundRecord, scope: string, sentAtMs: number): Promise<void> {
    try {
      const ended = await deps.attempt(refund, scope, sentAtMs);
      if (isRefundOpen(ended.standing.state)) settler.watch('refund', ended.id);
    } catch (error) {
      log.error({ tenderId: refund.id, kind: 'refund', ...describeError(error) }, 'the outcome of a refund could not be written');
      settler.watch('refund', refund.id);
    }
  }

  /** Calls `look` and answers with the refund it gives once that is no longer open, or as it stands at the deadline. */
  async function settledView(
    { shop, id }: Pick<RefundRecord, 'shop' | 'id'>,
    deadline: number,
    look: () => Promise<RefundRecord> | RefundRecord,
  ): Promise<RefundView> {
    const isOpen = ({ standing }: RefundRecord) => isRefundOpen(standing.state);
    return refundView(await settledBy(deps, { id, deadline, isOpen, read: () => refunds.read(shop, id) }, look));
  }

  /** Somebody may have settled it since it was read: read again once changes are listened to. */
  const asItStands = (refund: RefundRecord, deadline: number) =>
    settledView(refund, deadline, async () => (await refunds.read(refund.shop, refund.id)) ?? refund);

  /** @throws Problem when the caller may not give this tender's capture back, or when there is none */
  async function assertMayRefund({ shop, person }: Caller, tender: TenderRecord): Promise<void> {
    if (!REFUNDABLE.includes(tender.standing.state)) throw notRefundable();
    if (person.role === 'manager') return;
    if (undoEnds(tender, person.id, clock.now()) === null) throw undoOver();
    if (lastTaken(await journal.latestOf(shop, person.id, LIMITS.mineMax))?.id !== tender.id) throw undoOver();
  }

  /**
   * Of a redemption that was sent twice, one attempt took the money because the balance could not pay both. As long as the issuer may still act
   * on the other one, money that goes back to the voucher would be taken by it.
   * @throws Problem `too-early` until then
   */
  async function assertNothingUnderWay({ shop, ref }: TenderRecord): Promise<void> {
    const recent = await journal.inStates(shop, REFUNDABLE, clock.now() - deps.settleWindowMs);
    const waits = recent
      .filter((tender) => tender.standing.attempts > 1 && refIdentity(tender.ref) === refIdentity(ref))
      .map(({ facts }) => (facts.findLast(({ fact }) => fact.kind === 'sent')?.at ?? 0) + deps.settleWindowMs - clock.now());
    const waitMs = Math.max(0, ...waits);
    if (waitMs > 0) throw tooEarly(waitMs);
  }

  /** Begun anew rather than taken from a check: what a check saw may be older than the capture that goes back. */
  async function groundOf(ref: string) {
    snapshots.begin(ref, issuer.checkByRef(ref));
    return { snapshot: await snapshots.take(ref), offset: issuer.clockOffset() };
  }

  async function handleScope({ standing }: TenderRecord): Promise<string> {
    const own = standing.capture && scopeOf(standing.capture);
    return own ?? (await deps.learnedScope()) ?? deps.refundScope;
  }

  async function begin(caller: Caller, id: string, tender: TenderRecord, note: string, deadline: number) {
    const [ground, scope] = await Promise.all([groundOf(tender.ref), orClosed(id, handleScope(tender))]);
    const sentAtMs = clock.monotonic();
    const begun = await orClosed(id, refunds.begin({ id, tender, note, device: caller.device, person: caller.person }, ground));
    switch (begun.outcome) {
      case 'new': {
        const start = () => {
          attempts.start(run(begun.refund, scope, sentAtMs));
          return begun.refund;
        };
        return { refund: await settledView(begun.refund, deadline, start), isNew: true };
      }
      case 'same':
        return { refund: await asItStands(begun.refund, deadline), isNew: false };
      case 'voucher-open':
        throw voucherOpen(begun.holder);
      case 'different':
        throw refundMismatch();
      case 'moved':
        return null;
      default:
        return begun satisfies never;
    }
  }

  return {
    async put(caller, id, { tenderId, reason }) {
      const deadline = clock.monotonic() + LIMITS.tenderWaitMs;
      const { shop } = caller;
      /* Where the tender has moved on meanwhile, what may be done with it is judged anew. */
      for (;;) {
        const tender = await orClosed(id, journal.read(shop, tenderId));
        if (!tender || !maySee(caller, tender)) throw noSuchTender();
        const note = withoutRef(reason, tender.ref);
        const known = await orClosed(id, refunds.recall(id, { shop, tenderId, note }));
        if (known.outcome === 'different') throw refundMismatch();
        if (known.outcome === 'same') return { refund: await asItStands(known.refund, deadline), isNew: false };
        await assertMayRefund(caller, tender);
        await assertNothingUnderWay(tender);
        const put = await begin(caller, id, tender, note, deadline);
        if (put) return put;
      }
    },
    async get(caller, id) {
      const refund = await refunds.read(caller.shop, id);
      if (!refund || !maySee(caller, refund)) throw noSuchRefund();
      return refundView(refund);
    },
    drain: () => attempts.drain(),
  };
}
