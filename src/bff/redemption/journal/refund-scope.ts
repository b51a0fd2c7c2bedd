import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { inShop } from '../../platform/store/in-shop.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { factIn } from '../operation/read-facts.ts';
import { captureOf, tenderFactSchema } from './tender-facts.ts';

/**
 * How many captures back to search for a refund link. An issuer that sends links sends one with
 * every capture.
 */
const CAPTURES_BACK = 20;

/**
 * Finds the scope of the latest refund link in an answer. The scope is the first part of
 * `{scope}-{capture_id}`. It belongs to the issuer's environment, so it also works for captures
 * whose own link was lost.
 * @returns null if none of the latest captures came with a link
 */
export async function latestRefundScope(db: Kysely<Schema>, shop: Scope): Promise<string | null> {
  const rows = await db
    .selectFrom('fact')
    .select(['kind', 'data'])
    .where(inShop('shop', shop))
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

/** Returns the scope of a capture's own refund link; null if it has none. */
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
