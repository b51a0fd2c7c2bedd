import * as z from 'zod/mini';

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

/** Characters that begin a formula, including full-width ones. */
const SIGN = String.raw`[=+\-@\uff1d\uff0b\uff0d\uff20|%]`;
/**
 * A value that a spreadsheet would read as a formula, or that has apostrophes before one: they get
 * another, so that {@link withoutApostrophes} restores every text.
 */
const FORMULA = String.raw`[\s']*${SIGN}|'*[\t\r\n]`;
const IS_FORMULA = new RegExp(`^(?:${FORMULA})`, 'u');
const PROTECTED_FORMULA = new RegExp(`^'(?=${FORMULA})`, 'u');
/**
 * The start of a formula after a character that ends a cell or line in a spreadsheet of another
 * locale. Quotes may follow that character.
 */
const LATER_FORMULA = new RegExp(String.raw`([;\t\r\n][\s"]*)(?='*${SIGN})`, 'gu');
const PROTECTED_LATER = new RegExp(String.raw`([;\t\r\n][\s"]*)'(?='*${SIGN})`, 'gu');
/** A value that a spreadsheet would read as a number, a date or a time. */
const NUMBER_LIKE = /^\d[\d\s.,:/eE+-]*$/;
const NEEDS_QUOTES = /[",;\t\r\n]|^\s|\s$/;

/** Spreadsheets read a file as UTF-8 if it begins with this. */
export const CSV_BOM = '\uFEFF';

/** The query of every route with a file: `spreadsheet=1` for {@link spreadsheetRecord}. */
export const fileQuery = { spreadsheet: z.optional(z.string()) };

export type FileQuery = Partial<Record<keyof typeof fileQuery, string>>;

/** Formats one record of a file, as {@link csvRecord} or {@link spreadsheetRecord}. */
export type RecordFormat = (cells: readonly Cell[]) => string;

/** Returns the format that a {@link fileQuery} selects. */
export function recordFormatOf({ spreadsheet }: FileQuery): RecordFormat {
  return spreadsheet === '1' ? spreadsheetRecord : csvRecord;
}

/**
 * Formats one record of RFC 4180, including its line end, for every program. Text that a
 * spreadsheet would execute is prefixed with an apostrophe.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(cellText).join(',')}\r\n`;
}

/**
 * As {@link csvRecord}, with texts that look like numbers as formulas that are a single text,
 * because Excel and Sheets would drop leading zeros and round long numbers. Few other programs read
 * them.
 */
export function spreadsheetRecord(cells: readonly Cell[]): string {
  return csvRecord(cells.map(textAsFormula));
}

function textAsFormula(cell: Cell): Cell {
  if (cell === null || typeof cell === 'number' || (typeof cell !== 'string' && 'exact' in cell)) return cell;
  const text = typeof cell === 'string' ? cell : cell.digits;
  return NUMBER_LIKE.test(text) ? { exact: quoted(`="${text}"`) } : cell;
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'string') return quoted(withoutFormula(cell));
  return 'exact' in cell ? cell.exact : quoted(withoutFormula(cell.digits));
}

function withoutFormula(text: string): string {
  return (IS_FORMULA.test(text) ? `'${text}` : text).replace(LATER_FORMULA, "$1'");
}

/** Returns the text of a cell as it was before {@link csvRecord} prefixed its formulas. */
export function withoutApostrophes(text: string): string {
  return text.replace(PROTECTED_LATER, '$1').replace(PROTECTED_FORMULA, '');
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
