import type { Kysely, Transaction } from 'kysely';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../../bff/platform/http/caller.ts';
import { exclusively } from '../../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import { grouped } from '../../../../contract/money/grouped.ts';
import { toCp1252 } from '../../../../contract/platform/cp1252.ts';
import { dayPeriod } from '../../../../contract/platform/shop-day.ts';
import { isItemsCurrency } from '../../../transactions/contract/transaction-amount.ts';
import {
  type BookExport,
  type BookedClosing,
  type BookedClosings,
  type Books,
  bookFormatSchema,
} from '../../contract/books.ts';
import { currenciesOfShift, netOfShift } from '../../contract/shift.ts';
import { type RedeemedLine, type RedeemedQuery, redeemedLines, zsOpened } from '../redeemed-lines.ts';
import type { ShiftStore, ZView } from '../shift-store.ts';
import { assertDays, type Shifts } from '../shifts.ts';
import type { AccountingBooks, BooksDeps } from './books.ts';
import { datevText } from './datev.ts';
import { type BookEntry, type BookedZ, entriesOf, withoutAccount } from './entries.ts';
import { genericCsv, odooCsv, xeroCsv } from './formats.ts';
import { refuseExport } from './refuse-export.ts';

export interface BookExportDeps extends BooksDeps, Pick<Ports, 'random'> {
  readonly zs: Pick<ShiftStore, 'opened'>;
  readonly shifts: Pick<Shifts, 'list'>;
  readonly books: Pick<AccountingBooks, 'read'>;
}

export interface BookFile {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

export interface BookExports {
  /** The closings of some days, and their earlier exports. @throws Problem 400 */
  closings(caller: Caller, from: string, to: string): Promise<BookedClosings>;
  /**
   * Creates a file, and records its closings, the time and the person.
   * @throws Problem 400 if an account is missing, or the format does not support the data
   */
  make(caller: Caller, request: BookExport): Promise<BookFile>;
}

export function createBookExports(deps: BookExportDeps): BookExports {
  const { shop, db, reads, clock, audit } = deps;

  /** @throws Problem 400 for days that do not exist, or too many */
  async function periodOf(first: string, last: string): Promise<OpenedPeriod> {
    assertDays(first, last);
    const days = await deps.days();
    return { from: dayPeriod(first, days).from, to: dayPeriod(last, days).to };
  }

  /** Returns the Z of some days, oldest first. */
  async function zsOf({ from, to }: OpenedPeriod): Promise<ZView[]> {
    const all = await deps.zs.opened(from, to);
    return all
      .filter(({ burnt }) => !burnt)
      .sort((a, b) => a.day.localeCompare(b.day) || a.till.localeCompare(b.till) || a.number - b.number);
  }

  async function storeExport(
    tx: Transaction<Schema>,
    caller: Caller,
    { format, currency, from, to }: BookExport,
    entries: readonly BookEntry[],
  ): Promise<void> {
    const id = deps.random.uuid();
    const row = { id, shop, person_id: caller.person.id, format, currency, at: clock.now() };
    await tx.insertInto('book_export').values(row).execute();
    for (let start = 0; start < entries.length; start += LINES_PER_QUERY) {
      const some = entries.slice(start, start + LINES_PER_QUERY);
      const rows = some.map(({ z }) => ({ shop, export_id: id, z_id: z.id }));
      await tx.insertInto('book_export_z').values(rows).execute();
    }
    const details = { what: `${format} ${currency}`, from, to };
    await audit.write({ by: caller, action: 'books.exported', subject: id, details }, tx);
  }

  return {
    async closings(caller, from, to) {
      const opened = await periodOf(from, to);
      const zs = await zsOf(opened);
      const exported = await exportsOf(db, shop, opened);
      const lines = await redeemedLines(reads, deps, { opened });
      const all = await deps.shifts.list(caller, { mine: false, day: from, to });
      return {
        closings: zs.map((z) => bookedOf(z, exported.get(z.id) ?? [])),
        products: [...new Set(lines.map(({ product }) => product))].sort(),
        open: all.filter(({ number }) => number === null).length,
      };
    },
    async make(caller, request) {
      const books = await deps.books.read();
      const opened = await periodOf(request.from, request.to);
      const zs = await zsOf(opened);
      const lines = grouped(await redeemedLines(reads, deps, { opened }), ({ zId }) => zId ?? '');
      /* Earlier exports are read and recorded while no other export is created. */
      return exclusively(db, 'books', async (tx) => {
        const exported = await exportsOf(tx, shop, opened);
        const entries = entriesFor({ zs, lines, exported }, request, books);
        if (entries.length === 0) throw refuseExport('nothing', 'There is nothing to export for these days.');
        if (withoutAccount(entries).length > 0)
          throw refuseExport('accounts', 'First choose the accounts that these closings are booked to.');
        const file = fileOf(request, books, entries, clock.now());
        await storeExport(tx, caller, request, entries);
        return file;
      });
    },
  };
}

const LINES_PER_QUERY = 500;

/** When the shifts of some days opened, milliseconds UTC, inclusive. */
type OpenedPeriod = NonNullable<RedeemedQuery['opened']>;

type ExportsOfZ = ReadonlyMap<string, BookedClosing['exports']>;

interface Candidates {
  readonly zs: readonly ZView[];
  readonly lines: ReadonlyMap<string, readonly RedeemedLine[]>;
  readonly exported: ExportsOfZ;
}

function entriesFor(
  { zs, lines, exported }: Candidates,
  { format, currency, again }: BookExport,
  books: Books,
): BookEntry[] {
  const before = (id: string) =>
    exported.get(id)?.some((one) => one.format === format && one.currency === currency) === true;
  const included = zs.filter(({ id }) => again || !before(id));
  const booked = included.map(({ id, number, till, tillId, person, day }): BookedZ => {
    return { id, number, till, tillId, person, day, again: before(id), lines: lines.get(id) ?? [] };
  });
  const entries = entriesOf(booked, books, currency);
  assertComplete(entries, included, currency);
  return entries;
}

/** Returns the exports of some Z, by the id of each, oldest first. */
async function exportsOf(db: Kysely<Schema>, shop: Scope, opened: OpenedPeriod): Promise<ExportsOfZ> {
  const rows = await db
    .selectFrom('book_export_z')
    .innerJoin('book_export', 'book_export.id', 'book_export_z.export_id')
    .innerJoin('person', 'person.id', 'book_export.person_id')
    .select(['z_id', 'book_export.format', 'book_export.currency', 'book_export.at', 'person.name as person'])
    .where('book_export_z.shop', '=', shop)
    .where('z_id', 'in', zsOpened(db, shop, opened))
    .orderBy('book_export.at')
    .execute();
  return new Map([...grouped(rows, ({ z_id }) => z_id)].map(([id, all]) => [id, all.map(exportOf)]));
}

interface ExportRow extends Pick<Schema['book_export'], 'format' | 'currency' | 'at'> {
  readonly person: string;
}

function exportOf({ format, currency, at, person }: ExportRow): BookedClosing['exports'][number] {
  return { format: bookFormatSchema.parse(format), currency, at: new Date(at).toISOString(), person };
}

function bookedOf({ id, till, person, number, day, sums }: ZView, exports: BookedClosing['exports']): BookedClosing {
  const nets = currenciesOfShift(sums)
    .filter((currency) => !isItemsCurrency(currency))
    .map((currency) => ({ currency, net: netOfShift(sums, currency) }));
  return { id, till, person, number, day, nets, exports };
}

/**
 * Checks that the entries of a Z equal the Z: both are read from the same facts. @throws Error
 * otherwise
 */
function assertComplete(entries: readonly BookEntry[], zs: readonly ZView[], currency: string): void {
  const nets = new Map(entries.map(({ z, net }) => [z.id, net]));
  const other = zs.find(({ id, sums }) => netOfShift(sums, currency) !== (nets.get(id) ?? 0));
  if (other) throw new Error(`Z ${other.number} of ${other.tillId} is booked with a different total`);
}

function fileOf(
  { format, currency, from, to }: BookExport,
  books: Books,
  entries: readonly BookEntry[],
  now: number,
): BookFile {
  const name = `vouchers-${from}${to === from ? '' : `-${to}`}-${format}.csv`;
  const terms = { currency, odooJournal: books.odooJournal };
  const utf8 = (text: string): BookFile => {
    return { name, contentType: 'text/csv; charset=utf-8', bytes: new TextEncoder().encode(text) };
  };
  switch (format) {
    case 'csv':
      return utf8(genericCsv(entries, terms));
    case 'xero':
      return utf8(xeroCsv(entries, terms));
    case 'odoo':
      return utf8(odooCsv(entries, terms));
    case 'datev': {
      const bytes = toCp1252(datevText(entries, { ...books, currency, from, to, now }));
      return { name: `EXTF_${name}`, contentType: 'text/csv; charset=windows-1252', bytes };
    }
    default:
      return format satisfies never;
  }
}
