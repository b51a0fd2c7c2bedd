import type { Selectable } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import type { Schema } from '../store/schema.ts';
import type { IsErased } from './erasures.ts';

export type AuditRow = Selectable<Schema['audit']>;
export type Head = Pick<AuditRow, 'shop' | 'seq' | 'hash'>;

type ChainKeys = Pick<Keys, 'chain'>;

export function firstHead(shop: Scope): Head {
  return { shop, seq: 0, hash: '' };
}

/**
 * Returns the keyed hash of a complete entry and the previous hash. With the database but without
 * the data key, no valid entry can be created. A list, not an object, has only one serialisation.
 */
export function entryHashOf(keys: ChainKeys, row: Omit<AuditRow, 'hash'>): string {
  const { shop, seq, at, person_id, device_id, action, subject, details, previous } = row;
  return keys.chain(JSON.stringify(['entry', shop, seq, at, person_id, device_id, action, subject, details, previous]));
}

/**
 * Returns the keyed mark of a chain's end. No entry contains it, so that the mark of an earlier end
 * cannot be copied from the trail.
 */
export function markOf(keys: ChainKeys, { shop, seq, hash }: Head): string {
  return keys.chain(JSON.stringify(['head', shop, seq, hash]));
}

/** Creates the entry after `head`, with its hash. */
export function link(
  keys: ChainKeys,
  head: Head,
  entry: Omit<AuditRow, 'shop' | 'seq' | 'previous' | 'hash'>,
): AuditRow {
  const row = { ...entry, shop: head.shop, seq: head.seq + 1, previous: head.hash };
  return { ...row, hash: entryHashOf(keys, row) };
}

/**
 * Checks that an entry is the original one after `head`, except for erased names.
 * @returns a description of the fault; null if there is none
 */
export function faultOf(keys: ChainKeys, head: Head, row: AuditRow, isErased: IsErased): string | null {
  if (row.seq !== head.seq + 1) return `comes after entry ${head.seq}: entries between them are missing`;
  if (row.previous !== head.hash) return `does not follow the entry before it: one of the two was replaced or moved`;
  const current = entryHashOf(keys, row);
  const place = { place: 'audit', shop: row.shop, ref: String(row.seq) } as const;
  if (current === row.hash || isErased(place, { original: row.hash, current })) return null;
  return 'was changed after it was written';
}
