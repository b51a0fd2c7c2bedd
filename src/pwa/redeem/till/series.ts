import { isItems, type Money, magnitude } from '../../../contract/money/money.ts';
import { hasRedeemed, isTenderOpen, tenderTone } from '../../../contract/redemption/tender.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import type { PageDeps } from '../../api/page.ts';
import { createStateStore, type ReadableStore } from '../../pending-operations/state-store.ts';
import { SERIES_VERDICT_MS } from '../limits.ts';
import { leftToPay } from './sale.ts';
import type { TillStore } from './store.ts';
import { allRows, coveredBy, type Panel, type Till } from './till.ts';
import { amountObstacle, missingData } from './voucher-amount.ts';

/** Vouchers of one camera view that pay for one sale together. */
export interface SeriesState {
  readonly isRunning: boolean;
  /**
   * Unused vouchers in their order. The voucher that stopped the series is on the screen and not
   * included.
   */
  readonly rest: readonly ScanEvent[];
  /** The sale that they pay for. */
  readonly saleId: string | null;
}

/**
 * Redeems several vouchers one after the other, up to the amount due, with the same steps that a
 * user takes: each is checked, redeemed as a tender of its own, and has its own verdict. It stops
 * at the first one that needs a decision: a refusal, missing data, or a loss of more than the
 * amount due.
 */
export interface Series extends ReadableStore<SeriesState> {
  readonly start: (scans: readonly ScanEvent[]) => void;
  /** Starts no further voucher and forgets the remaining ones. */
  readonly stop: () => void;
  /** The user redeems an unused voucher by hand. */
  readonly leave: (scan: ScanEvent) => void;
}

type SeriesTill = Pick<TillStore, 'state' | 'subscribe' | 'scan' | 'redeem' | 'goOn'>;

/**
 * `redeemed`, and `in-sale` (it is already): continue. `shown`: the user decides on the screen.
 * `untouched`: no effect.
 */
type Outcome = 'redeemed' | 'in-sale' | 'shown' | 'untouched';

const NO_SERIES: SeriesState = { isRunning: false, rest: [], saleId: null };

export function createSeries(till: SeriesTill, { now, sleep }: Pick<PageDeps, 'now' | 'sleep'>): Series {
  const { subscribe, state, set } = createStateStore<SeriesState>(NO_SERIES);
  let current: AbortController | null = null;

  /** Resolves when the condition holds or the series was stopped. */
  function until(isSo: (now: Till) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = till.subscribe(checkState);
      signal.addEventListener('abort', checkState);
      function checkState(): void {
        if (!signal.aborted && !isSo(till.state())) return;
        unsubscribe();
        signal.removeEventListener('abort', checkState);
        resolve();
      }
      checkState();
    });
  }

  async function useOne(scan: ScanEvent, signal: AbortSignal): Promise<Outcome> {
    till.scan({ ...scan, at: now() });
    if (till.state().note?.reason === 'already-in-sale') return 'in-sale';
    await until(({ stage }) => stage.at !== 'checking', signal);
    const { stage, sale } = till.state();
    if (signal.aborted || stage.at !== 'panel' || stage.scanned.code !== scan.text) return 'untouched';
    if (!needsNoDecision(stage, sale.currency)) return 'shown';
    till.redeem();
    const tenderId = coveredBy(till.state());
    if (tenderId === null) return 'shown';
    await until((seen) => hasResult(seen, tenderId), signal);
    const after = till.state().stage;
    const isDone =
      after.at === 'verdict' &&
      after.tenderId === tenderId &&
      hasRedeemed(after.view.state) &&
      tenderTone(after.view) === 'done';
    return isDone ? 'redeemed' : 'shown';
  }

  /**
   * Closes the verdict of the previous voucher, unless the user keeps it open or has already closed
   * it. @returns true if the till waits for the next voucher
   */
  async function leaveVerdict(signal: AbortSignal): Promise<boolean> {
    const before = till.state().stage;
    if (before.at !== 'verdict') return before.at === 'ready';
    await Promise.race([sleep(SERIES_VERDICT_MS), until(({ stage }) => stage !== before, signal)]);
    if (!signal.aborted && till.state().stage === before) till.goOn();
    return !signal.aborted && till.state().stage.at === 'ready';
  }

  async function run(scans: readonly ScanEvent[], signal: AbortSignal): Promise<void> {
    const saleId = till.state().sale.id;
    let rest = scans;
    for (const scan of scans) {
      if (!hasAmountLeft(till.state(), saleId) || !(await leaveVerdict(signal))) break;
      const outcome = await useOne(scan, signal);
      if (outcome !== 'untouched') rest = rest.slice(1);
      if (signal.aborted) return;
      set({ isRunning: true, rest, saleId });
      if (outcome === 'shown' || outcome === 'untouched') break;
    }
    if (!signal.aborted) set({ isRunning: false, rest, saleId });
  }

  function stop(): void {
    current?.abort();
    current = null;
    if (state() !== NO_SERIES) set(NO_SERIES);
  }

  return {
    subscribe,
    state,
    start(scans) {
      stop();
      current = new AbortController();
      set({ isRunning: true, rest: scans, saleId: till.state().sale.id });
      void run(scans, current.signal);
    },
    stop,
    leave: (scan) => set({ ...state(), rest: state().rest.filter(({ text }) => text !== scan.text) }),
  };
}

/**
 * The amount that further vouchers may pay for the current sale; null if no amount is due, or all
 * is paid.
 */
export function amountStillDue({ sale }: Pick<Till, 'sale'>): Money | null {
  const left = leftToPay(sale);
  return left === null || left.amount === 0 ? null : left;
}

function hasAmountLeft(till: Till, saleId: string): boolean {
  return till.sale.id === saleId && amountStillDue(till) !== null;
}

/**
 * True if a voucher needs no decision: it holds money in the sale's currency, its data is complete,
 * and nothing of a single-use voucher would be forfeited.
 */
function needsNoDecision(panel: Panel, currency: string): boolean {
  const { check, amount } = panel;
  if (amountObstacle(panel) !== null || missingData(check) !== null || check.remaining === null) return false;
  if (isItems(amount) || isItems(check.remaining) || amount.currency !== currency) return false;
  return check.singleUse !== true || magnitude(amount) === magnitude(check.remaining);
}

/** True if a redemption has an outcome, its outcome is unknown, or the server is unreachable. */
function hasResult(till: Till, tenderId: string): boolean {
  const { stage } = till;
  if (stage.at !== 'flight' || stage.tenderId !== tenderId) return true;
  const view = allRows(till).find((row) => row.tenderId === tenderId)?.view ?? null;
  return stage.silent || (view !== null && isTenderOpen(view.state));
}
