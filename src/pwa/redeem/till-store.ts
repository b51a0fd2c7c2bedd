import { isItems } from '../../contract/money.ts';
import { isTenderOpen, type TenderRequest, type TenderView } from '../../contract/tender.ts';
import { type Failure, failureOf, isRefusal, isUnknownThere } from '../api/failure.ts';
import { createFollower } from '../api/follow.ts';
import type { PageDeps } from '../api/page.ts';
import type { ScanEvent } from '../scan/scan-event.ts';
import type { Key } from './entry.ts';
import { DONE_SHOWN_MS, freshTill, reduce } from './machine.ts';
import { keptOf, type Outbox } from './outbox.ts';
import { isUnsettled, type Row } from './sale.ts';
import { allRows, type Scanned, type Till, type TillEvent } from './till.ts';

export interface TillDeps extends PageDeps {
  readonly outbox: Outbox;
  readonly currency: string;
  /** A redemption ended, so lists of them are stale. */
  readonly onSettled: () => void;
}

/** The till behind the screens. It lives outside React, so that it survives the lock screen. */
export interface TillStore {
  readonly subscribe: (listener: () => void) => () => void;
  readonly state: () => Till;
  /** Reads what an earlier page left behind and follows it up; once, however often it is called. */
  readonly start: () => Promise<void>;
  readonly scan: (scan: ScanEvent) => void;
  readonly checkAgain: () => void;
  readonly dueKey: (key: Key) => void;
  readonly takeKey: (key: Key) => void;
  readonly putAway: () => void;
  readonly redeem: () => void;
  readonly show: (tenderId: string) => void;
  readonly touch: () => void;
  readonly goOn: () => void;
  readonly newSale: () => void;
  /** The server told of a change of this redemption: asks what became of it, if this till still holds it. */
  readonly refresh: (tenderId: string) => void;
  /** Changes may have gone unheard: asks what became of everything that this till holds. */
  readonly refreshAll: () => void;
  /** Gives a redemption that never arrived up for good, then checks its voucher anew. */
  readonly cancelAndRetry: (tenderId: string) => void;
}

/** Makes the store: the pure machine, and the effects that its stages call for. */
export function createTillStore(deps: TillDeps): TillStore {
  const { call, outbox, now, uuid } = deps;
  const listeners = new Set<() => void>();
  const { follow, isFollowed } = createFollower<string>({ ...deps, isOpen: stillOpen, ask });
  let till = freshTill(uuid(), deps.currency);
  let writing = Promise.resolve();
  let started: Promise<void> | undefined;

  function dispatch(event: TillEvent): void {
    const before = till;
    till = reduce(till, event);
    if (till === before) return;
    if (till.sale !== before.sale) keepSale();
    if (till.stage !== before.stage) onStage(till.stage);
    for (const listener of listeners) listener();
  }

  /** Saves the newest sale after the one that is being written, so that an older one never wins. */
  function keepSale(): void {
    writing = writing.then(() => outbox.saveSale(till.sale)).catch(cannotKeep);
  }

  /** Without storage the till still checks; a redemption says for itself that it can't be kept, and is not sent. */
  function cannotKeep(): void {
    dispatch({ type: 'remark', reason: 'no-storage' });
  }

  function onStage(stage: Till['stage']): void {
    if (stage.at === 'checking') void check(stage.scanned);
    if (stage.at !== 'verdict') return;
    if (!isTenderOpen(stage.view.state)) void outbox.remove(stage.tenderId);
    if (stage.returnsAt !== null) void returnLater(stage.tenderId);
  }

  async function returnLater(tenderId: string): Promise<void> {
    await deps.sleep(DONE_SHOWN_MS);
    const { stage } = till;
    if (stage.at === 'verdict' && stage.tenderId === tenderId && stage.returnsAt !== null) dispatch({ type: 'go-on', now: now() });
  }

  async function check(scanned: Scanned): Promise<void> {
    try {
      dispatch({ type: 'checked', scanned, check: await call('check', { body: { code: scanned.code } }) });
    } catch (error) {
      dispatch({ type: 'not-checked', scanned, failure: failureOf(error) });
    }
  }

  function redeem(): void {
    const tenderId = uuid();
    dispatch({ type: 'redeem', tenderId, now: now() });
    const row = rowOf(tenderId);
    if (row !== undefined) void send(row);
  }

  async function send(row: Row): Promise<void> {
    const { tenderId } = row;
    const body = requestOf(row, till.sale.id);
    try {
      await outbox.save(keptOf(row, body));
    } catch {
      // Full disk, private window, storage blocked: what can't be kept is not sent. The screen says so.
      return dispatch({ type: 'rejected', tenderId, failure: { kind: 'not-saved' } });
    }
    try {
      heard(await call('putTender', { params: { id: tenderId }, body }));
    } catch (error) {
      const failure = failureOf(error);
      if (isRefusal(failure, 'tender-mismatch')) return refuse(tenderId, failure);
      dispatch({ type: 'silent', tenderId });
    }
    follow(tenderId);
  }

  async function refuse(tenderId: string, failure: Failure): Promise<void> {
    await outbox.remove(tenderId);
    const locked = failure.kind === 'problem' && failure.status === 401;
    dispatch(locked ? { type: 'locked-out', tenderId } : { type: 'rejected', tenderId, failure });
  }

  function heard(view: TenderView): void {
    dispatch({ type: 'heard', view, now: now() });
    if (!isTenderOpen(view.state)) deps.onSettled();
  }

  function stillOpen(tenderId: string): boolean {
    const row = rowOf(tenderId);
    return row !== undefined && isUnsettled(row);
  }

  /** While a PUT waits for the outcome, its own answer will tell. */
  function refresh(tenderId: string): void {
    const isSending = stillOpen(tenderId) && !isFollowed(tenderId);
    if (rowOf(tenderId) !== undefined && !isSending && deps.mayAsk()) void ask(tenderId);
  }

  async function ask(tenderId: string): Promise<void> {
    try {
      heard(await call('tender', { params: { id: tenderId } }));
    } catch (error) {
      dispatch(isUnknownThere(failureOf(error)) ? { type: 'missing', tenderId, now: now() } : { type: 'silent', tenderId });
    }
  }

  async function cancelAndRetry(tenderId: string): Promise<void> {
    const code = rowOf(tenderId)?.code;
    try {
      await call('cancelTender', { params: { id: tenderId } });
    } catch (error) {
      const failure = failureOf(error);
      dispatch({ type: 'not-cancelled', tenderId, failure });
      if (deps.mayAsk() && failure.kind === 'problem' && failure.code === 'tender-started') await ask(tenderId);
      return;
    }
    await outbox.remove(tenderId);
    dispatch({ type: 'cancelled', tenderId });
    if (code !== undefined && code !== null) scan({ text: code, source: 'typed', at: now() });
  }

  function scan(event: ScanEvent): void {
    dispatch({ type: 'scanned', scan: event, newSaleId: uuid() });
  }

  async function pickUp(): Promise<void> {
    try {
      const [sale, rows] = await Promise.all([outbox.sale(), outbox.rows()]);
      dispatch({ type: 'found', sale: sale?.currency === deps.currency ? sale : null, rows });
    } catch {
      return cannotKeep();
    }
    for (const { tenderId } of allRows(till)) follow(tenderId);
  }

  function rowOf(tenderId: string): Row | undefined {
    return allRows(till).find((row) => row.tenderId === tenderId);
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    state: () => till,
    start: () => (started ??= pickUp()),
    scan,
    checkAgain: () => dispatch({ type: 'check-again' }),
    dueKey: (key) => dispatch({ type: 'due-key', key, newSaleId: uuid() }),
    takeKey: (key) => dispatch({ type: 'take-key', key }),
    putAway: () => dispatch({ type: 'put-away', now: now() }),
    redeem,
    show: (tenderId) => dispatch({ type: 'show', tenderId, now: now() }),
    touch: () => dispatch({ type: 'touched' }),
    goOn: () => dispatch({ type: 'go-on', now: now() }),
    newSale: () => dispatch({ type: 'new-sale', newSaleId: uuid() }),
    refresh,
    refreshAll: () => {
      for (const { tenderId } of allRows(till)) refresh(tenderId);
    },
    cancelAndRetry: (tenderId) => void cancelAndRetry(tenderId),
  };
}

function requestOf({ code, requested }: Row, saleId: string): TenderRequest {
  const common = { code: code ?? '', saleId };
  return isItems(requested) ? { ...common, items: requested.items } : { ...common, amount: requested.amount, currency: requested.currency };
}
