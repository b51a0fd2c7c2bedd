/**
 * The rhythm of asking what became of something: every second at first, then every five. The server tells of changes as they happen; asking
 * makes sure where nothing is heard.
 */
const QUICK_ROUNDS = 10;
const QUICK_MS = 1_000;
const STEADY_MS = 5_000;

/** Something that is asked after until it is settled. */
export interface Followed {
  readonly isOpen: () => boolean;
  /** False while the till is locked or nobody is known: then nothing is asked. */
  readonly mayAsk: () => boolean;
  readonly ask: () => Promise<void>;
}

/** Asks after whatever is open, each thing in one loop. It never sends anything. */
export interface Follower {
  /** Asks, the first time after `firstMs`, until it is no longer open. Does nothing for what is followed already. */
  readonly follow: (id: string, followed: Followed, firstMs?: number) => void;
  readonly isFollowed: (id: string) => boolean;
}

/** Makes a follower that waits with `sleep`. */
export function createFollower(sleep: (ms: number) => Promise<void>): Follower {
  const ids = new Set<string>();

  async function run(id: string, { isOpen, mayAsk, ask }: Followed, firstMs: number): Promise<void> {
    ids.add(id);
    for (let round = 0; isOpen(); round += 1) {
      const pauseMs = round === 0 ? firstMs : round <= QUICK_ROUNDS ? QUICK_MS : STEADY_MS;
      if (pauseMs > 0) await sleep(pauseMs);
      if (isOpen() && mayAsk()) await ask();
    }
    ids.delete(id);
  }

  return {
    follow: (id, followed, firstMs = 0) => {
      if (!ids.has(id)) void run(id, followed, firstMs);
    },
    isFollowed: (id) => ids.has(id),
  };
}
