import { createSlidingWindow, createTokenBucket } from '../../platform/base/bucket.ts';
import { interruptibleSleep } from '../../platform/base/loop.ts';
import type { Clock } from '../../platform/base/ports.ts';

/**
 * Reasons for background questions to the issuer, the most urgent first; `check` reads the balance
 * of a voucher that is being settled.
 */
export const LANES = ['glance', 'check', 'list', 'window', 'proof', 'story', 'day', 'backfill'] as const;
export type BudgetLane = (typeof LANES)[number];

/** Lanes of requests that a person waits for. */
const LANES_OF_PEOPLE: ReadonlySet<BudgetLane> = new Set(['glance', 'check', 'list']);
/**
 * Lanes without a waiting person share half of the budget. Long past days get a tenth: each of
 * their pages is full of rows to write.
 */
const BACKGROUND_SHARE = 0.5;
const PAST_SHARE = 0.1;
const PAST: ReadonlySet<BudgetLane> = new Set(['day', 'backfill']);

const SECOND_MS = 1_000;

/** Limits how many searches per second are sent to the issuer, and sets their order. */
export interface Budget {
  /** Resolves when a request of this lane may be sent; rejects with the signal's reason. */
  turn(lane: BudgetLane, signal?: AbortSignal): Promise<void>;
}

export interface BudgetOptions {
  readonly clock: Clock;
  /**
   * Requests per second, a whole number; lanes without a waiting person get at most half of them.
   */
  readonly perSecond: number;
  /** Time until the pause that the issuer requested ends, milliseconds; no turn is given before. */
  readonly pauseMs: () => number;
}

interface Waiting {
  readonly lane: BudgetLane;
  readonly go: () => void;
}

export function createBudget({ clock, perSecond, pauseMs }: BudgetOptions): Budget {
  const all = createSlidingWindow(clock, { most: perSecond, withinMs: SECOND_MS });
  /** After a pause, the requests of one second may be sent at once. */
  const shareOf = (share: number) =>
    createTokenBucket(clock, { perSecond: perSecond * share, most: Math.max(1, perSecond * share) });
  const background = shareOf(BACKGROUND_SHARE);
  const past = shareOf(PAST_SHARE);
  const waiting: Waiting[] = [];
  let isPumping = false;
  /** Ends the wait for the next turn when a request arrives that may be sent sooner. */
  let hurry = new AbortController();

  const bucketsOf = (lane: BudgetLane) => [
    all,
    ...(LANES_OF_PEOPLE.has(lane) ? [] : [background]),
    ...(PAST.has(lane) ? [past] : []),
  ];
  const waitMsOf = (lane: BudgetLane) => Math.max(pauseMs(), ...bucketsOf(lane).map((bucket) => bucket.waitMs()));

  function spend(lane: BudgetLane): void {
    for (const bucket of bucketsOf(lane)) bucket.usePermit();
  }

  /** Returns the most urgent request that may be sent, else the one that may be sent soonest. */
  function next(): { readonly one: Waiting; readonly waitMs: number } | null {
    const timed = waiting.map((one) => ({ one, waitMs: waitMsOf(one.lane) }));
    const ready = timed.filter(({ waitMs }) => waitMs <= 0);
    const [first, ...later] = ready.length > 0 ? ready : timed;
    if (first === undefined) return null;
    const rank = ({ one, waitMs }: typeof first) => (ready.length > 0 ? LANES.indexOf(one.lane) : waitMs);
    return later.reduce((best, other) => (rank(other) < rank(best) ? other : best), first);
  }

  async function pump(): Promise<void> {
    if (isPumping) return;
    isPumping = true;
    for (let best = next(); best !== null; best = next()) {
      if (best.waitMs > 0) {
        hurry = new AbortController();
        await interruptibleSleep(clock, best.waitMs, hurry.signal);
        continue;
      }
      waiting.splice(waiting.indexOf(best.one), 1);
      spend(best.one.lane);
      best.one.go();
    }
    isPumping = false;
  }

  return {
    turn(lane, signal) {
      if (signal?.aborted) return Promise.reject(signal.reason);
      if (waiting.length === 0 && waitMsOf(lane) <= 0) {
        spend(lane);
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
          const index = waiting.indexOf(one);
          if (index >= 0) waiting.splice(index, 1);
          reject(signal?.reason);
        };
        signal?.addEventListener('abort', stop, { once: true });
        waiting.push(one);
        hurry.abort();
        void pump();
      });
    },
  };
}
