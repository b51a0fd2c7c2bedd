import { type Cell, CSV_BOM, csvRecord } from '../../../../contract/platform/csv.ts';
import { majorUnits } from '../../../transactions/contract/transaction-amount.ts';
import type { BookEntry, Posting } from './entries.ts';

export interface FileTerms {
  readonly currency: string;
  readonly odooJournal: string;
}

const exact = (text: string) => ({ exact: text });

/** The text that identifies an entry; it mentions an earlier export. */
export function entryText({ number, till, again }: BookEntry['z']): string {
  return `Vouchers Z ${number} ${till}${again ? ' (exported before)' : ''}`;
}

/** Rows that any program can import: one for each posting. */
export function genericCsv(entries: readonly BookEntry[], { currency }: FileTerms): string {
  const header = [
    'date',
    'closing',
    'till',
    'person',
    'account',
    'tax',
    'class',
    'debit',
    'credit',
    'currency',
    'text',
  ];
  return CSV_BOM + csvRecord([...header, 'exported_before']) + rowsOf(entries, rowOf).map(csvRecord).join('');

  function rowOf({ z }: BookEntry, { account, tax, class: of, debit, credit }: Posting): Cell[] {
    const sides = [debit, credit].map((amount) => exact(amount === 0 ? '' : majorUnits(amount, currency)));
    const who = [exact(z.day), z.number, z.till, z.person];
    return [...who, account, tax, of ?? 'register', ...sides, currency, entryText(z), z.again ? 'yes' : 'no'];
  }
}

/** The template of Xero's *Import manual journals*: debit is positive, credit negative. */
export function xeroCsv(entries: readonly BookEntry[], { currency }: FileTerms): string {
  const header = ['*Narration', '*Date', 'Description', '*AccountCode', '*TaxRate', '*Amount'];
  const tracking = ['TrackingName1', 'TrackingOption1', 'TrackingName2', 'TrackingOption2'];
  return csvRecord([...header, ...tracking]) + rowsOf(entries, rowOf).map(csvRecord).join('');

  function rowOf({ z }: BookEntry, { account, tax, class: of, debit, credit }: Posting): Cell[] {
    const [year, month, day] = z.day.split('-');
    const amount = exact(majorUnits(debit - credit, currency));
    return [entryText(z), exact(`${day}/${month}/${year}`), of ?? 'register', account, tax, amount, '', '', '', ''];
  }
}

/**
 * Journal entries as Odoo's own import expects them: data of the whole entry is in its first row
 * only.
 */
export function odooCsv(entries: readonly BookEntry[], { currency, odooJournal }: FileTerms): string {
  const lines = ['account_id', 'name', 'debit', 'credit'].map((field) => `line_ids/${field}`);
  return csvRecord(['date', 'ref', 'journal_id', ...lines]) + rowsOf(entries, rowOf).map(csvRecord).join('');

  function rowOf({ z }: BookEntry, { account, class: of, debit, credit }: Posting, isFirst: boolean): Cell[] {
    const head = isFirst ? [exact(z.day), entryText(z), odooJournal] : ['', '', ''];
    const sides = [debit, credit].map((amount) => exact(majorUnits(amount, currency)));
    return [...head, account, of ?? 'register', ...sides];
  }
}

function rowsOf<R>(
  entries: readonly BookEntry[],
  rowOf: (entry: BookEntry, posting: Posting, isFirst: boolean) => R,
): R[] {
  return entries.flatMap((entry) => entry.postings.map((posting, index) => rowOf(entry, posting, index === 0)));
}
