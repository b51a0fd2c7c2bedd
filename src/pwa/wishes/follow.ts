/**
 * The rhythm of asking what became of something: every second at first, then every five. The server tells of changes as they happen; asking
 * makes sure where nothing is heard.
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

/** Asks after whatever is open, each thing in one loop. It never sends anything. */
export interface Follower<T> {
  /** Asks until it is no longer open. Does nothing for what is followed already. */
  readonly follow: (one: T) => void;
  readonly isFollowed: (one: T) => boolean;
}

/** Makes a follower. */
export function createFollower<T>({ sleep, isOpen, mayAsk, ask, firstMs = 0 }: FollowDeps<T>): Follower<T> {
  const followed = new Set<T>();

  async function run(one: T): Promise<void> {
    followed.add(one);
    for (let round = 0; isOpen(one); round += 1) {
      const pauseMs = round === 0 ? firstMs : round <= QUICK_ROUNDS ? QUICK_MS : STEADY_MS;
      if (pauseMs > 0) await sleep(pauseMs);
      if (isOpen(one) && mayAsk(one)) await ask(one);
    }
    followed.delete(one);
  }

  return {
    follow: (one) => {
      if (!followed.has(one)) void run(one);
    },
    isFollowed: (one) => followed.has(one),
  };
}
