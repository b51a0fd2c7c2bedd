import type { Call } from './client.ts';
import { call, queryClient, SESSION_KEY } from './live.ts';

export interface PageDeps {
  readonly call: Call;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** False while the till is locked or signed out: requests are not allowed then. */
  readonly mayQuery: () => boolean;
}

/** The page of a browser; specs replace it. */
export const page: PageDeps = {
  call,
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  mayQuery: () => queryClient.getQueryData(SESSION_KEY) != null,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
