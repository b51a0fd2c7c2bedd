import { openLedgerDatabase } from './database.ts';
import {
  type Activation,
  LEDGER_SCHEMA,
  LEDGER_TABLES,
  type StoredProduct,
  type StoredVoucher,
  type TrainingLine,
  type Voucher,
} from './ledger-schema.ts';
import { createTransactionBook, type TransactionBook } from './ledger-transactions.ts';

/** A reply to an issuance, stored with its idempotency key. */
export interface StoredIssue {
  idempotency_key: string;
  request_hash: string;
  status: number;
  body: string;
  created_at: number;
}

/**
 * The voucher service's own records, in SQLite. Every method is one durable step;
 * {@link Ledger.atomically} combines several into one.
 */
export interface Ledger extends TransactionBook {
  atomically<T>(work: () => T): T;
  /** The next number of a named counter, from 1. */
  next(counter: string): number;
  isEmpty(): boolean;
  empty(): void;
  products(): StoredProduct[];
  product(code: string): StoredProduct | undefined;
  addProduct(product: StoredProduct, position: number): void;
  takeStock(code: string, quantity: number): void;
  vouchers(ref?: string): Voucher[];
  voucherByRef(ref: string): Voucher | undefined;
  voucherById(id: string): Voucher | undefined;
  /** By displayed ref or by settlement ref: the v2 check accepts either. */
  voucherBySettlementRef(ref: string): Voucher | undefined;
  /**
   * Cards with a sequence number from first to last, inclusive; both have the same number of
   * digits.
   */
  cardsInSequence(first: string, last: string): Voucher[];
  addVoucher(voucher: StoredVoucher): void;
  setRemaining(ref: string, remaining: number): void;
  giveBack(ref: string, amount: number): void;
  setState(ref: string, state: StoredVoucher['state']): void;
  addActivation(activation: Activation): void;
  issue(key: string): StoredIssue | undefined;
  addIssue(issue: StoredIssue): void;
  practice(): TrainingLine[];
  addTraining(voucher: TrainingLine, position: number): void;
  close(): void;
}

const VOUCHER = `select voucher.*, product.name as product_name, product.value_based, product.multiple_use
  from voucher join product on product.code = voucher.product_code`;

/**
 * Opens the ledger in a folder, or in memory.
 * @throws Error if the folder cannot be written or commits would not be durable
 */
export function openLedger(directory: string): Ledger {
  const db = openLedgerDatabase(directory, LEDGER_SCHEMA);
  return {
    ...createTransactionBook(db),
    atomically: db.atomically,
    next: (counter) => {
      const counted = 'insert into counter values (?, 1) on conflict do update set value = value + 1 returning value';
      return (db.get(counted, counter) as { value: number }).value;
    },
    isEmpty: () => db.get('select 1 from product limit 1') === undefined,
    empty: () =>
      db.atomically(() => {
        for (const table of LEDGER_TABLES) db.run(`delete from "${table}"`);
      }),
    products: () => db.all('select * from product where physical = 0 order by position') as StoredProduct[],
    product: (code) => db.get('select * from product where code = ?', code) as StoredProduct | undefined,
    addProduct: (product, position) => db.insert('product', { ...product, position }),
    takeStock: (code, quantity) => db.run('update product set stock = stock - ? where code = ?', quantity, code),
    vouchers: (ref) =>
      (ref === undefined
        ? db.all(`${VOUCHER} order by voucher.rowid`)
        : db.all(`${VOUCHER} where ref = ?`, ref)) as Voucher[],
    voucherByRef: (ref) => db.get(`${VOUCHER} where ref = ?`, ref) as Voucher | undefined,
    voucherById: (id) => db.get(`${VOUCHER} where id = ?`, id) as Voucher | undefined,
    voucherBySettlementRef: (ref) =>
      db.get(`${VOUCHER} where ref = ? or settlement_ref = ?`, ref, ref) as Voucher | undefined,
    cardsInSequence: (first, last) => {
      const within = `${VOUCHER} where sequence between ? and ? and length(sequence) = ? order by sequence`;
      return db.all(within, first, last, first.length) as Voucher[];
    },
    addVoucher: (voucher) => db.insert('voucher', voucher),
    setRemaining: (ref, remaining) => db.run('update voucher set remaining = ? where ref = ?', remaining, ref),
    giveBack: (ref, amount) => db.run('update voucher set remaining = remaining + ? where ref = ?', amount, ref),
    setState: (ref, state) => db.run('update voucher set state = ? where ref = ?', state, ref),
    addActivation: (activation) => db.insert('activation', activation),
    issue: (key) => db.get('select * from issue where idempotency_key = ?', key) as StoredIssue | undefined,
    addIssue: (issue) => db.insert('issue', issue),
    practice: () =>
      db.all('select ref, qr, title, shows, "group", sequence from practice order by position') as TrainingLine[],
    addTraining: ({ ref, qr, title, shows, group, sequence }, position) =>
      db.insert('practice', { position, ref, qr, title, shows, group, sequence }),
    close: db.close,
  };
}
