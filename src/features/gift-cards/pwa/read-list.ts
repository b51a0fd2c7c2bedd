import type { TypedRange } from './card-faults.ts';

export interface ReadRanges {
  readonly ranges: readonly TypedRange[];
  /** Numbers of lines, from 1, that could not be read as one, two or three numbers. */
  readonly unread: readonly number[];
}

/**
 * Separators between numbers in common lists: CSV, spreadsheets, "000101 – 000150", "000101 to
 * 000150".
 */
const BETWEEN = /[\s,;"'–—-]+|\bto\b/i;
const HAS_DIGIT = /\d/;
const ONE_CARD = '1';

/**
 * Parses a list of ranges, one per line: first number, last number and an optional count. One
 * number is one card. A first line without digits is a heading. Numbers keep their leading zeros;
 * ranges are validated later.
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
