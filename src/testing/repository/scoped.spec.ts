import { expect, it } from 'vitest';
import { acrossShops } from '../../bff/platform/store/across-shops.ts';
import { SHOP } from '../rigs/shops.ts';
import { openTestStore } from '../rigs/till.ts';
import { scopedBut } from './scoped.ts';

it('a query of a shop table fails in every story unless it states the shop', async () => {
  const db = (await openTestStore()).withPlugin(scopedBut(() => false));
  const all = () => db.selectFrom('tender').select('id');
  await expect(all().execute()).rejects.toThrow('A question to tender does not say which shop');
  await expect(db.deleteFrom('list_row').where('id', '=', 'a').execute()).rejects.toThrow('list_row');
  await expect(db.updateTable('printer').set({ name: 'Bar' }).execute()).rejects.toThrow('printer');
  expect(await all().where('shop', '=', SHOP).execute()).toEqual([]);
  expect(await acrossShops(db).selectFrom('tender').select('id').execute()).toEqual([]);
  await db.destroy();
});
