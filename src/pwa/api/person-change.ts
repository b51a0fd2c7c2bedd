import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/access/people.ts';

/** Keys, or first parts of keys, of data about the device. A change of user does not affect it. */
const OF_DEVICE: ReadonlySet<unknown> = new Set(['shop', 'session', 'journal', 'bar-code', 'pending-redemptions']);
const OF_DEVICE_KEYS: ReadonlySet<string> = new Set([['people'], ['practice']].map((key) => hashKey(key)));

const isOfDevice = ({ queryKey }: Query) => OF_DEVICE.has(queryKey[0]) || OF_DEVICE_KEYS.has(hashKey(queryKey));

const WITHOUT_SHOP: ReadonlySet<unknown> = new Set(['shop', 'session', 'journal', 'pending-redemptions']);

/** Removes the answers about a shop when the same user opens another one. */
export function forgetShop(client: QueryClient): void {
  const predicate = ({ queryKey }: Query) => !WITHOUT_SHOP.has(queryKey[0]);
  client.removeQueries({ type: 'inactive', predicate });
  void client.resetQueries({ type: 'active', predicate });
}

/**
 * Removes the answers for one user when another signs in: the next user may be allowed to see less.
 * The same user, back after a lock, finds everything as before.
 */
export function forgetWithPerson(client: QueryClient, sessionKey: readonly unknown[]): void {
  const session = hashKey(sessionKey);
  let last: string | null = null;
  client.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== session) return;
    const next = (query.state.data as Session | null | undefined)?.person.id ?? null;
    if (next === null || next === last) return;
    const isOther = last !== null;
    last = next;
    if (!isOther) return;
    const predicate = (one: Query) => !isOfDevice(one);
    client.removeQueries({ type: 'inactive', predicate });
    void client.resetQueries({ type: 'active', predicate });
  });
}
