import type { Endpoint } from '../../../contract/platform/endpoint.ts';
import type { Scope } from '../base/scope.ts';
import type { Identity } from './caller.ts';
import { notReady, type Problem, refuse } from './problem.ts';

type Handles = (endpoint: Endpoint, handler: unknown) => void;

/** The routes of the shops on the server of a router. */
export interface ShopRoutes {
  /** Returns the functions that add the handlers of a shop. */
  ofShop(shop: Scope): { readonly on: Handles; readonly onStream: Handles; readonly onDocument: Handles };
  /** Refuses all callers of these shops. */
  suspend(shops: ReadonlySet<Scope>): void;
}

/** The handlers of the shops, by route. */
export interface ShopHandlers extends ShopRoutes {
  /**
   * Returns the handler of the caller's shop.
   * @param handler that of the first shop
   * @throws Problem 403 `shop-suspended`, or 401 `signed-out` for a visitor of such a shop; 503
   * `not-ready` for a shop that has not started here yet
   */
  handlerFor<Handler>(caller: Identity, endpoint: Endpoint, handler: Handler): Handler;
  /** As {@link ShopHandlers.handlerFor}, for the first shop too. */
  handlerOf(caller: Identity, endpoint: Endpoint): unknown;
}

export function createShopHandlers(firstShop: Scope): ShopHandlers {
  const handlersByShop = new Map<Scope, Map<Endpoint, unknown>>();
  let suspended: ReadonlySet<Scope> = new Set();

  function refusalOf({ shop, visit }: Identity): Problem {
    if (!suspended.has(shop)) return notReady('safe');
    return refuse(visit ? 'signed-out' : 'shop-suspended');
  }

  function handlerOf(caller: Identity, endpoint: Endpoint): unknown {
    const handler = suspended.has(caller.shop) ? undefined : handlersByShop.get(caller.shop)?.get(endpoint);
    if (handler === undefined) throw refusalOf(caller);
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
    },
    handlerFor<Handler>(caller: Identity, endpoint: Endpoint, handler: Handler) {
      /* The handlers of one endpoint have one type. */
      return caller.shop === firstShop ? handler : (handlerOf(caller, endpoint) as Handler);
    },
    handlerOf,
  };
}
