import type { Call } from './client.ts';
import { call } from './live.ts';

/** What a store takes from the page that it lives in. */
export interface PageDeps {
  readonly call: Call;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly sleep: (ms: number) => Promise<void>;
}

/** The page as it is in a browser; specs bring their own. */
export const page: PageDeps = {
  call,
  now: () => Date.now(),
  uuid: () => crypto.randomUUID(),
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
};
