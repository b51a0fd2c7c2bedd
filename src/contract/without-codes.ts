import { maskRef } from './voucher/voucher.ts';

const GAP = '[ \\u00a0\\u2010-\\u2015-]';
const START = '(?<![\\p{L}\\p{N}])';
const END = '(?![\\p{L}\\p{N}])';

/**
 * Text that may be the code of a voucher, also printed in groups or in full-width characters. Ten
 * digits in groups of three or more do not match dates and times.
 */
const CODES = [
  /https?:\/\/\S+/giu,
  new RegExp(`${START}[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}${END}`, 'giu'),
  new RegExp(`${START}[a-z]{2}${GAP}?\\d{9,10}${END}`, 'giu'),
  new RegExp(`${START}(?=[a-z]*\\d)(?=\\d*[a-z])[a-z\\d]{12}${END}`, 'giu'),
  new RegExp(`${START}(?=\\S*\\d)(?=\\S*[a-z])[a-z\\d]{4}-[a-z\\d]{4}-[a-z\\d]{4}${END}`, 'giu'),
  new RegExp(`\\d{10,}|\\d{3,}(?:${GAP}\\d{3,})+(?:${GAP}\\d{1,2})?(?!\\d)`, 'gu'),
] as const;
const CODE_CHARS_MIN = 10;

/**
 * Masks everything in a text that may be the code of a voucher, except the last four: any reader
 * could spend a code, and notes are displayed, exported and stored.
 */
export function withoutCodes(text: string): string {
  const plain = text.normalize('NFKC');
  return CODES.reduce(
    (masked, code) =>
      masked.replace(code, (found) => {
        const bare = found.replace(/[^\p{L}\p{N}]/gu, '');
        return bare.length < CODE_CHARS_MIN ? found : maskRef(bare);
      }),
    plain,
  );
}
