import type { Audit } from '../../../../bff/platform/audit/audit.ts';
import type { Router } from '../../../../bff/platform/http/route.ts';
import { recordFormatOf } from '../../../../contract/platform/csv.ts';
import { endpoints } from '../../../../contract/platform/endpoints.ts';
import type { BookExports } from './book-export.ts';
import type { AccountingBooks } from './books.ts';
import { statementCsv } from './statement-csv.ts';

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
  onStream(endpoints.exportStatement, async ({ caller, body, query }) => {
    const statement = await books.statement(body);
    const { from, to } = body;
    await audit.write({ by: caller, action: 'data.exported', details: { what: 'statement', from, to } });
    return {
      contentType: 'text/csv; charset=utf-8',
      body: streamOf(new TextEncoder().encode(statementCsv(body, [statement], recordFormatOf(query)))),
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
