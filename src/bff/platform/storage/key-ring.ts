import type { Kysely, Selectable } from 'kysely';
import {
  createKeyRing,
  dataKeyMark,
  deriveKeys,
  FIRST_SEALING_KEY,
  type KeyRing,
  makeKey,
  unwrapKey,
  wrapKey,
} from '../base/keys.ts';
import type { KeyTables } from '../store/key-tables.ts';
import { hasTable } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';
import { ensureKeyMark, isMarked, WrongKey } from './key-check.ts';

export type Rotation = Selectable<KeyTables['key_rotation']>;

/**
 * Loads the keys of a journal, for a server that starts. A new journal gets its own root, wrapped
 * with the data key. Servers that create a journal at the same time get the same keys.
 * @throws WrongKey if the data key is not the one of this database
 */
export async function loadKeys(db: Kysely<Schema>, dataKey: Buffer): Promise<KeyRing> {
  await db.transaction().execute(async (tx) => {
    if (await hasWrapped(tx)) return;
    const root = makeKey();
    if (await ensureKeyMark(tx, deriveKeys(root)))
      await storeWrapped(tx, dataKey, new Map([[FIRST_SEALING_KEY, root]]));
  });
  return openKeys(db, dataKey);
}

/**
 * Opens the keys of a journal. Changes nothing; a database without a journal accepts any key.
 * @throws WrongKey if the data key is not the one of this database
 */
export async function openKeys(db: Kysely<Schema>, dataKey: Buffer): Promise<KeyRing> {
  if (!(await hasTable(db, 'wrapped_key')) || !(await isMarked(db))) return deriveKeys(dataKey);
  /* Rotations are read before keys. A sealing key is stored before its rotation names it, so every
     named key is found. */
  const rotations = await readRotations(db);
  const keys = await readWrapped(db, dataKey);
  const root = keys.get(FIRST_SEALING_KEY);
  if (root === undefined) throw new WrongKey();
  const ring = createKeyRing(dataKey, root);
  for (const [number, key] of keys) if (number !== FIRST_SEALING_KEY) ring.learn(number, key);
  ring.sealWith(sealingKeyIn(rotations));
  return ring;
}

/**
 * Returns the journal's keys that are wrapped with this data key, by number. The map is empty if
 * they are wrapped with another data key.
 */
export async function readWrapped(db: Kysely<Schema>, dataKey: Buffer): Promise<Map<number, Buffer>> {
  const rows = await db
    .selectFrom('wrapped_key')
    .select(['number', 'wrapped'])
    .where('data_key', '=', dataKeyMark(dataKey))
    .orderBy('number')
    .execute();
  return new Map(rows.map(({ number, wrapped }) => [number, unwrapKey(dataKey, wrapped)]));
}

/** Wraps keys with a data key; existing ones stay. */
export async function storeWrapped(
  db: Kysely<Schema>,
  dataKey: Buffer,
  keys: ReadonlyMap<number, Buffer>,
): Promise<void> {
  const data_key = dataKeyMark(dataKey);
  await db
    .insertInto('wrapped_key')
    .values([...keys].map(([number, key]) => ({ data_key, number, wrapped: wrapKey(dataKey, key) })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** All rotations, oldest first. */
export async function readRotations(db: Kysely<Schema>): Promise<Rotation[]> {
  return db.selectFrom('key_rotation').selectAll().orderBy('number').execute();
}

/**
 * Returns the number of the key that every server encrypts with after these rotations. All servers
 * know that key.
 */
export function sealingKeyIn(rotations: readonly Rotation[]): number {
  return rotations.findLast(({ state }) => state !== 'told')?.number ?? FIRST_SEALING_KEY;
}

/** Marks of the data keys that currently open a database: two during a rotation. */
export async function dataKeyMarks(db: Kysely<Schema>): Promise<string[]> {
  const rows = await db.selectFrom('wrapped_key').select('data_key').distinct().orderBy('data_key').execute();
  return rows.map(({ data_key }) => data_key);
}

async function hasWrapped(db: Kysely<Schema>): Promise<boolean> {
  return (await db.selectFrom('wrapped_key').select('number').limit(1).execute()).length > 0;
}
