import * as z from 'zod/mini';
import { personSchema, sessionSchema, shopSchema } from '../../contract/access/people.ts';
import { saveHomeShop } from './home-shop.ts';
import { queryClient, SESSION_KEY, SHOP_KEY } from './live.ts';
import { startInShop } from './page-shop.ts';
import { peopleQuery } from './queries.ts';

const knownSchema = z.object({
  shop: shopSchema,
  session: z.nullable(sessionSchema),
  people: z.optional(z.array(personSchema)),
});

/**
 * Takes the shop, the session and the people that the server put into the page, so that the first
 * screen waits for no request.
 * @returns false for a page without them: of a new device, from the service worker, or of a server
 * that was upgraded meanwhile
 */
export function readKnownStart(): boolean {
  const text = document.getElementById('known')?.textContent;
  if (text === undefined) return false;
  const known = knownSchema.safeParse(JSON.parse(text)).data;
  if (known === undefined) return false;
  const { shop, session, people } = known;
  if (!shop.visit) void saveHomeShop(shop);
  startInShop(shop.id);
  queryClient.setQueryData(SHOP_KEY, shop);
  queryClient.setQueryData(SESSION_KEY, session);
  if (people !== undefined) queryClient.setQueryData(peopleQuery.queryKey, people);
  return true;
}
