import type { Call } from './client.ts';
import { call, queryClient, SESSION_KEY } from './live.ts';

/** What a store takes from the page that it lives in. */
export interface PageDeps {
  readonly call: Call;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
  /** False while the till is locked or nobody is known: then nothing is asked. */
  readonly mayAsk: () => boolean;
}

/** The page as it is in a browser; specs bring their own. */
export const page: PageDeps = {
  call,
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  mayAsk: () => queryClient.getQueryData(SESSION_KEY) != null,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
