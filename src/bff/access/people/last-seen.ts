import type { Kysely } from 'kysely';
import type { Schema } from '../../platform/store/schema.ts';

/**
 * Returns the last activity of each of these people, as ISO text; people who never signed in have
 * no entry.
 */
export async function lastSeen(
  db: Kysely<Schema>,
  people: readonly { readonly id: string }[],
): Promise<ReadonlyMap<string, string>> {
  if (people.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(({ selectFrom }) => [
      'person.id',
      /* One by one: the newest is at the end of the index, and a group would read all sessions. */
      selectFrom('session')
        .select('last_used_at')
        .whereRef('session.person_id', '=', 'person.id')
        .orderBy('last_used_at', 'desc')
        .limit(1)
        .as('at'),
    ])
    .where(
      'person.id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, new Date(at).toISOString()] as const])));
}
