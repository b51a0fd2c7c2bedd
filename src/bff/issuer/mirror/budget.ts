import { createBucket, createCap } from '../../platform/base/bucket.ts';
import { rest } from '../../platform/base/loop.ts';
import type { Clock } from '../../platform/base/ports.ts';

/**
 * Why the issuer is asked what nobody at a till waits for in that moment, the most urgent first;
 * `check` is what a voucher holds that is being settled.
 */
export const LANES = ['glance', 'check', 'list', 'window', 'proof', 'story', 'day', 'backfill'] as const;
export type BudgetLane = (typeof LANES)[number];

/** Somebody waits for these. */
const IN_FRONT: ReadonlySet<BudgetLane> = new Set(['glance', 'check', 'list']);
/**
 * Lanes that nobody waits for share half of the budget.
 *
 * Days long past have a tenth of it: each of their pages is full of rows to be written.
 */
const BACKGROUND_SHARE = 0.5;
const PAST_SHARE = 0.1;
const PAST: ReadonlySet<BudgetLane> = new Set(['day', 'backfill']);

const SECOND_MS = 1_000;

/** How many searches a second the issuer is asked for, and in which order. */
export interface Budget {
  /** Resolves when a request of this lane may go; rejects with the signal's reason. */
  turn(lane: BudgetLane, signal?: AbortSignal): Promise<void>;
  /** The issuer asked for a pause: nothing goes before it is over. */
  hold(ms: number): void;
}

interface Waiting {
  readonly lane: BudgetLane;
  readonly go: () => void;
}

/**
 * @param perSecond requests a second, a whole number; lanes that nobody waits for have half of them
 * at most
 */
export function createBudget({ clock, perSecond }: { clock: Clock; perSecond: number }): Budget {
  const all = createCap(clock, { most: perSecond, withinMs: SECOND_MS });
  /** After a pause the turns of one second may go at once. */
  const shareOf = (share: number) =>
    createBucket(clock, { perSecond: perSecond * share, most: Math.max(1, perSecond * share) });
  const background = shareOf(BACKGROUND_SHARE);
  const past = shareOf(PAST_SHARE);
  const waiting: Waiting[] = [];
  let heldUntilMs = 0;
  let isPumping = false;
  /** Ends the wait for the next turn, because somebody came who may go sooner. */
  let hurry = new AbortController();

  /** What a request of a lane takes a turn of. */
  const bucketsOf = (lane: BudgetLane) => [
    all,
    ...(IN_FRONT.has(lane) ? [] : [background]),
    ...(PAST.has(lane) ? [past] : []),
  ];
  const waitMsOf = (lane: BudgetLane) =>
    Math.max(heldUntilMs - clock.monotonic(), ...bucketsOf(lane).map((bucket) => bucket.waitMs()));

  function take(lane: BudgetLane): void {
    for (const bucket of bucketsOf(lane)) bucket.take();
  }

  /** The most urgent of those that may go, else the one that may go first. */
  function next(): { readonly one: Waiting; readonly waitMs: number } | null {
    const timed = waiting.map((one) => ({ one, waitMs: waitMsOf(one.lane) }));
    const ready = timed.filter(({ waitMs }) => waitMs <= 0);
    const [first, ...others] = ready.length > 0 ? ready : timed;
    if (first === undefined) return null;
    const rank = ({ one, waitMs }: typeof first) => (ready.length > 0 ? LANES.indexOf(one.lane) : waitMs);
    return others.reduce((best, other) => (rank(other) < rank(best) ? other : best), first);
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    for (let best = next(); best !== null; best = next()) {
      if (best.waitMs > 0) {
        hurry = new AbortController();
        await rest(clock, best.waitMs, hurry.signal);
        continue;
      }
      waiting.splice(waiting.indexOf(best.one), 1);
      take(best.one.lane);
      best.one.go();
    }
    isPumping = false;
  }

  return {
    turn(lane, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting.length === 0 && waitMsOf(lane) <= 0) {
        take(lane);
        return Promise.resolve();
      }
      return new Promise((resolve, reject) => {
        const one = {
          lane,
          go: () => {
            signal?.removeEventListener('abort', stop);
            resolve();
          },
        };
        const stop = () => {
          const place = waiting.indexOf(one);
          if (place >= 0) waiting.splice(place, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
        waiting.push(one);
        hurry.abort();
        void pump();
      });
    },
    hold(ms) {
      heldUntilMs = Math.max(heldUntilMs, clock.monotonic() + ms);
    },
  };
}
