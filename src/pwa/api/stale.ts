import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes come in bursts; a list that is on the screen is read anew at most this often. */
const AT_MOST_EVERY_MS = 1_000;
/** What belongs together arrives within this. */
const GATHER_MS = 50;

/** Answers that are no longer what they were. */
export interface StaleAnswers {
  readonly mark: (key: QueryKey) => void;
  readonly stop: () => void;
}

/**
 * Makes a gatherer of stale answers: those that a screen shows are read anew, soon but not more
 * often than every second.
 */
export function gatherStale(client: QueryClient): StaleAnswers {
  const marked = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restsUntil = 0;

  function readAnew(): void {
    timer = undefined;
    restsUntil = Date.now() + AT_MOST_EVERY_MS;
    for (const queryKey of marked.values()) void client.invalidateQueries({ queryKey });
    marked.clear();
  }

  return {
    mark(key) {
      marked.set(JSON.stringify(key), key);
      timer ??= setTimeout(readAnew, Math.max(GATHER_MS, restsUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
