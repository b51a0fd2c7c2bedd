/** Text that is a number or a date as some program wants it: it is written as it is. */
export interface Exact {
  readonly exact: string;
}

/** One cell: text, a number, or nothing. */
export type Cell = string | number | Exact | null;

/** What a spreadsheet would take for a formula, the signs that look like these included. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u;
const NEEDS_QUOTES = /[",\r\n]|^\s|\s$/;

/** Spreadsheets take a file for UTF-8 when it begins with this. */
export const CSV_BEGIN = '\uFEFF';

/**
 * One record of RFC 4180, its line end included.
 *
 * Text that a spreadsheet would run gets an apostrophe before it; numbers stay numbers.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.exact;
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
