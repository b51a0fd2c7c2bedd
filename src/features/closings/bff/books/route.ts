import type { Audit } from '../../../../bff/platform/audit/audit.ts';
import type { Router } from '../../../../bff/platform/http/route.ts';
import { CSV_BOM, csvRecord } from '../../../../contract/platform/csv.ts';
import { endpoints } from '../../../../contract/platform/endpoints.ts';
import { isItemsCurrency, majorUnits } from '../../../transactions/contract/transaction-amount.ts';
import type { Statement } from '../../contract/books.ts';
import type { BookExports } from './book-export.ts';
import type { AccountingBooks } from './books.ts';

export function bookRoutes(
  { on, onStream, audit }: Pick<Router, 'on' | 'onStream'> & { readonly audit: Audit },
  { books, exports }: { readonly books: AccountingBooks; readonly exports: BookExports },
): void {
  on(endpoints.books, async () => ({ body: await books.read() }));
  on(endpoints.putBooks, async ({ caller, body }) => ({ body: await books.write(caller, body) }));
  on(endpoints.bookedClosings, async ({ caller, query: { from = '', to = '' } }) => ({
    body: await exports.closings(caller, from, to),
  }));
  onStream(endpoints.exportBooks, async ({ caller, body }) => {
    const { name, contentType, bytes } = await exports.make(caller, body);
    return { contentType, body: streamOf(bytes), headers: attached(name) };
  });
  on(endpoints.statement, async ({ body }) => ({ body: await books.statement(body) }));
  onStream(endpoints.exportStatement, async ({ caller, body }) => {
    const statement = await books.statement(body);
    const { from, to } = body;
    await audit.write({ by: caller, action: 'data.exported', details: { what: 'statement', from, to } });
    return {
      contentType: 'text/csv; charset=utf-8',
      body: streamOf(new TextEncoder().encode(statementCsv(statement))),
      headers: attached(`vouchers-taken-${from}-${to}.csv`),
    };
  });
}

const attached = (name: string) => ({ 'Content-Disposition': `attachment; filename="${name}"` });

function streamOf(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

const HEADER = [
  'from',
  'to',
  'product',
  'class',
  'account',
  'currency',
  'redemptions',
  'redeemed',
  'refunds',
  'refunded',
  'net',
  'forfeited',
  'first_receipt',
  'last_receipt',
];

/** Formats a statement as CSV; amounts in major units, items unchanged. */
export function statementCsv({ from, to, lines }: Pick<Statement, 'from' | 'to' | 'lines'>): string {
  const rows = lines.map(({ currency, receipts, ...line }) => {
    const amount = (value: number) => ({
      exact: isItemsCurrency(currency) ? String(value) : majorUnits(value, currency),
    });
    return csvRecord([
      { exact: from },
      { exact: to },
      line.product,
      line.class,
      line.account,
      currency === '' ? 'items' : currency,
      line.redemptions,
      amount(line.redeemed),
      line.refunds,
      amount(line.refunded),
      amount(line.net),
      amount(line.forfeited),
      receipts?.first ?? '',
      receipts?.last ?? '',
    ]);
  });
  return CSV_BOM + csvRecord(HEADER) + rows.join('');
}
