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

/** As long as the PUT of a redemption can be under way, with room to spare. */
const MISSING_AFTER_MS = 10_000;
/** After so long a time nobody knows any more for whom a sale was begun. */
export const LEFT_AFTER_MS = 5 * 60_000;
/** What a person does for the customer of the sale on the screen. */
const SERVING: ReadonlySet<TillEvent['type']> = new Set([
  'due-key',
  'due-confirmed',
  'due-meant',
  'priced',
  'receipt',
  'redeem',
]);
/** Half an answer is asked for anew so often in all, and after so long. */
const LOOKS_MAX = 3;
const LOOK_AGAIN_MS = 1_000;
/** How long a remark about a scan stays. */
const NOTE_SHOWN_MS = 5_000;

export interface TillDeps extends PageDeps {
  readonly outbox: TillOutbox;
  /** Made from Web Locks where none is given. */
  readonly owner?: SaleOwner;
  readonly currency: string;
  /** What the shop has set for its tills, as far as it is known here. */
  readonly rule?: () => TillRule;
  /** Who is signed in, by name; null for nobody. */
  readonly person?: () => string | null;
  /** A redemption ended, so lists of them are stale. */
  readonly onSettled: () => void;
}

/** The till behind the screens. It lives outside React, so that it survives the lock screen. */
export interface TillStore extends Watched<Till>, Gestures {
  /**
   * Reads what an earlier page left behind and follows it up, as soon as no other page has it.
   *
   * Calling it again does nothing more.
   */
  readonly start: () => Promise<void>;
  /** Takes the sale over from the page that has it. */
  readonly takeOver: () => void;
  readonly redeem: () => void;
  /** Redeems all that is left on the voucher, where no amount is due. */
  readonly redeemAll: () => void;
  /**
   * The server told of a change of this redemption: asks what became of it, if this till still
   * holds it.
   */
  readonly refresh: (tenderId: string) => void;
  /** Changes may have gone unheard: asks what became of everything that this till holds. */
  readonly refreshAll: () => void;
  /** Redemptions whose outcome was never shown, as they were sent; oldest first. */
  readonly wishes: () => Promise<readonly TenderWish[]>;
  /** Sends a redemption again that a manager has approved. */
  readonly sendApproved: (tenderId: string) => void;
  /** Gives a redemption that never arrived up for good, then checks its voucher anew. */
  readonly cancelAndRetry: (tenderId: string) => void;
}

/** Makes the store: the pure machine, and the effects that its stages call for. */
export function createTillStore(deps: TillDeps): TillStore {
  const { call, outbox, now, uuid, owner = createSaleOwner(deps) } = deps;
  const { subscribe, state, show } = createShown(freshTill(uuid(), deps.currency));
  // Without storage the till still checks; a redemption says for itself that it can't be kept, and
  // is not sent.
  const cannotKeep = () => dispatch({ type: 'remark', reason: 'no-storage' });
  const keepSale = createSaleKeeper(outbox, state, cannotKeep);
  const gestures = gesturesOn(dispatch, state, deps);
  const giveBack = createBringBack({ ...deps, state, dispatch, refresh, scan: gestures.scan });
  const courier = createCourier<TenderWish, TenderView>({
    ...deps,
    put: giveBack.put,
    // While its voucher has still to come back, the one thing to do about it is to give it up.
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
 * Checks a scan, and shows what was said.
 *
 * Where half an answer leaves the kind or the amount open, it is asked for anew.
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

/** Reads the sale each time this page gets it. @returns when it is known who has it */
function whenOwned(owner: SaleOwner, read: () => Promise<void>, leave: () => void): Promise<void> {
  return new Promise((resolve) => {
    owner.claim((isOwner) => {
      if (isOwner) return void read().then(resolve);
      leave();
      return resolve();
    });
  });
}

/** Whether a person does something for the customer of the sale on the screen. */
function serves({ type }: TillEvent, before: Till, next: Till): boolean {
  return type === 'same-customer' || (SERVING.has(type) && next.sale !== before.sale);
}

function touched(till: Till, by: Touched): Till {
  return { ...till, away: null, sale: { ...till.sale, touched: by } };
}

/** A question waits for its answer, and that nothing can be kept stays true. */
async function fadeLater(
  { id, reason }: Note,
  { sleep }: PageDeps,
  dispatch: (event: TillEvent) => void,
): Promise<void> {
  if (reason === 'due?' || reason === 'no-storage') return;
  await sleep(NOTE_SHOWN_MS);
  dispatch({ type: 'note-over', id });
}

/** Whether this verdict is on the screen, and goes by itself. */
function isReturning({ stage }: Till, tenderId: string): boolean {
  return stage.at === 'verdict' && stage.tenderId === tenderId && stage.returnsAt !== null;
}

/** The wishes behind the rows that this till holds, or behind the one of this redemption. */
function wishesOf(till: Till, tenderId?: string): TenderWish[] {
  const rows = allRows(till).filter((row) => tenderId === undefined || row.tenderId === tenderId);
  return rows.map((row) => wishOf(row, till.sale.id));
}

type Gestures = ReturnType<typeof gesturesOn>;

/** What a person does at the till that changes only what is shown. */
function gesturesOn(
  dispatch: (event: TillEvent) => void,
  state: () => Till,
  { now, uuid, rule = () => USUAL_RULE }: TillDeps,
) {
  const setReceiptNo = (receiptNo: string | null) => dispatch({ type: 'receipt', receiptNo, newSaleId: uuid() });
  /** What looks like a receipt number is one. It is not looked up as a voucher. */
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
    /** What was typed for the amount due was the number of a voucher. */
    lookUpDue: () => {
      const { text } = state().sale.due;
      dispatch({ type: 'due-key', key: 'clear', newSaleId: uuid() });
      scan({ text, source: 'typed', at: now() });
    },
    confirmDue: () => dispatch({ type: 'due-confirmed', newSaleId: uuid() }),
    dueKey: (key: Key) => dispatch({ type: 'due-key', key, newSaleId: uuid() }),
    /** Keeps what digits can change. @returns puts it back */
    keepTyped: () => {
      const before = typedOf(state());
      return () => dispatch({ type: 'keys-taken-back', before });
    },
    takeKey: (key: Key) => dispatch({ type: 'take-key', key }),
    putAway: () => dispatch({ type: 'put-away' }),
    show: (tenderId: string) => dispatch({ type: 'show', tenderId, now: now() }),
    touch: () => dispatch({ type: 'touched' }),
    price: (tenderId: string, amount: number) => dispatch({ type: 'priced', tenderId, amount }),
    /** Nobody serves any more: whose sale it is has to be said. */
    leave: () => dispatch({ type: 'left-alone' }),
    serve: () => dispatch({ type: 'same-customer', newSaleId: uuid() }),
    goOn: () => dispatch({ type: 'go-on', now: now() }),
    newSale: () => dispatch({ type: 'new-sale', newSaleId: uuid() }),
    /** Leaves a redemption whose outcome is not known, and begins the sale of the next customer. */
    nextCustomer: () => dispatch({ type: 'park', newSaleId: uuid(), now: now() }),
  };
}
