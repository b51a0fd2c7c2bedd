import type { Database } from './database.ts';
import type { StoredTransaction, TransactionEntry, Voucher } from './ledger-schema.ts';

/** An entry with the data of its voucher for search. */
export interface EntryRow extends TransactionEntry {
  product_code: string;
  product_name: string;
}

/**
 * The transactions of the ledger: appended, and marked when reversed; only a reset deletes them.
 */
export interface TransactionBook {
  addTransaction(transaction: StoredTransaction, entries: readonly Omit<TransactionEntry, 'transaction_id'>[]): void;
  transaction(id: string): StoredTransaction | undefined;
  entries(transactionId: string): EntryRow[];
  markRefunded(captureId: string, refundId: string, at: number): void;
  /**
   * Transactions created from..to (inclusive) that search shows at `now`, newest first.
   * @param mids of these shops; null for all
   */
  search(
    period: { from: number; to: number; now: number; mids: readonly string[] | null },
    page: { size: number; index: number },
  ): StoredTransaction[];
  /** Every transaction as stored, oldest first; of one voucher if a ref is given. */
  transactions(ref?: Voucher['ref']): StoredTransaction[];
}

const ENTRIES = `select entry.*, voucher.product_code, product.name as product_name from entry
  join voucher on voucher.ref = entry.ref join product on product.code = voucher.product_code where transaction_id = ?`;
const found = (
  more: string,
) => `select * from "transaction" where created_at between ? and ? and visible_at <= ? ${more}
  order by created_at desc, number desc limit ? offset ?`;
const FOUND = found('');
const FOUND_IN_SHOPS = found('and mid in (select value from json_each(?))');
const ALL = 'select * from "transaction" order by number';
const OF_ONE =
  'select "transaction".* from "transaction" join entry on transaction_id = id where ref = ? order by number';

export function createTransactionBook(db: Database): TransactionBook {
  return {
    addTransaction: (transaction, entries) =>
      db.atomically(() => {
        db.insert('transaction', transaction);
        for (const entry of entries) db.insert('entry', { transaction_id: transaction.id, ...entry });
      }),
    transaction: (id) => db.get('select * from "transaction" where id = ?', id) as StoredTransaction | undefined,
    entries: (transactionId) => db.all(ENTRIES, transactionId) as EntryRow[],
    markRefunded: (captureId, refundId, at) =>
      db.run('update "transaction" set refund_id = ?, updated_at = ? where id = ?', refundId, at, captureId),
    search: ({ from, to, now, mids }, { size, index }) =>
      (mids === null
        ? db.all(FOUND, from, to, now, size, size * index)
        : db.all(FOUND_IN_SHOPS, from, to, now, JSON.stringify(mids), size, size * index)) as StoredTransaction[],
    transactions: (ref) => (ref === undefined ? db.all(ALL) : db.all(OF_ONE, ref)) as StoredTransaction[],
  };
}
