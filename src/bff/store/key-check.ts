import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Schema } from './schema.ts';

const NAME = 'key-mark';

/**
 * Leaves a keyed hash in a database by which its keys are known again: under others locks would not meet and refs could not be read. The first mark
 * stays.
 * @returns whether this one is it
 */
export async function leaveKeyMark(db: Kysely<Schema>, keys: Pick<Keys, 'hash'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('setting')
    .values({ name: NAME, value: keys.hash(NAME) })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Whether a mark was left under these keys. */
export function isMarkOf(keys: Pick<Keys, 'hash'>, mark: string): boolean {
  return mark === keys.hash(NAME);
}

/** A data key that does not open a database. */
export class WrongKey extends Error {
  constructor() {
    super('DATA_KEY is not the key of this database: give every server the key that it was begun with, or that it was rotated to');
    this.name = 'WrongKey';
  }
}

/** The keyed hash that the first server left in a database; null for a database without a key yet. */
export async function readKeyMark(db: Kysely<Schema>): Promise<string | null> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', NAME).executeTakeFirst();
  return row?.value ?? null;
}
