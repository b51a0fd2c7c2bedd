import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { AT_MOST_EVERY_MS, STALE_COLLECT_MS } from './limits.ts';

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
      timer ??= setTimeout(reload, Math.max(STALE_COLLECT_MS, restsUntil - Date.now()));
    },
    stop: () => clearTimeout(timer),
  };
}
