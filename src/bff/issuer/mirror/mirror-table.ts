import { type ExpressionBuilder, type Kysely, type Selectable, sql, type Transaction } from 'kysely';
import { rowStatusOf } from '../../../contract/redemption/row-status.ts';
import type { Account } from '../../platform/base/scope.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { dropListRows } from '../../platform/store/list-rows.ts';
import { inPieces } from '../../platform/store/pieces.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Period } from '../port.ts';
import { forgetRows } from './forget-rows.ts';
import { addToLists, type ListedRow, type ListOwner, listingOf } from './list.ts';
import type { MirrorStore, Span, StoredTime } from './mirror-store.ts';
import { fingerprintText, type MirrorRow, type MirrorVoucher } from './row.ts';
import { mergePeriods } from './spans.ts';

type Row = Selectable<Schema['issuer_row']>;

/**
 * Stores the rows of an account in the database. Rows that a shop may see are added to its list in
 * the same transaction.
 * @param shops the account's shops on this server; more may be added
 */
export function createMirrorTable(db: Kysely<Schema>, account: Account, shops: readonly ListOwner[]): MirrorStore {
  const rows = () => db.selectFrom('issuer_row').selectAll('issuer_row').where('issuer_row.account', '=', account);
  const inPeriod = ({ from, to }: Period) =>
    rows().clearSelect().where('created_at', '>=', from).where('created_at', '<=', to);

  async function missingIn(period: Period, visible: ReadonlySet<string>): Promise<string[]> {
    const stored = await inPeriod(period).select('transaction_id').where('gone_at', 'is', null).execute();
    return stored.map(({ transaction_id }) => transaction_id).filter((id) => !visible.has(id));
  }

  return {
    async save(read, at) {
      if (read.length === 0) return;
      const listings = await Promise.all(shops.map(listingOf));
      await db.transaction().execute(async (tx) => {
        const listed: ListedRow[] = [];
        for (const some of inPieces(read)) listed.push(...(await saveSome(tx, account, some, at)));
        await addToLists(tx, listings, listed);
      });
    },
    async ofVoucher(hash, which = 'all') {
      const found = await rows()
        .innerJoin('issuer_row_voucher as voucher', (join) =>
          join
            .onRef('voucher.account', '=', 'issuer_row.account')
            .onRef('voucher.transaction_id', '=', 'issuer_row.transaction_id'),
        )
        .where('voucher.hash', '=', hash)
        .$if(which === 'shown', (query) => query.where('gone_at', 'is', null))
        .execute();
      /* With an order in the query, SQLite would scan all rows by time. */
      return found.toSorted(byTime).map(rowOf);
    },
    async mids(period) {
      /* Not the column itself: SQLite would read the whole index that begins with it. */
      const found = await inPeriod(period).select(sql<string>`mid || ''`.as('mid')).distinct().execute();
      return found.map(({ mid }) => mid);
    },
    async unclaimed({ mid, type, since, transactionId }) {
      /* The list knows what is claimed, so that claimed rows are not read. It lacks gone rows. */
      const listed = db
        .selectFrom('list_row')
        .select('id as transaction_id')
        .where('shop', 'in', shops.map(shopOf))
        .where('type', '=', type)
        .where('claimed', '=', sql.lit(0));
      const gone = rows().clearSelect().select('transaction_id').where('gone_at', 'is not', null);
      const found = await rows()
        .$if(transactionId !== undefined, (query) => query.where('transaction_id', '=', transactionId ?? ''))
        .where('transaction_id', 'in', listed.unionAll(gone))
        /* Expressions, so that SQLite does not search an index of these instead. */
        .where(sql<boolean>`mid || '' = ${mid} and type || '' = ${type} and created_at + 0 >= ${since}`)
        .where(isUnclaimed)
        .execute();
      return found.toSorted(byTime).map(rowOf);
    },
    async processing(ownMids, since) {
      const found = await rows()
        .$if(ownMids !== null, (query) => query.where('mid', 'in', ['', ...(ownMids ?? [])]))
        .where('type', 'in', ['capture', 'refund'])
        .where('created_at', '>=', since)
        .where('gone_at', 'is', null)
        /* Nearly all rows; what the other words mean is decided when a row is read. */
        .where(sql<boolean>`lower(raw_status) not in ('succeeded', 'failed')`)
        .orderBy('created_at')
        .execute();
      return found
        .map(rowOf)
        .flatMap(({ status, createdAt }) => (status === 'pending' && createdAt !== null ? [createdAt] : []));
    },
    async spans() {
      const readings = db.selectFrom('reading').selectAll().where('account', '=', account).orderBy('from_at');
      return (await readings.execute()).map(spanOf);
    },
    noteSpan: (span) => exclusively(db, 'readings', (tx) => noteSpan(tx, account, span)),
    newest: (mids, before) => comparableRows(db, account, { mids, before }),
    missingIn,
    async markGone(period, visible, at) {
      const gone = await missingIn(period, visible);
      for (const some of inPieces(gone)) {
        await db.transaction().execute(async (tx) => {
          await tx
            .updateTable('issuer_row')
            .set({ gone_at: at })
            .where('account', '=', account)
            .where('transaction_id', 'in', some)
            .execute();
          await dropListRows(tx, shops.map(shopOf), some);
        });
      }
      return gone.length;
    },
    forget: (ownMids, otherShopsBefore, before) =>
      forgetRows(db, { account, shops: shops.map(shopOf), ownMids, otherShopsBefore, before }),
  };
}

/** More than one, because the issuer may have removed a row. */
const NEWEST_ROWS = 20;

/** Reads {@link MirrorStore.newest} of an account. */
export async function comparableRows(
  db: Kysely<Schema>,
  account: Account,
  { mids, before }: { readonly mids: readonly string[] | null; readonly before: number },
): Promise<StoredTime[]> {
  const found = await db
    .selectFrom('issuer_row')
    .select(['transaction_id', 'created_at'])
    .where('account', '=', account)
    .where('created_at', '<', before)
    .where('gone_at', 'is', null)
    /* Not the column itself: SQLite would read all rows of the shop. */
    .$if(mids !== null, (query) => query.where(sql<string>`mid || ''`, 'in', mids ?? []))
    .orderBy('created_at', 'desc')
    .limit(NEWEST_ROWS)
    .execute();
  return found.map(({ transaction_id, created_at }) => ({ transactionId: transaction_id, createdAt: created_at ?? 0 }));
}

function isUnclaimed(eb: ExpressionBuilder<Schema, 'issuer_row'>) {
  const claim = eb
    .selectFrom('claim')
    .select('claim.transaction_id')
    .whereRef('claim.account', '=', 'issuer_row.account')
    .whereRef('claim.transaction_id', '=', 'issuer_row.transaction_id');
  return eb.not(eb.exists(claim));
}

const shopOf = ({ shop }: ListOwner) => shop;

/** @returns rows that are new or changed */
async function saveSome(
  tx: Transaction<Schema>,
  account: Account,
  read: readonly MirrorRow[],
  at: number,
): Promise<ListedRow[]> {
  const latest = new Map(read.map((row) => [row.transactionId, row]));
  const ids = [...latest.keys()];
  const existing = await tx
    .selectFrom('issuer_row')
    .selectAll()
    .where('account', '=', account)
    .where('transaction_id', 'in', ids)
    .execute();
  const changed: ListedRow[] = [];
  for (const was of existing) {
    const row = latest.get(was.transaction_id);
    if (row === undefined || (fingerprintText(row) === fingerprintText(rowOf(was)) && was.gone_at === null)) continue;
    await tx
      .insertInto('issuer_row_change')
      .values({ account, transaction_id: was.transaction_id, at, was: JSON.stringify(was) })
      .execute();
    const fields = { ...valuesOf(account, row, at), first_read_at: was.first_read_at };
    await tx
      .updateTable('issuer_row')
      .set(fields)
      .where('account', '=', account)
      .where('transaction_id', '=', was.transaction_id)
      .execute();
    changed.push({ row, firstReadAt: was.first_read_at });
  }
  const existingIds = new Set(existing.map(({ transaction_id }) => transaction_id));
  const added = [...latest.values()].filter(({ transactionId }) => !existingIds.has(transactionId));
  if (added.length > 0) await insertRows(tx, account, added, at);
  return [...changed, ...added.map((row) => ({ row, firstReadAt: at }))];
}

async function insertRows(tx: Transaction<Schema>, account: Account, added: readonly MirrorRow[], at: number) {
  /* Another server may have stored the same rows in the meantime. */
  await tx
    .insertInto('issuer_row')
    .values(added.map((row) => valuesOf(account, row, at)))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const vouchers = added.flatMap(({ transactionId, vouchers: of }) =>
    [...new Set(of.map(({ hash }) => hash))].map((hash) => ({ account, hash, transaction_id: transactionId })),
  );
  for (const some of inPieces(vouchers)) {
    await tx
      .insertInto('issuer_row_voucher')
      .values([...some])
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** Oldest first; a row without a time comes before all others. */
function byTime(a: Row, b: Row): number {
  const age = (a.created_at ?? 0) - (b.created_at ?? 0);
  return age === 0 ? a.transaction_id.localeCompare(b.transaction_id, 'en') : age;
}

function valuesOf(account: Account, row: MirrorRow, at: number): Row {
  return {
    account,
    transaction_id: row.transactionId,
    type: row.type,
    raw_type: row.rawType,
    /* Derived from the word when a row is read, so that a word added later applies to old rows. */
    succeeded: null,
    raw_status: row.rawStatus,
    mid: row.mid,
    amount: row.amount,
    currency: row.currency,
    created_at: row.createdAt,
    updated_at: row.lastUpdatedAt,
    vouchers: JSON.stringify(row.vouchers),
    first_read_at: at,
    last_read_at: at,
    gone_at: null,
  };
}

export function rowOf(row: Row): MirrorRow {
  return {
    transactionId: row.transaction_id,
    type: row.type as MirrorRow['type'],
    rawType: row.raw_type,
    status: rowStatusOf({ rawStatus: row.raw_status, type: row.type }),
    rawStatus: row.raw_status,
    mid: row.mid,
    amount: row.amount,
    currency: row.currency,
    createdAt: row.created_at,
    lastUpdatedAt: row.updated_at,
    vouchers: JSON.parse(row.vouchers) as readonly MirrorVoucher[],
  };
}

function spanOf({ kind, from_at, to_at, began_at }: Schema['reading']): Span {
  return { kind, period: { from: from_at, to: to_at }, beganAt: began_at };
}

/** Merges adjoining spans, so that their number does not grow with time. */
async function noteSpan(tx: Transaction<Schema>, account: Account, { kind, period, beganAt }: Span): Promise<void> {
  const row = { account, kind, from_at: Math.floor(period.from), to_at: Math.ceil(period.to), began_at: beganAt };
  if (kind === 'day') return void (await tx.insertInto('reading').values(row).execute());
  const touching = await tx
    .selectFrom('reading')
    .selectAll()
    .where('account', '=', account)
    .where('kind', '=', 'span')
    .where('from_at', '<=', row.to_at)
    .where('to_at', '>=', row.from_at)
    .execute();
  const [span = period] = mergePeriods([
    ...touching.map(({ from_at, to_at }): Period => ({ from: from_at, to: to_at })),
    { from: row.from_at, to: row.to_at },
  ]);
  for (const { from_at } of touching) {
    await tx
      .deleteFrom('reading')
      .where('account', '=', account)
      .where('kind', '=', 'span')
      .where('from_at', '=', from_at)
      .execute();
  }
  await tx
    .insertInto('reading')
    .values({ ...row, from_at: span.from, to_at: span.to })
    .execute();
}
