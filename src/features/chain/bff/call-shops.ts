import type { Visits } from '../../../bff/access/people/visits.ts';
import { describeError, type Logger } from '../../../bff/platform/base/logging.ts';
import type { StoredTerms } from '../../../bff/platform/config/stored-shops.ts';
import type { CallInShop } from '../../../bff/platform/http/call-in-shop.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { Problem, refuse } from '../../../bff/platform/http/problem.ts';
import type { RouteRequest } from '../../../bff/platform/http/route.ts';
import { unavailableIn } from '../../../bff/platform/store/store-unavailable.ts';
import type { AnswerOf, Endpoint } from '../../../contract/platform/endpoint.ts';
import type { ShopAnswer } from '../contract/shop-answers.ts';

export interface CallShopsDeps {
  readonly visits: Pick<Visits, 'managed'>;
  readonly log: Logger;
  readonly callInShop: CallInShop;
  /** Those of the settings, for their shop. */
  readonly terms: Pick<StoredTerms, 'timeZone' | 'currency'>;
}

export type ChainRequest = Omit<RouteRequest<Endpoint>, 'body' | 'caller'> & { readonly caller: Caller };

/**
 * Creates the function that calls a route in each shop that the caller may see, so that every shop
 * answers as to its own page.
 *
 * The shops answer one after the other, so that tills do not wait.
 * @throws Problem 403 `not-allowed` for a manager of one shop, 400 as the route
 */
export function createCallShops({ visits, log, callInShop, terms: ofSettings }: CallShopsDeps) {
  function toNoAnswer(error: unknown): null {
    if (unavailableIn(error) !== null) throw error;
    if (!(error instanceof Problem)) log.error(describeError(error), 'a shop failed to answer a request for all shops');
    else if (error.code === 'bad-request') throw error;
    return null;
  }

  return async function callShops<E extends Endpoint>(
    request: ChainRequest,
    endpoint: E,
    input: Pick<RouteRequest<E>, 'body' | 'query'>,
  ): Promise<ShopAnswer<AnswerOf<E>>[]> {
    const { caller } = request;
    const shops = await visits.managed(caller);
    if (shops.length < 2 && !caller.visit?.office) throw refuse('not-allowed');
    const answers: ShopAnswer<AnswerOf<E>>[] = [];
    for (const { id, name, terms, isSuspended } of shops) {
      const { timeZone, currency } = terms ?? ofSettings;
      const ofShop = { ...request, ...input, caller: { ...caller, shop: id } } as RouteRequest<E>;
      const answer = isSuspended ? null : await callInShop(endpoint, ofShop).catch(toNoAnswer);
      answers.push({ id, name: name ?? '', timeZone, currency, suspended: isSuspended, answer });
    }
    return answers;
  };
}
