import type { Kysely } from 'kysely';
import type { Scope } from '../../platform/base/scope.ts';
import { accountOf } from '../../platform/store/in-account.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { TenderJournal } from './tender-store.ts';

/** Reads the shop's mid. It is cached once known, because only an operator corrects it. */
export function midsOf(db: Kysely<Schema>): Pick<TenderJournal, 'mid' | 'sisterMids' | 'learnMid' | 'forgetMid'> {
  const mids = new Map<string, string>();
  async function mid(shop: Scope): Promise<string | null> {
    const cachedMid = mids.get(shop);
    if (cachedMid !== undefined) return cachedMid;
    const row = await db.selectFrom('shop').select('mid').where('id', '=', shop).executeTakeFirst();
    if (row?.mid != null) mids.set(shop, row.mid);
    return row?.mid ?? null;
  }
  async function sisterMids(shop: Scope): Promise<readonly string[]> {
    const all = db.selectFrom('shop').select(['id', 'mid']).where('account', '=', accountOf(shop));
    return (await all.execute()).flatMap((one) => (one.id === shop ? [] : (one.mid ?? [])));
  }
  return {
    mid,
    sisterMids,
    async learnMid(shop, learned) {
      if ((await mid(shop)) !== null || (await sisterMids(shop)).includes(learned)) return;
      await db.updateTable('shop').set({ mid: learned }).where('id', '=', shop).where('mid', 'is', null).execute();
    },
    forgetMid(shop) {
      mids.delete(shop);
    },
  };
}
