import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Schema } from './schema.ts';

const NAME = 'key-mark';

/**
 * Makes sure that the data key is the one that this database was begun with: under another one locks would not meet and refs could not be read.
 * The first server leaves a keyed hash there, from which the key cannot be told.
 * @throws Error when the key is another
 */
export async function assertKeyOf(db: Kysely<Schema>, keys: Pick<Keys, 'hash'>): Promise<void> {
  const mine = keys.hash(NAME);
  await db
    .insertInto('setting')
    .values({ name: NAME, value: mine })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if ((await readKeyMark(db)) !== mine) throw anotherKey();
}

/**
 * The same for whoever only looks, and may have no right to write: nothing is left there, and a database without a mark has no key yet.
 * @throws Error when the key is another
 */
export async function assertKeyFits(db: Kysely<Schema>, keys: Pick<Keys, 'hash'>): Promise<void> {
  const mark = await readKeyMark(db);
  if (mark !== null && !isMarkOf(keys, mark)) throw anotherKey();
}

/** Whether a mark was left under these keys. */
export function isMarkOf(keys: Pick<Keys, 'hash'>, mark: string): boolean {
  return mark === keys.hash(NAME);
}

function anotherKey(): Error {
  return new Error('DATA_KEY is not the key of this database: give every server the key that it was begun with');
}

/** The keyed hash that the first server left in a database; null for a database without a key yet. */
export async function readKeyMark(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value ?? null;
}
