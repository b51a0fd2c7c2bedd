import { isRefundOpen, type RefundRequest, type RefundView } from '../../../contract/redemption/refund.ts';
import type { PendingRequest } from '../../access/approval/operation-hash.ts';
import { withoutRef } from '../../issuer/wire/vouchers-info.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { type Caller, maySee } from '../../platform/http/caller.ts';
import type { Snapshots } from '../check/snapshots.ts';
import { scopeOf } from '../journal/refund-scope.ts';
import type { RefundJournal, RefundRecord } from '../journal/refund-store.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Changes } from '../operation/changes.ts';
import { createIdempotent, type PutResult } from '../operation/idempotent-operations.ts';
import { retryWhenStale } from '../operation/journal-first.ts';
import type { Tx } from '../operation/operations.ts';
import { assertNoPause } from '../operation/pause.ts';
import { createAttempts } from '../operation/run-attempts.ts';
import type { LostRefunds } from '../recovery/doubt.ts';
import type { Gate } from '../recovery/gate.ts';
import { callForAmbiguousRefund } from '../settle/refund-case.ts';
import type { Settler } from '../settle/settler.ts';
import { createWindow } from '../settle/window.ts';
import type { RefundAttempt } from './attempt.ts';
import { noSuchTender } from './problems.ts';
import { createRights, type LimitedTender, type RightsDeps } from './rights.ts';
import { refundView } from './view.ts';

export interface RefundDeps extends Pick<Ports, 'clock' | 'log' | 'issuer'>, Omit<RightsDeps, 'journal'> {
  readonly journal: RightsDeps['journal'] & Pick<TenderJournal, 'read' | 'sentTwiceAt'>;
  readonly refunds: RefundJournal;
  readonly changes: Changes;
  readonly attempt: RefundAttempt;
  readonly snapshots: Snapshots;
  readonly settler: Settler;
  readonly settleWindowMs: number;
  /** Scope of this issuer's refund links, as learned from answers; null before the first. */
  readonly learnedScope: () => Promise<string | null>;
  /** The scope to use until an answer contains one. */
  readonly refundScope: string;
  /** No refund begins while the journal may lack operations. */
  readonly gate: Pick<Gate, 'assertOpen' | 'assertNeverArrived' | 'lostRefunds'>;
}

/** A check in the transaction that begins a refund. The function throws a Problem to refuse it. */
export type RefundCheck = (tx: Tx) => Promise<void>;

export interface Refunds {
  /**
   * Refunds the whole capture of a tender, once for each id.
   *
   * The same id and body again returns the current state of the refund. It waits for an outcome up
   * to 5 s; the attempt continues even if no caller waits. A manager may refund any capture. A
   * cashier may undo captures of their own latest sale unless a register was notified of the sale,
   * and other captures with a manager's approval.
   * @throws Problem 404 for a tender that the caller may not see, 403 `undo-over`, `register-told`,
   * `passkey-needed` or those of the shop's limits, 409 `not-refundable`, `too-early`,
   * `refund-mismatch` or `voucher-open`, 503 if the journal cannot be written or the issuer
   * requested a pause
   */
  put(caller: Caller, id: string, request: RefundRequest, assertMayBegin?: RefundCheck): Promise<PutResult<RefundView>>;
  /**
   * Checks that the limits let a manager refund a capture that is about to be attached.
   * @param captured minor units
   * @throws Problem 403 as {@link put}
   */
  assertApprovedFor(
    caller: Caller,
    order: RefundRequest & { readonly id: string },
    tender: LimitedTender,
    captured: number,
  ): Promise<void>;
  /**
   * @throws Problem 404 for an id that never arrived, or that the caller may not see; 503
   * `journal-gap` while that is uncertain
   */
  get(caller: Caller, id: string): Promise<RefundView>;
  /** Resolves once no attempt is running. */
  drain(): Promise<void>;
}

export function createRefunds(deps: RefundDeps): Refunds {
  const { refunds, journal, clock, snapshots } = deps;
  const window = createWindow(deps);
  const used = { usedFor: 'something else', mismatch: 'refund-mismatch' } as const;
  const kind = { ...deps, ...used, journal: refunds, kind: 'refund', isOpen: isRefundOpen } as const;
  const attempts = createAttempts<RefundRecord>(kind);
  const idempotent = createIdempotent(kind);
  const rights = createRights(deps);

  /**
   * Checks that the issuer can no longer act on an earlier attempt.
   *
   * If a shop of the account sent a redemption twice, one attempt captured the money because the
   * balance could not pay both. While the issuer may still act on the other attempt, a refund would
   * let that attempt succeed.
   * @throws Problem `too-early` until then
   */
  async function assertNoAttemptPending({ shop, ref }: TenderRecord): Promise<void> {
    const sentTwiceAt = await journal.sentTwiceAt(shop, ref);
    if (sentTwiceAt !== null) window.assertPassed(sentTwiceAt);
  }

  async function handleScope({ status }: TenderRecord): Promise<string> {
    const captureScope = status.capture && scopeOf(status.capture);
    return captureScope ?? (await deps.learnedScope()) ?? deps.refundScope;
  }

  async function prepare(caller: Caller, request: PendingRequest, tender: TenderRecord) {
    deps.gate.assertOpen();
    const needed = await rights.judge(caller, tender, request);
    await assertNoAttemptPending(tender);
    await assertNoPause(deps);
    const [baseline, scope] = await Promise.all([
      /* An earlier check may be older than the capture. */
      snapshots.takeSnapshot(tender.ref, 0),
      idempotent.readJournal(request.id, handleScope(tender)),
    ]);
    const lost = await deps.gate.lostRefunds(tender);
    return { needed, baseline, scope, lost, sentAtMs: clock.monotonic() };
  }

  return {
    put(caller, id, { tenderId, reason }, assertMayBegin) {
      const deadline = idempotent.deadline();
      const request: PendingRequest = { id, wish: { kind: 'refund', refund: { tenderId, reason } } };
      const { shop, device, person } = caller;
      /* Checks the rules again if the tender has changed. */
      return retryWhenStale(
        () => idempotent.readJournal(id, journal.read(shop, tenderId)),
        (tender) => {
          if (!tender) deps.gate.assertOpen();
          if (!tender || !maySee(caller, tender)) throw noSuchTender();
          const note = withoutRef(reason, tender.ref);
          return idempotent.put({
            id,
            caller,
            request: { shop, tenderId, note },
            deadline,
            prepare: () => prepare(caller, request, tender),
            begin: ({ baseline, needed }) =>
              refunds.begin({ id, tender, note, device, person }, baseline, async (tx) => {
                await rights.assertMayBegin(tx, { caller, tender, wanted: request, needed });
                await assertMayBegin?.(tx);
              }),
            run: (refund, { scope, lost, sentAtMs }) =>
              attempts.start(
                id,
                lost.rows.length > 0 ? adoptLostRefund(deps, refund, lost) : deps.attempt(refund, scope, sentAtMs),
              ),
            view: refundView,
          });
        },
      );
    },
    assertApprovedFor: (caller, { id, tenderId, reason }, tender, captured) =>
      rights.assertApprovedFor(
        caller,
        tender,
        { id, wish: { kind: 'refund', refund: { tenderId, reason } } },
        captured,
      ),
    get: async (caller, id) => refundView(await idempotent.findVisibleTo(caller, id)),
    drain: () => attempts.drain(),
  };
}

/**
 * Does not send again a refund that the journal had lost. If the found refund may belong to another
 * redemption, a manager decides.
 */
async function adoptLostRefund(
  { refunds }: Pick<RefundDeps, 'refunds'>,
  refund: RefundRecord,
  { rows, isSure }: LostRefunds,
): Promise<RefundRecord> {
  const [row] = rows;
  const adopted =
    isSure &&
    row &&
    (await refunds.refunded(refund, { kind: 'refunded', refundId: row.transactionId, evidence: 'search' }));
  return adopted || refunds.append(refund, callForAmbiguousRefund(rows));
}
