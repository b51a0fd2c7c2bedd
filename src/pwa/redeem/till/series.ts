import { isItems, type Money, magnitude } from '../../../contract/money/money.ts';
import { hasRedeemed, isTenderOpen, tenderTone } from '../../../contract/redemption/tender.ts';
import type { PageDeps } from '../../api/page.ts';
import type { ScanEvent } from '../../scan/scan-event.ts';
import { createShown, type Watched } from '../../wishes/shown.ts';
import { leftToPay, obstacle, unknownOf } from './sale.ts';
import type { TillStore } from './store.ts';
import { allRows, coveredBy, type Panel, type Till } from './till.ts';

/** How a verdict that is not the last one is shown before the next voucher is looked at. */
export const SERIES_SHOWN_MS = 1_500;

/** Vouchers of one view that a person lets pay together for one sale. */
export interface SeriesState {
  readonly isRunning: boolean;
  /**
   * Those that were not used, in their order; the one at which it stopped is on the screen, and not
   * among them.
   */
  readonly rest: readonly ScanEvent[];
  /** The sale that they were to pay for. */
  readonly saleId: string | null;
}

/**
 * Uses several vouchers one after the other, up to what is due, by the very steps by which a person
 * uses one: each is checked, redeemed as a tender of its own, and has its own verdict. It stops at
 * the first that asks for a person: one that is refused, of which something is not known, or of
 * which more would be lost than is due.
 */
export interface Series extends Watched<SeriesState> {
  readonly start: (scans: readonly ScanEvent[]) => void;
  /** Begins no other voucher; those that are left are forgotten. */
  readonly stop: () => void;
  /** A person takes one of the rest in hand. */
  readonly leave: (scan: ScanEvent) => void;
}

type SeriesTill = Pick<TillStore, 'state' | 'subscribe' | 'scan' | 'redeem' | 'goOn'>;

/**
 * `taken`: go on.
 *
 * `held`: the sale has it already, go on. `shown`: the screen is about it, and a person decides.
 * `untouched`: nothing came of it.
 */
type Outcome = 'taken' | 'held' | 'shown' | 'untouched';

const NONE: SeriesState = { isRunning: false, rest: [], saleId: null };

export function createSeries(till: SeriesTill, { now, sleep }: Pick<PageDeps, 'now' | 'sleep'>): Series {
  const { subscribe, state, show } = createShown<SeriesState>(NONE);
  let current: AbortController | null = null;

  /** Resolves when the till is so, or the series was stopped. */
  function until(isSo: (now: Till) => boolean, signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const unsubscribe = till.subscribe(look);
      signal.addEventListener('abort', look);
      function look(): void {
        if (!signal.aborted && !isSo(till.state())) return;
        unsubscribe();
        signal.removeEventListener('abort', look);
        resolve();
      }
      look();
    });
  }

  async function useOne(scan: ScanEvent, signal: AbortSignal): Promise<Outcome> {
    till.scan({ ...scan, at: now() });
    if (till.state().note?.reason === 'already-in-sale') return 'held';
    await until(({ stage }) => stage.at !== 'checking', signal);
    const { stage, sale } = till.state();
    if (signal.aborted || stage.at !== 'panel' || stage.scanned.code !== scan.text) return 'untouched';
    if (!needsNobody(stage, sale.currency)) return 'shown';
    till.redeem();
    const tenderId = coveredBy(till.state());
    if (tenderId === null) return 'shown';
    await until((seen) => isHeard(seen, tenderId), signal);
    const after = till.state().stage;
    const isDone =
      after.at === 'verdict' &&
      after.tenderId === tenderId &&
      hasRedeemed(after.view.state) &&
      tenderTone(after.view) === 'done';
    return isDone ? 'taken' : 'shown';
  }

  /**
   * Leaves the verdict of the voucher before, unless a person holds it, or has left it. @returns
   * whether the till waits for the next one
   */
  async function leaveVerdict(signal: AbortSignal): Promise<boolean> {
    const before = till.state().stage;
    if (before.at !== 'verdict') return before.at === 'ready';
    await Promise.race([sleep(SERIES_SHOWN_MS), until(({ stage }) => stage !== before, signal)]);
    if (!signal.aborted && till.state().stage === before) till.goOn();
    return !signal.aborted && till.state().stage.at === 'ready';
  }

  async function run(scans: readonly ScanEvent[], signal: AbortSignal): Promise<void> {
    const saleId = till.state().sale.id;
    let rest = scans;
    for (const scan of scans) {
      if (!isAnythingLeft(till.state(), saleId) || !(await leaveVerdict(signal))) break;
      const outcome = await useOne(scan, signal);
      if (outcome !== 'untouched') rest = rest.slice(1);
      if (signal.aborted) return;
      show({ isRunning: true, rest, saleId });
      if (outcome === 'shown' || outcome === 'untouched') break;
    }
    if (!signal.aborted) show({ isRunning: false, rest, saleId });
  }

  function stop(): void {
    current?.abort();
    current = null;
    if (state() !== NONE) show(NONE);
  }

  return {
    subscribe,
    state,
    start(scans) {
      stop();
      current = new AbortController();
      show({ isRunning: true, rest: scans, saleId: till.state().sale.id });
      void run(scans, current.signal);
    },
    stop,
    leave: (scan) => show({ ...state(), rest: state().rest.filter(({ text }) => text !== scan.text) }),
  };
}

/**
 * What vouchers together may still pay for the sale on the screen; null where no amount is due, or
 * all is paid.
 */
export function stillDue({ sale }: Pick<Till, 'sale'>): Money | null {
  const left = leftToPay(sale);
  return left === null || left.amount === 0 ? null : left;
}

function isAnythingLeft(till: Till, saleId: string): boolean {
  return till.sale.id === saleId && stillDue(till) !== null;
}

/**
 * Whether nothing about a voucher asks for a person: it holds money of the sale’s currency, all is
 * known of it, and what it loses is what is due.
 */
function needsNobody(panel: Panel, currency: string): boolean {
  const { check, take } = panel;
  if (obstacle(panel) !== null || unknownOf(check) !== null || check.remaining === null) return false;
  if (isItems(take) || isItems(check.remaining) || take.currency !== currency) return false;
  return check.singleUse !== true || magnitude(take) === magnitude(check.remaining);
}

/**
 * Whether anything is said about a redemption: its outcome, that this is not known, or that the
 * server is away.
 */
function isHeard(till: Till, tenderId: string): boolean {
  const { stage } = till;
  if (stage.at !== 'flight' || stage.tenderId !== tenderId) return true;
  const view = allRows(till).find((row) => row.tenderId === tenderId)?.view ?? null;
  return stage.silent || (view !== null && isTenderOpen(view.state));
}
