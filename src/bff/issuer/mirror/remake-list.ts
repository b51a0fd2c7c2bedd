import { createHash } from 'node:crypto';
import { STATUS_TEXTS, STATUSES_BY_TYPE } from '../../../contract/redemption/row-status.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { FIRST_SHOP, type StoreOwner } from '../../platform/store/first-shop.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { addToLists, type ListOwner, listingOf } from './list.ts';
import { rowOf } from './mirror-table.ts';

const ROWS_PER_TRANSACTION = 500;
/** Changes with the words that a row's status may carry. */
const KNOWN = createHash('sha256')
  .update(JSON.stringify([STATUS_TEXTS, STATUSES_BY_TYPE]))
  .digest('base64url')
  .slice(0, 12);

export interface RemakeDeps extends Pick<StoreOwner, 'account'>, Pick<Ports, 'db' | 'log'> {
  readonly owner: ListOwner;
  /** Adds the other entries of the list. @returns how many rows */
  readonly alsoList: () => Promise<number>;
}

/**
 * Rebuilds the list from the stored rows if the list was never built, or was built for another time
 * zone, which changes the days, or with other words of a status. After an interruption, the next
 * start begins again.
 */
export async function remakeList(deps: RemakeDeps): Promise<void> {
  const { db, log, owner } = deps;
  const { shop, timeZone } = owner;
  const name: Schema['setting']['name'] = shop === FIRST_SHOP.shop ? 'list-zone' : `list-zone:${shop}`;
  const made = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst();
  const value = `${timeZone} ${KNOWN}`;
  if (made?.value === value) return;
  const rows = (await listIssuerRows(deps)) + (await deps.alsoList());
  if (rows > 0) log.info({ count: rows }, 'the list of transactions was rebuilt');
  await db
    .insertInto('setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

async function listIssuerRows({ db, account, owner }: RemakeDeps): Promise<number> {
  let count = 0;
  const listing = await listingOf(owner);
  for (let last = ''; ; ) {
    const some = await db
      .selectFrom('issuer_row')
      .selectAll()
      .where('account', '=', account)
      .where('transaction_id', '>', last)
      .where('gone_at', 'is', null)
      .orderBy('transaction_id')
      .limit(ROWS_PER_TRANSACTION)
      .execute();
    const end = some.at(-1);
    if (end === undefined) return count;
    const rows = some.map((row) => ({ row: rowOf(row), firstReadAt: row.first_read_at }));
    await db.transaction().execute((tx) => addToLists(tx, [listing], rows));
    count += some.length;
    last = end.transaction_id;
  }
}
