import type { TypedRange } from './card-faults.ts';

/** What a pasted text or a file came to. */
export interface ReadRanges {
  readonly ranges: readonly TypedRange[];
  /** Lines, counted from 1, that could not be read as one, two or three numbers. */
  readonly unread: readonly number[];
}

/**
 * Everything that stands between two numbers in lists that people make: CSV, spreadsheets, "000101
 * – 000150", "000101 to 000150".
 */
const BETWEEN = /[\s,;"'–—-]+|\bto\b/i;
const HAS_DIGIT = /\d/;
const ONE_CARD = '1';

/**
 * Reads a list of ranges, one to a line: first, last and, where somebody counted, how many. One
 * number is one card. A first line without any digit is a heading. Numbers stay as they are
 * written, leading zeros and all; whether they make ranges is judged later.
 */
export function readRanges(text: string): ReadRanges {
  const ranges: TypedRange[] = [];
  const unread: number[] = [];
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const first = lines.findIndex((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    const cells = line.split(BETWEEN).filter((cell) => cell !== '');
    if (cells.length === 0 || (index === first && !HAS_DIGIT.test(line))) continue;
    const [start = '', end = start, count = cells.length === 1 ? ONE_CARD : ''] = cells;
    if (cells.length > 3 || !HAS_DIGIT.test(line)) unread.push(index + 1);
    else ranges.push({ start, end, count });
  }
  return { ranges, unread };
}
