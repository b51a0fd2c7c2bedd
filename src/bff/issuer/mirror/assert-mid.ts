import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { readAgain } from './read-again.ts';

/** Why a server refuses a journal, and what to do. @param setting of the journal */
export function describeForeignMid(setting: string): string {
  return (
    `MERCHANT_MID is not the merchant id of the journal in ${setting}: correct it, or set the ${setting} of this ` +
    'shop'
  );
}

/**
 * One journal per merchant id: a configured merchant id must match the id that this journal began
 * with, or received from the issuer. It is corrected if the issuer's answers name another one.
 */
export async function assertMid(
  { db, setting }: { readonly db: Kysely<Schema>; readonly setting: string },
  id: Scope,
  mid: string | null,
): Promise<void> {
  if (mid === null) return;
  await db.updateTable('shop').set({ mid }).where('id', '=', id).where('mid', 'is', null).execute();
  await db.transaction().execute(async (tx) => {
    const of = tx.selectFrom('shop').select(['account', 'mid', 'other_mid']).where('id', '=', id);
    const shop = await of.executeTakeFirst();
    if (shop?.mid === mid) return;
    if (shop?.other_mid !== mid) throw new Error(describeForeignMid(setting));
    await tx.updateTable('shop').set({ mid }).where('id', '=', id).execute();
    await readAgain(tx, shop.account, mid);
  });
}
