import type { Selectable } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Schema } from '../store/schema.ts';

type ChainKeys = Pick<Keys, 'chain'>;
type ZRow = Omit<Selectable<Schema['shift_z']>, 'floor'>;

/**
 * Returns the keyed hash of a stored Z report and the facts that it counts. The column `floor` is
 * left out, because it has no use.
 */
export function sealOfZ(keys: ChainKeys, row: ZRow, factSeqs: readonly number[]): string {
  const { id, shop, device_id, number, person_id, opened_at, created_at, burnt, request, found } = row;
  const facts = factSeqs.toSorted((a, b) => a - b);
  const all = [id, shop, device_id, number, person_id, opened_at, created_at, burnt, request, found, facts];
  return keys.chain(JSON.stringify(['z', ...all]));
}

export function sealOfNote(keys: ChainKeys, row: Selectable<Schema['shift_note']>): string {
  const { shop, z_id, at, person_id, note } = row;
  return keys.chain(JSON.stringify(['z-note', shop, z_id, at, person_id, note]));
}

/** Returns the keyed hash of several numbers without a Z report. */
export function sealOfBurntNumbers(keys: ChainKeys, rows: readonly ZRow[]): string {
  return keys.chain(JSON.stringify(['z-burnt', ...rows.map((row) => sealOfZ(keys, row, []))]));
}
