import * as z from 'zod';
import { rowStatusOf } from '../../../contract/redemption/row-status.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import { hasSucceeded, metaSchema } from './meta.ts';
import { idText, integer, label, lenientList, midText, oneOrMany } from './scalars.ts';
import { parseUtc, searchTime } from './times.ts';

/** Body of POST /v1/transactions/actions/search for one page. */
export function searchBody({ from, to }: Period, pageIndex: number, pageSize: number): string {
  return JSON.stringify({
    from: searchTime(from, 'down'),
    to: searchTime(to, 'up'),
    page_size: pageSize,
    page_index: pageIndex,
  });
}

const actionSchema = z.object({
  ref: idText,
  type: label,
  status: label,
  codes: lenientList(z.coerce.string()),
  timestamp: label,
});
const voucherSchema = z.object({
  ref: idText,
  product_class: idText,
  product_code: idText,
  product_label: label,
  using_value: integer,
  actions: lenientList(actionSchema),
});
const transactionSchema = z.object({
  transaction_id: idText,
  status: label,
  type: label,
  mid: midText,
  amount: integer,
  currency: label,
  created: label,
  last_updated: label,
  vouchers: oneOrMany(voucherSchema),
});
const searchAnswerSchema = z.object({ meta: metaSchema, data: z.array(transactionSchema) });

const TYPES: ReadonlyMap<string, IssuerTransaction['type']> = new Map([
  ['authorization', 'authorization'],
  ['authorisation', 'authorization'],
  ['capture', 'capture'],
  ['refund', 'refund'],
]);

/**
 * Reads one page of the transaction search. Unfamiliar words and missing fields are tolerated. A
 * page that is not a list, or that has a row without an id, is rejected as a whole, because the
 * wanted row could be the unreadable one.
 * @returns null if the page may be incomplete
 */
export function readSearchPage(body: unknown): IssuerTransaction[] | null {
  const answer = searchAnswerSchema.safeParse(body).data;
  if (answer === undefined || !hasSucceeded(answer.meta)) return null;
  const rows = answer.data.map(readTransaction);
  return rows.every((row) => row !== null) ? rows : null;
}

function readTransaction(row: z.infer<typeof transactionSchema>): IssuerTransaction | null {
  if (row.transaction_id === null) return null;
  const type = TYPES.get(row.type?.toLowerCase() ?? '') ?? 'other';
  const rawStatus = row.status ?? '';
  return {
    transactionId: row.transaction_id,
    type,
    rawType: row.type ?? '',
    status: rowStatusOf({ rawStatus, type }),
    rawStatus,
    mid: row.mid ?? '',
    amount: row.amount,
    currency: row.currency?.toUpperCase() ?? '',
    createdAt: timeOf(row.created),
    lastUpdatedAt: timeOf(row.last_updated),
    vouchers: row.vouchers.map((voucher) => ({
      ref: voucher.ref ?? '',
      usingValue: voucher.using_value,
      productClass: voucher.product_class,
      productCode: voucher.product_code,
      productLabel: voucher.product_label,
      actions: voucher.actions.map((action) => ({
        ref: action.ref ?? '',
        type: action.type ?? '',
        status: action.status ?? '',
        codes: action.codes,
        at: timeOf(action.timestamp),
      })),
    })),
  };
}

function timeOf(text: string | null): number | null {
  return text === null ? null : parseUtc(text);
}
