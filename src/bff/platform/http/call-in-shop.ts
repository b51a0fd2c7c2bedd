import type { AnswerOf, Endpoint } from '../../../contract/platform/endpoint.ts';
import { admit } from './caller.ts';
import type { HandlerResult, RouteRequest } from './route.ts';
import type { ShopHandlers } from './shop-handlers.ts';

/**
 * Runs the handler of a route in the shop of `request.caller`, without HTTP. The calling route has
 * to check that the person may see that shop.
 * @throws Problem as the route itself, and as {@link ShopHandlers.handlerFor}
 */
export type CallInShop = <E extends Endpoint>(endpoint: E, request: RouteRequest<E>) => Promise<AnswerOf<E>>;

export function createCallInShop({ handlerOf }: Pick<ShopHandlers, 'handlerOf'>): CallInShop {
  return async <E extends Endpoint>(endpoint: E, request: RouteRequest<E>) => {
    const handler = handlerOf(admit(endpoint, request.caller), endpoint);
    const { body } = await (handler as (of: RouteRequest<E>) => Promise<HandlerResult<E>>)(request);
    return body;
  };
}
