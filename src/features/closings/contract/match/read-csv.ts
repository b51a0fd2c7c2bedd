import { fromCp1252 } from '../../../../contract/platform/cp1252.ts';
import { withoutApostrophes } from '../../../../contract/platform/csv.ts';
import { CELL_MAX } from '../limits.ts';

/** Delimiters of cells, the most likely first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Lines inspected to find the delimiter, and their longest text. */
const SAMPLE_LINES = 20;
const SAMPLE_CHARS = 20_000;

/** One line of a list: its cells, and its first line in the file, from 1. */
export interface CsvLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** Decodes bytes as UTF-8, or else as CP1252, which older programs write. */
export function decodeList(bytes: Uint8Array): string {
  const utf16 = bytes[0] === 0xff && bytes[1] === 0xfe;
  if (utf16) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return fromCp1252(bytes);
  }
}

export function delimiterOf(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS);
  const counts = DELIMITERS.map((sign) => {
    const widths: number[] = [];
    for (const { cells } of csvLines(sample, sign)) if (widths.push(cells.length - 1) === SAMPLE_LINES) break;
    return { sign, widths: widths.sort((a, b) => a - b) };
  });
  /* Most lines have the same number of delimiters: a comma inside of amounts is in some only. A
     short list may have as many lines above its header as below. */
  for (const share of [1 / 4, 1 / 2, 3 / 4]) {
    const scores = counts.map(({ sign, widths }) => ({ sign, count: widths[Math.floor(widths.length * share)] ?? 0 }));
    const best = scores.reduce((first, one) => (one.count > first.count ? one : first));
    if (best.count > 0) return best.sign;
  }
  return DELIMITERS[0];
}

/** The first line of a list for Excel, which names the delimiter. */
const DELIMITER_LINE = /^\uFEFF?"?sep=(?<sign>[^"\r\n])"?(?:\r?\n|$)/i;
/** A code that a spreadsheet must not change, as a formula that is a single text. */
const CODE_FORMULA = /^="(?<code>[^"]*)"$/;

/** Reads a list line by line, RFC 4180 with any delimiter; empty lines are skipped. */
export function* csvLines(text: string, expected?: string): Generator<CsvLine> {
  const first = DELIMITER_LINE.exec(text);
  const delimiter = expected ?? first?.groups?.['sign'] ?? delimiterOf(text);
  let at = first ? first[0].length : text.startsWith('\uFEFF') ? 1 : 0;
  let line = first ? 2 : 1;
  while (at < text.length) {
    const cells: string[] = [];
    const began = line;
    for (let isEnd = false; !isEnd; ) {
      const cell = text[at] === '"' ? quoted(text, at, delimiter) : plain(text, at, delimiter);
      const code = CODE_FORMULA.exec(cell.text)?.groups?.['code'];
      cells.push((code ?? withoutApostrophes(cell.text)).slice(0, CELL_MAX));
      line += cell.lines;
      at = cell.end;
      isEnd = text[at] !== delimiter;
      at += isEnd ? (text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1) : 1;
    }
    line += 1;
    if (cells.some((cell) => cell !== '')) yield { line: began, cells };
  }
}

interface Cell {
  readonly text: string;
  /** The end of the cell: at a delimiter, a line end or the end of the text. */
  readonly end: number;
  /** Number of line ends inside the quoted cell. */
  readonly lines: number;
}

function quoted(text: string, start: number, delimiter: string): Cell {
  let value = '';
  let at = start + 1;
  for (;;) {
    const close = text.indexOf('"', at);
    if (close === -1) return cellUpTo(value + text.slice(at), text.length);
    value += text.slice(at, close);
    /* Text between the quote and the delimiter is ignored. */
    if (text[close + 1] !== '"') return cellUpTo(value, plain(text, close + 1, delimiter).end);
    value += '"';
    at = close + 2;
  }
}

function cellUpTo(text: string, end: number): Cell {
  return { text: text.trim(), end, lines: text.split('\n').length - 1 };
}

function plain(text: string, start: number, delimiter: string): Cell {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n' && text[end] !== '\r') end += 1;
  return { text: text.slice(start, end).trim(), end, lines: 0 };
}
