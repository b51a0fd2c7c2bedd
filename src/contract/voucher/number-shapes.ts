import * as z from 'zod/mini';
import { hasShape } from './extra-codes.ts';
import { NUMBER_SHAPES_MAX, SHAPE_CHARS_MAX } from './limits.ts';
import { refIdentity } from './voucher.ts';

/** The last digit of a number: `mod10` as in EAN-13, `luhn` as on payment cards. */
export const CHECK_DIGITS = ['none', 'mod10', 'luhn'] as const;
export type CheckDigit = (typeof CHECK_DIGITS)[number];

/** The shapes of a shop's voucher numbers. Without any, every number may be a voucher. */
export const numberShapesSchema = z.strictObject({
  /** `#` is a digit, `@` a letter, one `*` anything. Every other character is itself. */
  shapes: z
    .array(z.string().check(z.maxLength(SHAPE_CHARS_MAX), z.regex(/^(?=.*[^*])[^*]*\*?[^*]*$/)))
    .check(z.maxLength(NUMBER_SHAPES_MAX)),
  checkDigit: z.enum(CHECK_DIGITS),
});
export type NumberShapes = z.infer<typeof numberShapesSchema>;

export const ANY_NUMBER: NumberShapes = { shapes: [], checkDigit: 'none' };

/**
 * True if a ref may be a voucher of the shop. Case, spaces and dashes do not matter. A UPC-A is the
 * same number with 12 digits, and with 13 that begin with 0.
 */
export function fitsNumberShapes({ shapes, checkDigit }: NumberShapes, ref: string): boolean {
  if (shapes.length === 0) return true;
  return spellings(refIdentity(ref)).some(
    (number) => hasCheckDigit(checkDigit, number) && shapes.some((shape) => hasShape(upperShape(shape), number)),
  );
}

function upperShape(shape: string): string {
  return refIdentity(shape.replaceAll(' ', ''));
}

function spellings(number: string): readonly string[] {
  if (/^0\d{12}$/.test(number)) return [number, number.slice(1)];
  return /^\d{12}$/.test(number) ? [number, `0${number}`] : [number];
}

function hasCheckDigit(kind: CheckDigit, number: string): boolean {
  if (kind === 'none') return true;
  const digits = Array.from(number.replace(/\D/g, ''), Number).toReversed();
  const weighted = digits.map((digit, place) => {
    if (place % 2 === 0) return digit;
    return kind === 'mod10' ? 3 * digit : 2 * digit - (digit > 4 ? 9 : 0);
  });
  return digits.length > 1 && weighted.reduce((sum, digit) => sum + digit, 0) % 10 === 0;
}
