/** Text that is a number or a date as some program wants it: it is written as it is. */
export interface Exact {
  readonly exact: string;
}

/** A code or an id, of which a spreadsheet must keep every digit. */
export interface Digits {
  readonly digits: string;
}

/** One cell: text, a code or id, a number, or nothing. */
export type Cell = string | number | Exact | Digits | null;

/** What a spreadsheet would take for a formula, the signs that look like these included. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u;
/**
 * The same after a sign that a spreadsheet of another country takes for the end of a cell or line;
 * it may take quotes after it for the beginning of a cell.
 */
const LATER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20|%])/gu;
/** What a spreadsheet would take for a number, a date or a time. */
const NUMBER_LIKE = /^\d[\d\s.,:/eE+-]*$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Spreadsheets take a file for UTF-8 when it begins with this. */
export const CSV_BEGIN = '\uFEFF';

/**
 * One record of RFC 4180, its line end included.
 *
 * Text that a spreadsheet would run gets an apostrophe before it; numbers stay numbers, and codes
 * stay text.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return quoted(withoutFormula(cell));
  if ('exact' in cell) return cell.exact;
  const { digits } = cell;
  /* Excel and Sheets keep the value of a formula that is one text. */
  return quoted(NUMBER_LIKE.test(digits) ? `="${digits}"` : withoutFormula(digits));
}

function withoutFormula(text: string): string {
  return (FORMULA.test(text) ? `'${text}` : text).replace(LATER_FORMULA, "$1'");
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
