/** Text for a number or a date in the format of another program: written unchanged. */
export interface ExactText {
  readonly exact: string;
}

/** A code or an id: {@link spreadsheetRecord} keeps spreadsheets from changing its digits. */
export interface Digits {
  readonly digits: string;
}

/** One cell: text, a code or id, a number, or nothing. */
export type Cell = string | number | ExactText | Digits | null;

/** A value that a spreadsheet would read as a formula, including full-width characters. */
const FORMULA = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20|%]|^[\t\r\n]/u;
/**
 * The start of a formula after a character that ends a cell or line in a spreadsheet of another
 * locale. Quotes may follow that character.
 */
const LATER_FORMULA = /([;\t\r\n][\s"]*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20|%])/gu;
/** A value that a spreadsheet would read as a number, a date or a time. */
const NUMBER_LIKE = /^\d[\d\s.,:/eE+-]*$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Spreadsheets read a file as UTF-8 if it begins with this. */
export const CSV_BOM = '\uFEFF';

/**
 * Formats one record of RFC 4180, including its line end, for every program. Text that a
 * spreadsheet would execute is prefixed with an apostrophe.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/**
 * As {@link csvRecord}, with codes as formulas that are a single text, because Excel and Sheets
 * would drop leading zeros and round long numbers. Few other programs read them.
 */
export function spreadsheetRecord(cells: readonly Cell[]): string {
  return csvRecord(cells.map(codeAsFormula));
}

function codeAsFormula(cell: Cell): Cell {
  if (cell === null || typeof cell !== 'object' || !('digits' in cell) || !NUMBER_LIKE.test(cell.digits)) return cell;
  return { exact: quoted(`="${cell.digits}"`) };
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return quoted(withoutFormula(cell));
  return 'exact' in cell ? cell.exact : quoted(withoutFormula(cell.digits));
}

function withoutFormula(text: string): string {
  return (FORMULA.test(text) ? `'${text}` : text).replace(LATER_FORMULA, "$1'");
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
