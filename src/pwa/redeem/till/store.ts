import { type TillRule, USUAL_RULE } from '../../../contract/access/till-rule.ts';
import type { DayTerms } from '../../../contract/platform/shop-day.ts';
import { receiptNoIn } from '../../../contract/redemption/sale-facts.ts';
import { isTenderOpen, type TenderView } from '../../../contract/redemption/tender.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { failureOf } from '../../api/failure.ts';
import type { PageDeps } from '../../api/page.ts';
import { createCourier } from '../../pending-operations/courier.ts';
import type { Phase } from '../../pending-operations/pending-operation.ts';
import { createStateStore, type ReadableStore } from '../../pending-operations/state-store.ts';
import {
  DONE_VERDICT_MS,
  NOTE_VISIBLE_MS,
  RECHECK_MS,
  REDEMPTION_MISSING_AFTER_MS,
  STORE_CHECKS_MAX,
} from '../limits.ts';
import { createDueSender } from './due-sender.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { createSaleSaver, type TillOutbox } from './outbox.ts';
import { type PendingTender, saleRowOf, toPendingTender } from './pending-tender.ts';
import { isUnsettled } from './sale.ts';
import { createSaleLock, loadWhenOwned, type SaleLock } from './sale-lock.ts';
import { createTenderSender } from './tender-sender.ts';
import {
  allRows,
  isShutOut,
  type Note,
  type PersonAtTill,
  type ScannedVoucher,
  type Till,
  type TillEvent,
  typedOf,
} from './till.ts';
import { missingData } from './voucher-amount.ts';
import { mayShowCheck } from './voucher-step.ts';

export interface TillDeps extends PageDeps {
  readonly outbox: TillOutbox;
  /** By default, Web Locks are used. */
  readonly saleLock?: SaleLock;
  readonly currency: string;
  /** The shop's settings for tills, as last received. */
  readonly rule?: () => TillRule;
  readonly person?: () => PersonAtTill | null;
  readonly days?: () => DayTerms | null;
  /** A redemption ended, so lists of redemptions are stale. */
  readonly onSettled: () => void;
}

/** The state and actions of the till. It lives outside React to survive the lock screen. */
export interface TillStore extends ReadableStore<Till>, LocalActions {
  /**
   * Restores and follows up the work of an earlier page, as soon as no other page has it. Further
   * calls have no effect.
   */
  readonly start: () => Promise<void>;
  /** Takes the sale over from the page that has it. */
  readonly takeOver: () => void;
  readonly redeem: () => void;
  /** Redeems the whole balance if no amount is due. */
  readonly redeemAll: () => void;
  /** Queries the server after it reported a change of this redemption, if the till still has it. */
  readonly refresh: (tenderId: string) => void;
  /**
   * Queries the outcome of everything that this till holds, because changes may have been missed.
   */
  readonly refreshAll: () => void;
  /** Reports the amounts of the last sales again, which a restored server may lack. */
  readonly reportDuesAgain: () => Promise<void>;
  /** Redemptions whose outcome was never shown, as they were sent; oldest first. */
  readonly pendingTenders: () => Promise<readonly PendingTender[]>;
  /** Sends a redemption again after a manager's approval. */
  readonly sendApproved: (tenderId: string) => void;
  /** Cancels a redemption that never arrived, then checks its voucher again. */
  readonly cancelAndRetry: (tenderId: string) => void;
}

/** Creates the store from the pure state machine and the effects of its stages. */
export function createTillStore(deps: TillDeps): TillStore {
  const { call, outbox, now, uuid, saleLock = createSaleLock(deps) } = deps;
  const { subscribe, state, set } = createStateStore(freshTill(uuid(), deps.currency));
  // Without storage the till can still check vouchers. A redemption fails and is not sent.
  const reportStorageFailure = () => dispatch({ type: 'noted', reason: 'no-storage' });
  const saveSale = createSaleSaver(outbox, state, reportStorageFailure);
  const localActions = createLocalActions(dispatch, state, deps);
  const tenderSender = createTenderSender({ ...deps, state, dispatch, refresh, scan: localActions.scan });
  const courier = createCourier<PendingTender, TenderView>({
    ...deps,
    put: tenderSender.put,
    // A redemption whose voucher is not released yet can only be cancelled.
    mayQuery: ({ id }) => deps.mayQuery() && !isShutOut(state(), id),
    query: ({ id }) => call('tender', { params: { id } }),
    missingAfterMs: REDEMPTION_MISSING_AFTER_MS,
    isOpen: ({ id }) => allRows(state()).some((row) => row.tenderId === id && isUnsettled(row)),
    report,
  });
  const dues = createDueSender({ ...deps, outbox: outbox.dues, till: { subscribe, state }, reportStorageFailure });
  const ruleNow = deps.rule ?? (() => USUAL_RULE);
  let started: Promise<void> | undefined;

  function dispatch(event: TillEvent): void {
    const person = deps.person?.() ?? null;
    const days = deps.days?.() ?? null;
    const before = { ...state(), rule: ruleNow(), now: now(), person, days };
    const till = reduce(before, event);
    if (till === before) return;
    set(till);
    const isChanged = till.sale !== before.sale || till.left !== before.left || till.unattended !== before.unattended;
    if (isChanged) saveSale();
    if (till.stage !== before.stage) onStage(till.stage);
    if (till.note !== before.note && till.note !== null) void hideNoteLater(till.note, deps, dispatch);
  }

  function onStage(stage: Till['stage']): void {
    if (stage.at === 'checking') void check(stage.scanned, deps, { state, dispatch });
    if (stage.at !== 'verdict') return;
    if (!isTenderOpen(stage.view.state)) void outbox.remove(stage.tenderId);
    if (stage.returnsAt !== null) void closeLater(stage.tenderId, deps, { state, goOn: localActions.goOn });
  }

  function report({ id: tenderId }: PendingTender, phase: Phase<TenderView>): void {
    if (phase.at === 'silent' || phase.at === 'missing') dispatch({ type: phase.at, tenderId });
    if (phase.at === 'refused') dispatch({ type: 'rejected', tenderId, failure: phase.failure });
    if (phase.at !== 'answered') return;
    dispatch({ type: 'answered', view: phase.view, now: now() });
    if (!isTenderOpen(phase.view.state)) deps.onSettled();
  }

  async function pickUp(): Promise<void> {
    try {
      const [sale, left, pendingTenders] = await Promise.all([outbox.sale(), outbox.leftSales(), outbox.operations()]);
      const current = sale?.currency === deps.currency ? sale : null;
      const rows = pendingTenders.map(saleRowOf);
      dispatch({ type: 'found', sale: current, rows, left, unattended: current?.left ?? false });
    } catch {
      return reportStorageFailure();
    }
    for (const pendingTender of pendingTendersOf(state())) courier.follow(pendingTender);
    void dues.sendStored();
  }

  function redeem(all: boolean, tenderId = uuid()): void {
    if (ruleNow().receiptUse === 'required' && state().sale.receiptNo === null) return;
    dispatch({ type: 'redeem', tenderId, now: now(), all });
    for (const pendingTender of pendingTendersOf(state(), tenderId)) void courier.send(pendingTender);
  }

  function sendApproved(tenderId: string): void {
    dispatch({ type: 'approved', tenderId, now: now() });
    for (const pendingTender of pendingTendersOf(state(), tenderId)) void courier.send(pendingTender);
  }

  function refresh(tenderId?: string): void {
    for (const pendingTender of pendingTendersOf(state(), tenderId)) {
      tenderSender.cancelNow(pendingTender.id);
      courier.refresh(pendingTender);
    }
  }

  return {
    ...localActions,
    subscribe,
    state,
    start: () =>
      (started ??= loadWhenOwned(saleLock, pickUp, () => dispatch({ type: 'opened-elsewhere', newSaleId: uuid() }))),
    takeOver: saleLock.takeOver,
    redeem: () => redeem(false),
    redeemAll: () => redeem(true),
    refresh,
    refreshAll: () => refresh(),
    reportDuesAgain: () => dues.sendStored(true),
    pendingTenders: () => outbox.operations(),
    sendApproved,
    cancelAndRetry: (tenderId) => void tenderSender.cancelAndRetry(tenderId),
  };
}

/**
 * Checks a scan and shows the result. If the answer lacks the kind or the amount, the check is
 * repeated.
 */
async function check(
  scanned: ScannedVoucher,
  { call, sleep }: PageDeps,
  { state, dispatch }: { readonly state: () => Till; readonly dispatch: (event: TillEvent) => void },
): Promise<void> {
  try {
    for (let checks = 1; mayShowCheck(state().stage, scanned); checks += 1) {
      const answer = await call('check', { body: { code: scanned.code } });
      dispatch({ type: 'checked', scanned, check: answer });
      if (answer.part !== true || missingData(answer) === null || checks === STORE_CHECKS_MAX) return;
      await sleep(RECHECK_MS);
    }
  } catch (error) {
    dispatch({ type: 'not-checked', scanned, failure: failureOf(error) });
  }
}

/**
 * Hides a note after a while. A question stays until it is answered, a storage failure until the
 * next start.
 */
async function hideNoteLater(
  { id, reason }: Note,
  { sleep }: PageDeps,
  dispatch: (event: TillEvent) => void,
): Promise<void> {
  if (reason === 'due?' || reason === 'no-storage') return;
  await sleep(NOTE_VISIBLE_MS);
  dispatch({ type: 'note-over', id });
}

/** Closes a verdict after a while if it is still on the screen and closes by itself. */
async function closeLater(
  tenderId: string,
  { sleep }: PageDeps,
  { state, goOn }: { readonly state: () => Till; readonly goOn: () => void },
): Promise<void> {
  await sleep(DONE_VERDICT_MS);
  const { stage } = state();
  if (stage.at === 'verdict' && stage.tenderId === tenderId && stage.returnsAt !== null) goOn();
}

/** The stored requests of all rows of the till, or of one redemption. */
function pendingTendersOf(till: Till, tenderId?: string): PendingTender[] {
  const rows = allRows(till).filter((row) => tenderId === undefined || row.tenderId === tenderId);
  return rows.map((row) => toPendingTender(row, till.sale.id));
}

type LocalActions = ReturnType<typeof createLocalActions>;

/** Actions that send no request themselves: they only dispatch events. */
function createLocalActions(
  dispatch: (event: TillEvent) => void,
  state: () => Till,
  { now, uuid, rule = () => USUAL_RULE }: TillDeps,
) {
  const setReceiptNo = (receiptNo: string | null) => dispatch({ type: 'receipt', receiptNo, newSaleId: uuid() });
  /** A text that looks like a receipt number is never checked as a voucher. */
  const scan = (read: ScanEvent) => {
    const receiptNo = receiptNoIn(rule(), read.text);
    if (receiptNo === null) dispatch({ type: 'scanned', scan: read, newSaleId: uuid() });
    else setReceiptNo(receiptNo);
  };
  return {
    scan,
    setReceiptNo,
    checkAgain: () => dispatch({ type: 'check-again' }),
    meanDue: () => dispatch({ type: 'due-meant' }),
    /** The digits typed for the amount due were a voucher's number. */
    lookUpDue: () => {
      const { text } = state().sale.due;
      dispatch({ type: 'due-key', key: 'clear', newSaleId: uuid() });
      scan({ text, source: 'typed', at: now() });
    },
    confirmDue: () => dispatch({ type: 'due-confirmed', newSaleId: uuid() }),
    dueKey: (key: Key) => dispatch({ type: 'due-key', key, newSaleId: uuid() }),
    completeDue: () => dispatch({ type: 'due-complete' }),
    /** Closes a result that hides the amount due. */
    wantDue: () => dispatch({ type: 'due-wanted' }),
    /** The amount left to pay was collected. */
    collect: () => dispatch({ type: 'collected' }),
    /** The customer of the sale that ended last is still here. */
    continueSale: () => dispatch({ type: 'sale-continued' }),
    lock: () => dispatch({ type: 'locked' }),
    signIn: () => dispatch({ type: 'signed-in' }),
    leaveForOwner: () => dispatch({ type: 'parked-for-owner', newSaleId: uuid() }),
    resumeLeft: (saleId: string) => dispatch({ type: 'parked-sale-resumed', saleId }),
    /** Saves the state that digits can change. @returns a function that restores it */
    saveTyped: () => {
      const before = typedOf(state());
      return () => dispatch({ type: 'digits-restored', before });
    },
    takeKey: (key: Key) => dispatch({ type: 'take-key', key }),
    putAway: () => dispatch({ type: 'panel-closed' }),
    show: (tenderId: string) => dispatch({ type: 'show', tenderId, now: now() }),
    touch: () => dispatch({ type: 'touched' }),
    price: (tenderId: string, amount: number) => dispatch({ type: 'priced', tenderId, amount }),
    /** The till is unattended: the user has to say which customer the sale belongs to. */
    leave: () => dispatch({ type: 'unattended' }),
    serve: () => dispatch({ type: 'same-customer', newSaleId: uuid() }),
    goOn: () => dispatch({ type: 'continued', now: now() }),
    newSale: () => dispatch({ type: 'new-sale', newSaleId: uuid() }),
    /** Leaves a redemption with unknown outcome and starts the sale of the next customer. */
    nextCustomer: () => dispatch({ type: 'park', newSaleId: uuid(), now: now() }),
  };
}
