import { hashKey, type Query, type QueryClient } from '@tanstack/react-query';
import type { Session } from '../../contract/access/people.ts';

/**
 * What concerns the device and not whoever is signed in on it: first parts of keys, and whole ones.
 */
const OF_DEVICE: ReadonlySet<unknown> = new Set(['shop', 'session', 'journal', 'bar-code', 'kept-redemptions']);
const WHOLE: ReadonlySet<string> = new Set([['people'], ['practice']].map((key) => hashKey(key)));

const isOfDevice = ({ queryKey }: Query) => OF_DEVICE.has(queryKey[0]) || WHOLE.has(hashKey(queryKey));

/**
 * Forgets what the server told one person when another one signs in: the next one may see less, and
 * would see it until it was asked for again. Whoever comes back after a lock finds everything as it
 * was.
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
