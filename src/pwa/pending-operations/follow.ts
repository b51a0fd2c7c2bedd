import { markInProgress } from './in-progress.ts';
import { QUICK_MS, STEADY_MS } from './limits.ts';

/**
 * Query intervals: every second at first, then every five seconds.
 *
 * Queries are needed in case a pushed change was missed.
 */
const QUICK_ROUNDS = 10;

/** The queried objects have type `T`. */
export interface FollowDeps<T> {
  readonly sleep: (ms: number) => Promise<void>;
  readonly isOpen: (one: T) => boolean;
  /** False while the till is locked or signed out: queries are not allowed then. */
  readonly mayQuery: (one: T) => boolean;
  readonly query: (one: T) => Promise<void>;
  readonly firstMs?: number;
}

/**
 * Creates a follower, which queries each object, by its id, until it is final.
 *
 * It never sends anything.
 */
export function createFollower<T extends { readonly id: string }>(deps: FollowDeps<T>): (one: T) => void {
  const { sleep, isOpen, mayQuery, query, firstMs = 0 } = deps;
  const followed = new Set<string>();

  async function follow(one: T): Promise<void> {
    if (followed.has(one.id)) return;
    followed.add(one.id);
    const isOver = markInProgress();
    for (let round = 0; isOpen(one); round += 1) {
      const pauseMs = round === 0 ? firstMs : round <= QUICK_ROUNDS ? QUICK_MS : STEADY_MS;
      if (pauseMs > 0) await sleep(pauseMs);
      if (isOpen(one) && mayQuery(one)) await query(one);
    }
    followed.delete(one.id);
    isOver();
  }

  return (one) => void follow(one);
}
