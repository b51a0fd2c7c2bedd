import type { Selectable } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Schema } from '../store/schema.ts';

type ChainKeys = Pick<Keys, 'chain'>;
type ZRow = Omit<Selectable<Schema['shift_z']>, 'floor'>;

/**
 * The keyed hash of a Z report as it is stored, with the facts that it counts.
 *
 * The floor is left out, because nothing reads it.
 */
export function sealOfZ(keys: ChainKeys, row: ZRow, factSeqs: readonly number[]): string {
  const { id, shop, device_id, number, person_id, opened_at, created_at, burnt, request, found } = row;
  const facts = factSeqs.toSorted((a, b) => a - b);
  const all = [id, shop, device_id, number, person_id, opened_at, created_at, burnt, request, found, facts];
  return keys.chain(JSON.stringify(['z', ...all]));
}

/** The keyed hash of a note on a Z report. */
export function sealOfNote(keys: ChainKeys, row: Selectable<Schema['shift_note']>): string {
  const { shop, z_id, at, person_id, note } = row;
  return keys.chain(JSON.stringify(['z-note', shop, z_id, at, person_id, note]));
}

/** The keyed hash of several numbers that no Z report has. */
export function sealOfBurnt(keys: ChainKeys, rows: readonly ZRow[]): string {
  return keys.chain(JSON.stringify(['z-burnt', ...rows.map((row) => sealOfZ(keys, row, []))]));
}
