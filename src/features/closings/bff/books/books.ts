import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Caller } from '../../../../bff/platform/http/caller.ts';
import { type DayTerms, dayPeriod } from '../../../../contract/platform/shop-day.ts';
import { type Books, booksSchema, NO_BOOKS, type Statement, type StatementRequest } from '../../contract/books.ts';
import type { CountedRowsDeps } from '../counted-rows.ts';
import { redeemedLines } from '../redeemed-lines.ts';
import { assertDays, daysIn } from '../shifts.ts';
import { statementDays, statementLines } from './statement-lines.ts';

export interface BooksDeps extends Pick<Ports, 'shop' | 'db' | 'reads' | 'clock' | 'audit'>, CountedRowsDeps {
  readonly days: () => Promise<DayTerms>;
}

export interface AccountingBooks {
  read(): Promise<Books>;
  /** Replaces all settings, and records who did. */
  write(caller: Caller, books: Books): Promise<Books>;
  /** @throws Problem 400 */
  statement(request: StatementRequest): Promise<Statement>;
}

export function createBooks(deps: BooksDeps): AccountingBooks {
  const { shop, db, reads, clock, audit } = deps;

  async function read(): Promise<Books> {
    const row = await db.selectFrom('books').select('value').where('shop', '=', shop).executeTakeFirst();
    return row ? booksSchema.parse({ ...NO_BOOKS, ...(JSON.parse(row.value) as object) }) : NO_BOOKS;
  }

  return {
    read,
    async write(caller, books) {
      const row = { value: JSON.stringify(books), person_id: caller.person.id, changed_at: clock.now() };
      await db.transaction().execute(async (tx) => {
        await tx
          .insertInto('books')
          .values({ shop, ...row })
          .onConflict((conflict) => conflict.column('shop').doUpdateSet(row))
          .execute();
        await audit.write({ by: caller, action: 'books.changed' }, tx);
      });
      return read();
    },
    async statement({ from, to, till }) {
      assertDays(from, to);
      const books = await read();
      const days = await deps.days();
      const period = { from: dayPeriod(from, days).from, to: dayPeriod(to, days).to };
      const all = await redeemedLines(reads, deps, { period });
      const tills = new Map(all.map((line) => [line.till.id, line.till]));
      const chosen = till === null ? all : all.filter((line) => line.till.id === till);
      const lines = statementLines(chosen, books);
      return { from, to, till, lines, days: statementDays(chosen, daysIn(days).dayOf), tills: [...tills.values()] };
    },
  };
}
