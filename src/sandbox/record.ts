import type { Deps } from './deps.ts';
import { transactionId } from './ids.ts';
import type { StoredTransaction, TransactionEntry } from './ledger-schema.ts';

interface RecordRequest extends Pick<StoredTransaction, 'type' | 'mid' | 'amount' | 'currency'> {
  readonly entries: readonly Omit<TransactionEntry, 'transaction_id'>[];
  /** Milliseconds until search shows it; default 0. */
  readonly searchLagMs?: number;
}

/** Adds a transaction of this instant to the ledger and returns its id. */
export function recordTransaction(
  { ledger, now, seed }: Pick<Deps, 'ledger' | 'now' | 'seed'>,
  { entries, searchLagMs = 0, ...request }: RecordRequest,
): string {
  const at = now();
  const number = ledger.next('transaction');
  const id = transactionId(seed, number, at);
  const times = { created_at: at, updated_at: at, visible_at: at + searchLagMs };
  ledger.addTransaction({ ...request, number, id, ...times, refund_id: null }, entries);
  return id;
}
