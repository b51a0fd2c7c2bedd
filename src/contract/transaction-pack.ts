import * as z from 'zod/mini';
import { createPool, createWords, valueAt } from './pool.ts';
import { explainedSchema, stretchShape, type Transaction, transactionSchema } from './transaction.ts';

/*
 * A month of a busy shop is a hundred thousand transactions that say the same few things. On the way to a page what they share is said once, and each
 * of them is a short list of what is its own.
 */

const { type, rawType, status, rawStatus, mid, currency } = transactionSchema.shape;
const kindSchema = z.object({ type, rawType, status, rawStatus, mid, currency });
const { operation, person, device } = explainedSchema.shape;
const whoSchema = z.object({ operation, person, device });

/** What a transaction has for itself, and the numbers of what it shares; times are milliseconds UTC. */
type PackedRow = readonly [
  id: string,
  kind: number,
  amount: number | null,
  at: number | null,
  updatedAt: number | null,
  vouchers: readonly (readonly [last4: string, tag: string, product: number | null])[],
  by: readonly [who: number, id: string] | null,
];

/**
 * Transactions as they travel. `kinds`, `people` and `products` are named in `rows` by their numbers; `rows` is one text, a line for each transaction, so
 * that whoever reads it has one of them in memory at a time.
 */
const packedTransactionsSchema = z.object({
  kinds: z.array(kindSchema),
  people: z.array(whoSchema),
  products: z.array(z.string()),
  rows: z.string(),
});
type PackedTransactions = z.infer<typeof packedTransactionsSchema>;

/** A stretch of a period as it travels to a page. */
export const transactionPageSchema = z.object({ transactions: packedTransactionsSchema, ...stretchShape });
export type TransactionPage = z.infer<typeof transactionPageSchema>;

/** Packs transactions; {@link unpackTransactions} gives them back. */
export function packTransactions(transactions: readonly Transaction[]): PackedTransactions {
  const kinds = createPool<z.infer<typeof kindSchema>>((kind) => JSON.stringify(kind));
  const people = createPool<z.infer<typeof whoSchema>>((who) => JSON.stringify(who));
  const products = createWords();
  const rowOf = ({ id, amount, at, updatedAt, vouchers, by, ...kind }: Transaction): PackedRow => [
    id,
    kinds.numberOf(kind),
    amount,
    timeOf(at),
    timeOf(updatedAt),
    vouchers.map(({ last4, tag, product }) => [last4, tag, product === null ? null : products.numberOf(product)]),
    by && [people.numberOf({ operation: by.operation, person: by.person, device: by.device }), by.id],
  ];
  const rows = transactions.map((transaction) => JSON.stringify(rowOf(transaction))).join('\n');
  return { kinds: [...kinds.all], people: [...people.all], products: [...products.all], rows };
}

/**
 * Gives packed transactions back, one at a time.
 * @throws Error at a line that is no transaction
 */
export function* unpackTransactions(packed: PackedTransactions): Generator<Transaction> {
  for (const line of linesOf(packed.rows)) {
    const row: unknown = JSON.parse(line);
    if (!isPackedRow(row)) throw new Error('a line is no transaction');
    yield unpackRow(packed, row);
  }
}

function unpackRow(
  { kinds, people, products }: PackedTransactions,
  [id, kind, amount, at, updatedAt, vouchers, by]: PackedRow,
): Transaction {
  return {
    id,
    ...valueAt(kinds, kind),
    amount,
    at: isoOf(at),
    updatedAt: isoOf(updatedAt),
    vouchers: vouchers.map(([last4, tag, product]) => ({ last4, tag, product: product === null ? null : valueAt(products, product) })),
    by: by && { ...valueAt(people, by[0]), id: by[1] },
  };
}

/* A schema would make a dozen objects for each of a hundred thousand lines, only to throw them away. */
function isPackedRow(value: unknown): value is PackedRow {
  if (!Array.isArray(value) || value.length !== 7) return false;
  const [id, kind, amount, at, updatedAt, vouchers, by] = value as unknown[];
  return (
    typeof id === 'string' &&
    Number.isSafeInteger(kind) &&
    [amount, at, updatedAt].every(isWholeOrNull) &&
    Array.isArray(vouchers) &&
    vouchers.every(isPackedVoucher) &&
    (by === null || (Array.isArray(by) && Number.isSafeInteger(by[0]) && typeof by[1] === 'string'))
  );
}

function isPackedVoucher(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'string' && typeof value[1] === 'string' && isWholeOrNull(value[2]);
}

function isWholeOrNull(value: unknown): boolean {
  return value === null || Number.isSafeInteger(value);
}

function* linesOf(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = text.indexOf('\n', start);
    yield text.slice(start, end === -1 ? undefined : end);
    start = end === -1 ? text.length : end + 1;
  }
}

function timeOf(text: string | null): number | null {
  return text === null ? null : Date.parse(text);
}

function isoOf(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
