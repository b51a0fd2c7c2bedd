import { type TillRule, USUAL_RULE } from '../../../contract/access/till-rule.ts';
import { receiptNoIn } from '../../../contract/redemption/sale-facts.ts';
import { isTenderOpen, type TenderView } from '../../../contract/redemption/tender.ts';
import { failureOf } from '../../api/failure.ts';
import type { PageDeps } from '../../api/page.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { createCourier } from '../../wishes/courier.ts';
import { createShown, type Watched } from '../../wishes/shown.ts';
import type { Phase } from '../../wishes/wish.ts';
import type { Key } from './entry.ts';
import { createBringBack } from './give-back.ts';
import { awaits, freshTill, reduce } from './machine.ts';
import { createSaleKeeper, type TillOutbox } from './outbox.ts';
import { DONE_SHOWN_MS } from './outcomes.ts';
import { isUnsettled, type Touched, unknownOf } from './sale.ts';
import { createSaleOwner, type SaleOwner } from './sale-owner.ts';
import { allRows, isShutOut, type Note, type Scanned, type Till, type TillEvent, typedOf } from './till.ts';
import { saleRowOf, type TenderWish, wishOf } from './wish.ts';

/** Longer than the PUT of a redemption can take. */
const MISSING_AFTER_MS = 10_000;
/** After this time, the customer of an unattended sale is uncertain. */
export const LEFT_AFTER_MS = 5 * 60_000;
const SERVING: ReadonlySet<TillEvent['type']> = new Set([
  'due-key',
  'due-confirmed',
  'due-meant',
  'priced',
  'receipt',
  'redeem',
]);
/** Limit on repeated checks of a voucher whose data was incomplete, and the delay between them. */
const LOOKS_MAX = 3;
const LOOK_AGAIN_MS = 1_000;
const NOTE_SHOWN_MS = 5_000;

export interface TillDeps extends PageDeps {
  readonly outbox: TillOutbox;
  /** By default, Web Locks are used. */
  readonly owner?: SaleOwner;
  readonly currency: string;
  /** The shop's settings for tills, as far as they are known here. */
  readonly rule?: () => TillRule;
  readonly person?: () => string | null;
  /** A redemption ended, so lists of redemptions are stale. */
  readonly onSettled: () => void;
}

/** The state and actions of the till. It lives outside React to survive the lock screen. */
export interface TillStore extends Watched<Till>, Gestures {
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
  /**
   * Queries the server after it reported a change of this redemption, if the till still holds it.
   */
  readonly refresh: (tenderId: string) => void;
  /**
   * Queries the outcome of everything that this till holds, because changes may have been missed.
   */
  readonly refreshAll: () => void;
  /** Redemptions whose outcome was never shown, as they were sent; oldest first. */
  readonly wishes: () => Promise<readonly TenderWish[]>;
  /** Sends a redemption again after a manager's approval. */
  readonly sendApproved: (tenderId: string) => void;
  /** Cancels a redemption that never arrived, then checks its voucher again. */
  readonly cancelAndRetry: (tenderId: string) => void;
}

/** Creates the store from the pure state machine and the effects of its stages. */
export function createTillStore(deps: TillDeps): TillStore {
  const { call, outbox, now, uuid, owner = createSaleOwner(deps) } = deps;
  const { subscribe, state, show } = createShown(freshTill(uuid(), deps.currency));
  // Without storage the till can still check vouchers. A redemption fails and is not sent.
  const cannotKeep = () => dispatch({ type: 'remark', reason: 'no-storage' });
  const keepSale = createSaleKeeper(outbox, state, cannotKeep);
  const gestures = gesturesOn(dispatch, state, deps);
  const giveBack = createBringBack({ ...deps, state, dispatch, refresh, scan: gestures.scan });
  const courier = createCourier<TenderWish, TenderView>({
    ...deps,
    put: giveBack.put,
    // While its voucher is not released yet, the only thing to do is to cancel it.
    mayAsk: ({ id }) => deps.mayAsk() && !isShutOut(state(), id),
    ask: ({ id }) => call('tender', { params: { id } }),
    missingAfterMs: MISSING_AFTER_MS,
    isOpen: ({ id }) => allRows(state()).some((row) => row.tenderId === id && isUnsettled(row)),
    tell,
  });
  const ruleNow = deps.rule ?? (() => USUAL_RULE);
  let started: Promise<void> | undefined;

  function dispatch(event: TillEvent): void {
    const before = { ...state(), rule: ruleNow() };
    const next = reduce(before, event);
    if (next === before) return;
    const till = serves(event, before, next) ? touched(next, { at: now(), by: deps.person?.() ?? null }) : next;
    show(till);
    if (till.sale !== before.sale) keepSale();
    if (till.stage !== before.stage) onStage(till.stage);
    if (till.note !== before.note && till.note !== null) void fadeLater(till.note, deps, dispatch);
  }

  function onStage(stage: Till['stage']): void {
    if (stage.at === 'checking') void check(stage.scanned, deps, { state, dispatch });
    if (stage.at !== 'verdict') return;
    if (!isTenderOpen(stage.view.state)) void outbox.remove(stage.tenderId);
    if (stage.returnsAt !== null) void returnLater(stage.tenderId);
  }

  async function returnLater(tenderId: string): Promise<void> {
    await deps.sleep(DONE_SHOWN_MS);
    if (isReturning(state(), tenderId)) gestures.goOn();
  }

  function tell({ id: tenderId }: TenderWish, word: Phase<TenderView>): void {
    if (word.at === 'silent' || word.at === 'missing') dispatch({ type: word.at, tenderId });
    if (word.at === 'refused') dispatch({ type: 'rejected', tenderId, failure: word.failure });
    if (word.at !== 'heard') return;
    dispatch({ type: 'heard', view: word.view, now: now() });
    if (!isTenderOpen(word.view.state)) deps.onSettled();
  }

  async function pickUp(): Promise<void> {
    try {
      const [sale, wishes] = await Promise.all([outbox.sale(), outbox.wishes()]);
      const own = sale?.currency === deps.currency ? sale : null;
      const isOld = own !== null && (own.left || now() - (own.touched?.at ?? 0) > LEFT_AFTER_MS);
      dispatch({ type: 'found', sale: own, rows: wishes.map(saleRowOf), away: isOld });
    } catch {
      return cannotKeep();
    }
    for (const wish of wishesOf(state())) courier.follow(wish);
  }

  function redeem(all: boolean, tenderId = uuid()): void {
    if (ruleNow().receiptUse === 'required' && state().sale.receiptNo === null) return;
    dispatch({ type: 'redeem', tenderId, now: now(), all });
    for (const wish of wishesOf(state(), tenderId)) void courier.send(wish);
  }

  function sendApproved(tenderId: string): void {
    dispatch({ type: 'approved', tenderId, now: now() });
    for (const wish of wishesOf(state(), tenderId)) void courier.send(wish);
  }

  function refresh(tenderId?: string): void {
    for (const wish of wishesOf(state(), tenderId)) {
      giveBack.now(wish.id);
      courier.refresh(wish);
    }
  }

  return {
    ...gestures,
    subscribe,
    state,
    start: () => (started ??= whenOwned(owner, pickUp, () => dispatch({ type: 'taken-over', newSaleId: uuid() }))),
    takeOver: owner.takeOver,
    redeem: () => redeem(false),
    redeemAll: () => redeem(true),
    refresh,
    refreshAll: () => refresh(),
    wishes: () => outbox.wishes(),
    sendApproved,
    cancelAndRetry: (tenderId) => void giveBack.cancelAndRetry(tenderId),
  };
}

/**
 * Checks a scan and shows the result. If the answer lacks the kind or the amount, the check is
 * repeated.
 */
async function check(
  scanned: Scanned,
  { call, sleep }: PageDeps,
  { state, dispatch }: { readonly state: () => Till; readonly dispatch: (event: TillEvent) => void },
): Promise<void> {
  try {
    for (let looks = 1; awaits(state().stage, scanned); looks += 1) {
      const answer = await call('check', { body: { code: scanned.code } });
      dispatch({ type: 'checked', scanned, check: answer });
      if (answer.part !== true || unknownOf(answer) === null || looks === LOOKS_MAX) return;
      await sleep(LOOK_AGAIN_MS);
    }
  } catch (error) {
    dispatch({ type: 'not-checked', scanned, failure: failureOf(error) });
  }
}

/** Loads the sale each time this page receives it. @returns a promise until its owner is known */
function whenOwned(owner: SaleOwner, read: () => Promise<void>, leave: () => void): Promise<void> {
  return new Promise((resolve) => {
    owner.claim((isOwner) => {
      if (isOwner) return void read().then(resolve);
      leave();
      return resolve();
    });
  });
}

/** True if an event is an action for the customer of the current sale. */
function serves({ type }: TillEvent, before: Till, next: Till): boolean {
  return type === 'same-customer' || (SERVING.has(type) && next.sale !== before.sale);
}

function touched(till: Till, by: Touched): Till {
  return { ...till, away: null, sale: { ...till.sale, touched: by } };
}

/**
 * Hides a note after a while. A question stays until it is answered, a storage failure for good.
 */
async function fadeLater(
  { id, reason }: Note,
  { sleep }: PageDeps,
  dispatch: (event: TillEvent) => void,
): Promise<void> {
  if (reason === 'due?' || reason === 'no-storage') return;
  await sleep(NOTE_SHOWN_MS);
  dispatch({ type: 'note-over', id });
}

/** True if this verdict is on the screen and closes by itself. */
function isReturning({ stage }: Till, tenderId: string): boolean {
  return stage.at === 'verdict' && stage.tenderId === tenderId && stage.returnsAt !== null;
}

/** The stored requests of all rows of the till, or of one redemption. */
function wishesOf(till: Till, tenderId?: string): TenderWish[] {
  const rows = allRows(till).filter((row) => tenderId === undefined || row.tenderId === tenderId);
  return rows.map((row) => wishOf(row, till.sale.id));
}

type Gestures = ReturnType<typeof gesturesOn>;

/** Actions that change only what the screen shows. */
function gesturesOn(
  dispatch: (event: TillEvent) => void,
  state: () => Till,
  { now, uuid, rule = () => USUAL_RULE }: TillDeps,
) {
  const setReceiptNo = (receiptNo: string | null) => dispatch({ type: 'receipt', receiptNo, newSaleId: uuid() });
  /** A text that looks like a receipt number is one. It is not checked as a voucher. */
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
    /** Saves the state that digits can change. @returns a function that restores it */
    keepTyped: () => {
      const before = typedOf(state());
      return () => dispatch({ type: 'keys-taken-back', before });
    },
    takeKey: (key: Key) => dispatch({ type: 'take-key', key }),
    putAway: () => dispatch({ type: 'put-away' }),
    show: (tenderId: string) => dispatch({ type: 'show', tenderId, now: now() }),
    touch: () => dispatch({ type: 'touched' }),
    price: (tenderId: string, amount: number) => dispatch({ type: 'priced', tenderId, amount }),
    /** The till is unattended: the next user has to say which customer the sale belongs to. */
    leave: () => dispatch({ type: 'left-alone' }),
    serve: () => dispatch({ type: 'same-customer', newSaleId: uuid() }),
    goOn: () => dispatch({ type: 'go-on', now: now() }),
    newSale: () => dispatch({ type: 'new-sale', newSaleId: uuid() }),
    /** Leaves a redemption with unknown outcome and starts the sale of the next customer. */
    nextCustomer: () => dispatch({ type: 'park', newSaleId: uuid(), now: now() }),
  };
}
