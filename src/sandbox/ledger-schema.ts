/**
 * The ledger's tables. Amounts are minor units (cents), or items if the product is not value-based;
 * instants are milliseconds UTC.
 */
export const LEDGER_SCHEMA = `
create table if not exists counter (name text primary key, value integer not null) strict;
create table if not exists product (
  code text primary key, name text not null, description text not null, currency text not null,
  amount integer, value_based integer not null, multiple_use integer not null, open_value integer not null,
  physical integer not null, stock integer check (stock >= 0), valid_days integer not null, position integer not null
) strict;
create table if not exists voucher (
  ref text primary key, id text not null unique, settlement_ref text not null unique,
  product_code text not null references product (code), currency text not null,
  state text not null check (state in ('active', 'inactive', 'trashed')),
  face_value integer not null check (face_value > 0),
  remaining integer not null check (remaining between 0 and face_value),
  expires_at integer not null, sequence text unique, pin integer not null, client_reference text, fault text
) strict;
create table if not exists "transaction" (
  number integer primary key, id text not null unique,
  type text not null check (type in ('Authorization', 'Capture', 'Refund', 'Other')),
  mid text not null, amount integer, currency text, created_at integer not null, updated_at integer not null,
  visible_at integer not null, refund_id text unique
) strict;
create index if not exists transaction_by_time on "transaction" (created_at, number);
create table if not exists entry (
  transaction_id text not null references "transaction" (id), ref text not null references voucher (ref),
  using_value integer not null, taken integer not null check (taken >= 0), primary key (transaction_id, ref)
) strict, without rowid;
create index if not exists entry_by_ref on entry (ref);
create table if not exists activation (
  id text primary key, kind text not null check (kind in ('activate', 'deactivate')), mid text not null,
  first text not null, last text not null, created_at integer not null
) strict;
create table if not exists issue (
  idempotency_key text primary key, request_hash text not null, status integer not null,
  body text not null, created_at integer not null
) strict;
create table if not exists practice (
  position integer primary key, ref text not null, qr text not null, title text not null, shows text not null,
  "group" text not null, sequence text
) strict;
`;

/** Children before parents, so that a reset can empty them in this order. */
export const LEDGER_TABLES = [
  'practice',
  'issue',
  'activation',
  'entry',
  'transaction',
  'voucher',
  'product',
  'counter',
] as const;

/**
 * A product of the catalogue. `amount` null for open value, `stock` null for no limit; flags are 0
 * or 1.
 */
export interface StoredProduct {
  code: string;
  name: string;
  description: string;
  currency: string;
  amount: number | null;
  value_based: number;
  multiple_use: number;
  open_value: number;
  physical: number;
  stock: number | null;
  valid_days: number;
}

/**
 * The stored data of a voucher. Used and Expired are not stored: they follow from `remaining` and
 * the time.
 */
export interface StoredVoucher {
  ref: string;
  id: string;
  settlement_ref: string;
  product_code: string;
  currency: string;
  state: 'active' | 'inactive' | 'trashed';
  face_value: number;
  remaining: number;
  expires_at: number;
  sequence: string | null;
  pin: number;
  client_reference: string | null;
  fault: string | null;
}

export interface Voucher extends StoredVoucher {
  product_name: string;
  value_based: number;
  multiple_use: number;
}

export type StoredTransactionType = 'Authorization' | 'Capture' | 'Refund' | 'Other';

/**
 * A transaction. `visible_at`: from when search shows it. `refund_id`: of a capture that was
 * reversed.
 */
export interface StoredTransaction {
  number: number;
  id: string;
  type: StoredTransactionType;
  mid: string;
  amount: number | null;
  currency: string | null;
  created_at: number;
  updated_at: number;
  visible_at: number;
  refund_id: string | null;
}

/**
 * One voucher in a transaction: the amount used, and the amount that left the voucher (more if a
 * single-use one was used up).
 */
export interface TransactionEntry {
  transaction_id: string;
  ref: string;
  using_value: number;
  taken: number;
}

/** An activation of cards from first to last, or its reversal. */
export interface Activation {
  id: string;
  kind: 'activate' | 'deactivate';
  mid: string;
  first: string;
  last: string;
  created_at: number;
}

/** One line of the practice page; the page defines its shape. */
export interface TrainingLine {
  ref: string;
  qr: string;
  title: string;
  shows: string;
  group: 'everyday' | 'refused' | 'disputes' | 'kinds' | 'physical' | 'trouble';
  sequence: string | null;
}
