import { rest } from '../base/loop.ts';
import type { Clock } from '../base/ports.ts';

/** Why the issuer is asked what nobody at a till waits for in that moment, the most urgent first; `check` is what a voucher holds that is being settled. */
export const LANES = ['glance', 'check', 'list', 'window', 'proof', 'day', 'backfill'] as const;
export type Lane = (typeof LANES)[number];

/** Somebody waits for these. */
const IN_FRONT: ReadonlySet<Lane> = new Set(['glance', 'check', 'list']);
/** Lanes that nobody waits for share half of the budget. Days long past have a tenth of it: each of their pages is full of rows to be written. */
const BACKGROUND_SHARE = 0.5;
const PAST_SHARE = 0.1;
const PAST: ReadonlySet<Lane> = new Set(['day', 'backfill']);

const SECOND_MS = 1_000;

/** How many searches a second the issuer is asked for, and in which order. */
export interface Budget {
  /** Resolves when a request of this lane may go; rejects with the signal's reason. */
  turn(lane: Lane, signal?: AbortSignal): Promise<void>;
  /** The issuer asked for a pause: nothing goes before it is over. */
  hold(ms: number): void;
}

interface Waiting {
  readonly lane: Lane;
  readonly go: () => void;
}

/** A store of turns that fills by so many a second; after a pause those of one second may go at once. */
function createBucket(perSecond: number, clock: Pick<Clock, 'monotonic'>) {
  const most = Math.max(1, perSecond);
  let turns = most;
  let atMs = clock.monotonic();
  const fill = () => {
    const now = clock.monotonic();
    turns = Math.min(most, turns + ((now - atMs) * perSecond) / 1_000);
    atMs = now;
  };
  return {
    /** Milliseconds until there is a turn; 0 for now. */
    waitMs(): number {
      fill();
      return turns >= 1 ? 0 : Math.ceil(((1 - turns) * 1_000) / perSecond);
    },
    take(): void {
      turns -= 1;
    },
  };
}

/** Turns of which never more than so many are given within any second; a store that fills meanwhile would give twice as many in the first one. */
function createCap(perSecond: number, clock: Pick<Clock, 'monotonic'>) {
  /** When the latest turns were given, in a ring. */
  const givenMs = Array.from({ length: perSecond }, () => Number.NEGATIVE_INFINITY);
  let oldest = 0;
  return {
    /** Milliseconds until there is a turn; 0 for now. */
    waitMs: () => Math.max(0, (givenMs[oldest] ?? 0) + SECOND_MS - clock.monotonic()),
    take(): void {
      givenMs[oldest] = clock.monotonic();
      oldest = (oldest + 1) % perSecond;
    },
  };
}

/** @param perSecond requests a second, a whole number; lanes that nobody waits for have half of them at most */
export function createBudget({ clock, perSecond }: { clock: Clock; perSecond: number }): Budget {
  const all = createCap(perSecond, clock);
  const background = createBucket(perSecond * BACKGROUND_SHARE, clock);
  const past = createBucket(perSecond * PAST_SHARE, clock);
  const waiting: Waiting[] = [];
  let heldUntilMs = 0;
  let isPumping = false;
  /** Ends the wait for the next turn, because somebody came who may go sooner. */
  let hurry = new AbortController();

  /** What a request of a lane takes a turn of. */
  const bucketsOf = (lane: Lane) => [all, ...(IN_FRONT.has(lane) ? [] : [background]), ...(PAST.has(lane) ? [past] : [])];
  const waitMsOf = (lane: Lane) => Math.max(heldUntilMs - clock.monotonic(), ...bucketsOf(lane).map((bucket) => bucket.waitMs()));

  function take(lane: Lane): void {
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
