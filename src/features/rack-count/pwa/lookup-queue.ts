import type { PageDeps } from '../../../pwa/api/page.ts';
import { LOOKUP_QUEUE_RETRY_MS } from './limits.ts';

/** `again`: the answer is too old. `silent`: there is none, so that lookups pause. */
export type LookupOutcome = 'answered' | 'again' | 'silent';

export interface LookupQueueDeps extends Pick<PageDeps, 'sleep' | 'mayQuery'> {
  readonly lookUp: (tag: string, code: string) => Promise<LookupOutcome>;
  /** Called when the number of waiting cards has changed. */
  readonly onChange: () => void;
}

/** Cards that wait for a lookup, by their tag. Their codes are in memory only. */
export interface LookupQueue {
  readonly add: (tag: string, code: string) => void;
  /** Adds a card if this page has its code. */
  readonly addAgain: (tag: string) => void;
  readonly hasCode: (tag: string) => boolean;
  /** Gives the code of a card another tag, too. */
  readonly rename: (tag: string, to: string) => void;
  readonly size: () => number;
  readonly isPaused: () => boolean;
  /** Ends a pause, and looks up what waits. */
  readonly resume: () => void;
  readonly clear: () => void;
}

/** Number of parallel lookups. More would let a hand scanner slow down the tills. */
const PARALLEL_LOOKUPS = 2;

export function createLookupQueue({ lookUp, onChange, sleep, mayQuery }: LookupQueueDeps): LookupQueue {
  const codes = new Map<string, string>();
  /** The next one first. */
  const waiting = new Set<string>();
  const running = new Set<string>();
  let isPaused = false;

  function next(): void {
    for (const tag of waiting) {
      const code = codes.get(tag);
      if (running.size >= PARALLEL_LOOKUPS || isPaused) return;
      if (running.has(tag) || code === undefined) continue;
      running.add(tag);
      void run(tag, code).finally(() => {
        running.delete(tag);
        next();
      });
    }
  }

  async function run(tag: string, code: string): Promise<void> {
    const result = await lookUp(tag, code);
    if (result === 'answered') waiting.delete(tag);
    /* The other cards go first once lookups continue. */
    if (result === 'silent' && waiting.delete(tag)) waiting.add(tag);
    if (result === 'silent' && !isPaused) pause();
    onChange();
  }

  function pause(): void {
    isPaused = true;
    void sleep(LOOKUP_QUEUE_RETRY_MS).then(resume);
  }

  function resume(): void {
    if (!mayQuery()) return pause();
    isPaused = false;
    next();
  }

  return {
    add(tag, code) {
      codes.set(tag, code);
      waiting.add(tag);
    },
    addAgain(tag) {
      if (codes.has(tag)) waiting.add(tag);
    },
    hasCode: (tag) => codes.has(tag),
    rename(tag, to) {
      const code = codes.get(tag);
      if (code !== undefined) codes.set(to, code);
    },
    size: () => waiting.size,
    isPaused: () => isPaused,
    resume,
    clear() {
      codes.clear();
      waiting.clear();
    },
  };
}
