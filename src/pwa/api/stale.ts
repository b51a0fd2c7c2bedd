import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Changes come in bursts; a visible list is reloaded at most this often. */
const AT_MOST_EVERY_MS = 1_000;
/** Changes within this time are handled together. */
const COLLECT_MS = 50;

export interface StaleQueries {
  readonly mark: (key: QueryKey) => void;
  readonly stop: () => void;
}

/** Collects stale queries and reloads those on the screen, soon, but at most once a second. */
export function collectStaleQueries(client: QueryClient): StaleQueries {
  const marked = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let restsUntil = 0;

  function reload(): void {
    timer = undefined;
    restsUntil = Date.now() + AT_MOST_EVERY_MS;
    for (const queryKey of marked.values()) void client.invalidateQueries({ queryKey });
    marked.clear();
  }

  return {
    mark(key) {
      marked.set(JSON.stringify(key), key);
      timer ??= setTimeout(reload, Math.max(COLLECT_MS, restsUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
