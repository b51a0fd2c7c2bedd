import { iterate, type ListedItem, type ListName, type ListQuery } from './iterate.ts';
import { cancelRedemption, sendUntilSettled } from './redeem.ts';
import type { Redemption } from './redemption.ts';
import { createSendToServer } from './send-to-server.ts';
import type { RedemptionRequest, RedemptionStore } from './store.ts';

export interface ClientOptions {
  /** Address of the server, such as `https://till.example`. */
  readonly baseUrl: string;
  /** `ts_…`, created by a manager. */
  readonly key: string;
  readonly store: RedemptionStore;
  /** How long `redeem` repeats a request until the outcome is known. Default 30 s. */
  readonly waitMs?: number;
  /** The longest wait for one response. Default 30 s. */
  readonly responseMs?: number;
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
  readonly sleep?: (ms: number) => Promise<void>;
  readonly newId?: () => string;
}

export interface TillsideClient {
  /**
   * Redeems from a voucher, once for each name. Call it again with the same name after `unknown`,
   * and after a restart.
   * @param reference your own name of this payment, such as `R-1029/1`, which is never used again
   * for another payment
   * @throws Error if the name was used for another request, or the store fails; nothing was sent
   */
  redeem(reference: string, request: RedemptionRequest): Promise<Redemption>;
  /**
   * Gives up a redemption whose outcome is unknown. `notRedeemed` is final: it cannot happen later.
   * Any other outcome is that of the redemption.
   * @throws Error if nothing is stored under this name
   */
  cancel(reference: string): Promise<Redemption>;
  /** Yields every item of a list, oldest first. @returns where the next call can begin */
  iterate<Name extends ListName>(list: Name, query?: ListQuery): AsyncGenerator<ListedItem<Name>, string>;
}

/** Creates the client of one server, for one key. */
export function createClient({
  store,
  waitMs = 30_000,
  responseMs = 30_000,
  fetch = globalThis.fetch,
  now = Date.now,
  sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  newId = () => crypto.randomUUID(),
  ...target
}: ClientOptions): TillsideClient {
  const send = createSendToServer({ ...target, fetch, responseMs });
  const deps = { send, now, sleep, waitMs };

  return {
    async redeem(reference, request) {
      const added = { id: newId(), storedAt: now(), request };
      const stored = await store.getOrAdd(reference, added);
      if (contentOf(stored.request) !== contentOf(request))
        throw new Error(`The name ${reference} was used for another redemption`);
      return sendUntilSettled(deps, stored, stored.id === added.id);
    },
    async cancel(reference) {
      const stored = await store.get(reference);
      if (stored === null) throw new Error(`Nothing is stored under the name ${reference}`);
      return cancelRedemption(deps, stored.id);
    },
    iterate: (list, query = {}) => iterate(deps, list, query),
  };
}

/** Equal requests have equal texts, whatever the order of their fields. */
function contentOf(request: RedemptionRequest): string {
  return JSON.stringify(Object.entries(request).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
