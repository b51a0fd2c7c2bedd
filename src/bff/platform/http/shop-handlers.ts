import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import type { Scope } from '../base/scope.ts';
import type { Identity } from './caller.ts';
import { notReady, type Problem, refuse } from './problem.ts';

type Handles = (endpoint: Endpoint, handler: unknown) => void;

/** The routes of the shops on the server of a router. */
export interface ShopRoutes {
  /** Returns the functions that add the handlers of a shop. */
  ofShop(shop: Scope): { readonly on: Handles; readonly onStream: Handles; readonly onDocument: Handles };
  /** Refuses all callers and devices of these shops, and ends their streams. */
  suspend(shops: ReadonlySet<Scope>): void;
}

/** The handlers of the shops, by route. */
export interface ShopHandlers extends ShopRoutes {
  /**
   * Returns the handler of the caller's shop.
   * @param handler that of the first shop
   * @throws Problem 403 `shop-suspended` for a caller or device of such a shop, or 401 `signed-out`
   * for a visitor; 503 `not-ready` for a shop that has not started here yet
   */
  handlerFor<Handler>(caller: Identity, endpoint: Endpoint, handler: Handler): Handler;
  /** As {@link ShopHandlers.handlerFor}, for the first shop too. */
  handlerOf(caller: Identity, endpoint: Endpoint): unknown;
  /**
   * Calls `listener` once {@link ShopHandlers.handlerFor} refuses the caller.
   * @returns a function that ends the subscription
   */
  onSuspended(caller: ShopCaller, listener: () => void): () => void;
}

/** A caller, by shop. */
type ShopCaller = Pick<Identity, 'shop' | 'visit'>;

/** @param firstShop the shop of the settings, which `app/app.ts` registers */
export function createShopHandlers(firstShop: Scope): ShopHandlers {
  const handlersByShop = new Map<Scope, Map<Endpoint, unknown>>();
  const listeners = new Set<{ readonly caller: ShopCaller; readonly listener: () => void }>();
  let suspended: ReadonlySet<Scope> = new Set();

  /** A device of a suspended shop is refused wherever its person visits. */
  function refusalOf({ shop, visit }: ShopCaller): Problem | null {
    if (suspended.has(visit?.home ?? shop)) return refuse('shop-suspended');
    return suspended.has(shop) ? refuse('signed-out') : null;
  }

  function assertOpen(caller: ShopCaller): void {
    const refusal = refusalOf(caller);
    if (refusal) throw refusal;
  }

  function handlerOf(caller: Identity, endpoint: Endpoint): unknown {
    if (!endpoint.whileSuspended) assertOpen(caller);
    const handler = handlersByShop.get(caller.shop)?.get(endpoint);
    if (handler === undefined) throw notReady('safe');
    return handler;
  }

  return {
    ofShop(shop) {
      const handlers = new Map<Endpoint, unknown>();
      handlersByShop.set(shop, handlers);
      const on: Handles = (endpoint, handler) => void handlers.set(endpoint, handler);
      return { on, onStream: on, onDocument: on };
    },
    suspend(shops) {
      suspended = shops;
      for (const { caller, listener } of listeners) if (refusalOf(caller)) listener();
    },
    onSuspended(caller, listener) {
      const subscription = { caller, listener };
      listeners.add(subscription);
      if (refusalOf(caller)) listener();
      return () => listeners.delete(subscription);
    },
    handlerFor<Handler>(caller: Identity, endpoint: Endpoint, handler: Handler) {
      if (!endpoint.whileSuspended) assertOpen(caller);
      /* The handlers of one endpoint have one type. */
      return caller.shop === firstShop ? handler : (handlerOf(caller, endpoint) as Handler);
    },
    handlerOf,
  };
}
