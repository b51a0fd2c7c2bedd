import type { Selectable } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import type { Schema } from '../store/schema.ts';

/** One entry as it is stored. */
export type AuditRow = Selectable<Schema['audit']>;
/** The end of a chain. */
export type Head = Pick<AuditRow, 'shop' | 'seq' | 'hash'>;

type ChainKeys = Pick<Keys, 'chain'>;

/** Where a shop's chain begins. */
export function beginning(shop: Scope): Head {
  return { shop, seq: 0, hash: '' };
}

/**
 * The keyed hash of an entry over all of it and the hash before it. Whoever has the database
 * without the data key can make none that fits. A list and not an object, so that there is one way
 * only to write it down.
 */
export function entryHashOf(keys: ChainKeys, row: Omit<AuditRow, 'hash'>): string {
  const { shop, seq, at, person_id, device_id, action, subject, details, previous } = row;
  return keys.chain(JSON.stringify(['entry', shop, seq, at, person_id, device_id, action, subject, details, previous]));
}

/**
 * The keyed mark of a chain's end.
 *
 * It is in no entry, so that the mark of an earlier end cannot be taken from there.
 */
export function markOf(keys: ChainKeys, { shop, seq, hash }: Head): string {
  return keys.chain(JSON.stringify(['head', shop, seq, hash]));
}

/** The entry after `head`, with its hash. */
export function link(
  keys: ChainKeys,
  head: Head,
  entry: Omit<AuditRow, 'shop' | 'seq' | 'previous' | 'hash'>,
): AuditRow {
  const row = { ...entry, shop: head.shop, seq: head.seq + 1, previous: head.hash };
  return { ...row, hash: entryHashOf(keys, row) };
}

/**
 * Whether an entry is the one that follows `head`, as it was written: null, or what is wrong in
 * words.
 */
export function faultOf(keys: ChainKeys, head: Head, row: AuditRow): string | null {
  if (row.seq !== head.seq + 1) return `comes after entry ${head.seq}: entries between them are missing`;
  if (row.previous !== head.hash) return `does not follow the entry before it: one of the two was replaced or moved`;
  if (entryHashOf(keys, row) !== row.hash) return 'was changed after it was written';
  return null;
}
