import { beginUnderWay } from './under-way.ts';

/**
 * The rhythm of asking what became of something: every second at first, then every five.
 *
 * The server tells of changes as they happen; asking makes sure where nothing is heard.
 */
const QUICK_ROUNDS = 10;
const QUICK_MS = 1_000;
const STEADY_MS = 5_000;

/** What a follower asks after, `T` for each thing. */
export interface FollowDeps<T> {
  readonly sleep: (ms: number) => Promise<void>;
  readonly isOpen: (one: T) => boolean;
  /** False while the till is locked or nobody is known: then nothing is asked. */
  readonly mayAsk: (one: T) => boolean;
  readonly ask: (one: T) => Promise<void>;
  /** How long before the first question. */
  readonly firstMs?: number;
}

/**
 * Makes a follower: it asks after each thing, by its id, until that is no longer open.
 *
 * It never sends anything.
 */
export function createFollower<T extends { readonly id: string }>(deps: FollowDeps<T>): (one: T) => void {
  const { sleep, isOpen, mayAsk, ask, firstMs = 0 } = deps;
  const followed = new Set<string>();

  async function follow(one: T): Promise<void> {
    if (followed.has(one.id)) return;
    followed.add(one.id);
    const isOver = beginUnderWay();
    for (let round = 0; isOpen(one); round += 1) {
      const pauseMs = round === 0 ? firstMs : round <= QUICK_ROUNDS ? QUICK_MS : STEADY_MS;
      if (pauseMs > 0) await sleep(pauseMs);
      if (isOpen(one) && mayAsk(one)) await ask(one);
    }
    followed.delete(one.id);
    isOver();
  }

  return (one) => void follow(one);
}
