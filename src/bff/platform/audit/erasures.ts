import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { hasTable } from '../store/migrations/dialect.ts';
import type { Schema } from '../store/schema.ts';

/** A row with a name that was replaced: an entry of the trail, a fact or a Z report. */
export interface ErasedRow {
  readonly place: Schema['erasure']['place'];
  readonly shop: Scope;
  /** The number of an entry or a fact, or the id of a Z report. */
  readonly ref: string;
}

/** The keyed hashes of a row before and after a name was replaced. */
interface Replacement {
  readonly original: string;
  readonly current: string;
}

/**
 * Returns the keyed mark of a replaced name. The trail keeps the hash of the original row, so every
 * noted end stays valid; without the data key, no row can be given such a mark.
 */
export function erasureMark(
  keys: Pick<Keys, 'chain'>,
  { place, shop, ref }: ErasedRow,
  { original, current }: Replacement,
): string {
  return keys.chain(JSON.stringify(['erased', place, shop, ref, original, current]));
}

/** Returns true for a row that equals its original except for names that were erased. */
export type IsErased = (row: ErasedRow, replacement: Replacement) => boolean;

/** Reads the marks of a shop's replaced names; a journal of an older version has none. */
export async function readErasures(db: Kysely<Schema>, keys: Pick<Keys, 'chain'>, shop: Scope): Promise<IsErased> {
  const rows = (await hasTable(db, 'erasure'))
    ? await db.selectFrom('erasure').selectAll().where('shop', '=', shop).execute()
    : [];
  const marks = new Map(rows.map(({ place, ref, mark }) => [`${place} ${ref}`, mark]));
  return (row, replacement) =>
    row.shop === shop && marks.get(`${row.place} ${row.ref}`) === erasureMark(keys, row, replacement);
}
