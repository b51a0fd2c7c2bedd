import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { factIn } from '../operation/read-facts.ts';
import { captureOf, tenderFactSchema } from './tender-facts.ts';

/**
 * A refund link is looked for so many captures back.
 *
 * A service that gives links gives one with each.
 */
const CAPTURES_BACK = 20;

/**
 * Finds the scope of the latest refund link that an answer held.
 *
 * That is the first part of `{scope}-{capture_id}`. It belongs to the issuer's environment, so it
 * serves for captures whose own link was lost.
 * @returns null when none of the latest captures came with a link
 */
export async function latestRefundScope(db: Kysely<Schema>, shop: Scope): Promise<string | null> {
  const rows = await db
    .selectFrom('fact')
    .select(['kind', 'data'])
    .where('shop', '=', shop)
    .where('kind', 'in', ['captured', 'captured_partial'])
    .orderBy('seq', 'desc')
    .limit(CAPTURES_BACK)
    .execute();
  for (const row of rows) {
    const capture = captureOf(factIn(tenderFactSchema, row));
    const scope = capture && scopeOf(capture);
    if (scope !== null) return scope;
  }
  return null;
}

/** The scope of a capture's own refund link; null where none was given. */
export function scopeOf({
  refundHandle,
  captureId,
}: {
  refundHandle: string | null;
  captureId: string;
}): string | null {
  if (refundHandle?.endsWith(`-${captureId}`) !== true) return null;
  return refundHandle.slice(0, -captureId.length - 1);
}
