import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Schema } from '../store/schema.ts';

const NAME = 'key-mark';

/**
 * Stores a keyed hash in a database to recognise its keys: with other keys, locks would not match
 * and refs could not be read. The first mark is never replaced.
 * @returns true if the mark matches
 */
export async function ensureKeyMark(db: Kysely<Schema>, keys: Pick<Keys, 'hash'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('setting')
    .values({ name: NAME, value: keys.hash(NAME) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** A data key that does not open a database. */
export class WrongKey extends Error {
  constructor() {
    super(
      'DATA_KEY is not the key of this database: set it on every server to the key that the database was ' +
        'created with or last rotated to',
    );
    this.name = 'WrongKey';
  }
}

export async function isMarked(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('setting').select('name').where('name', '=', NAME).executeTakeFirst()) !== undefined;
}
