import * as z from 'zod/mini';
import { SHAPE_CHARS_MAX } from './limits.ts';

/**
 * Kinds of bar codes that a shop can enable in addition to the usual ones. Their check digits are
 * weak or missing. `Code39Ext` reads pairs of characters of Code 39 as characters that it lacks.
 * Its bars are those of `Code39`, so a shop can enable only one of the two.
 */
export const EXTRA_CODES = ['Code39', 'Code39Ext', 'Codabar', 'ITF', 'EAN8', 'UPCA'] as const;
export type ExtraKind = (typeof EXTRA_CODES)[number];

/** The smallest and the largest length that a shop can set for an extra code, in characters. */
export const EXTRA_LENGTH_BOUNDS = { min: 4, max: 48 } as const;

/** One enabled kind, and the shape that its texts must have. */
export const extraCodeSchema = z.strictObject({
  kind: z.enum(EXTRA_CODES),
  charsMin: z.int().check(z.minimum(EXTRA_LENGTH_BOUNDS.min), z.maximum(EXTRA_LENGTH_BOUNDS.max)),
  charsMax: z.int().check(z.minimum(EXTRA_LENGTH_BOUNDS.min), z.maximum(EXTRA_LENGTH_BOUNDS.max)),
  /**
   * `#` is a digit, `@` a letter, one `*` anything. Every other character is itself. Empty: any.
   */
  shape: z.string().check(z.maxLength(SHAPE_CHARS_MAX), z.regex(/^[^*]*\*?[^*]*$/)),
});
export type ExtraCode = z.infer<typeof extraCodeSchema>;

/** The initial lengths when a shop enables a kind. The last two kinds have a fixed length. */
export const EXTRA_LENGTHS: Readonly<Record<ExtraKind, readonly [charsMin: number, charsMax: number]>> = {
  Code39: [6, 24],
  Code39Ext: [6, 24],
  Codabar: [8, 20],
  ITF: [10, 14],
  EAN8: [8, 8],
  UPCA: [12, 12],
};

/** True if a text has the shape that the shop requires of its codes. */
export function matchesExtraCode({ charsMin, charsMax, shape }: ExtraCode, text: string): boolean {
  const characters = Array.from(text);
  if (characters.length < charsMin || characters.length > charsMax) return false;
  return shape === '' || hasShape(shape, text);
}

/**
 * True if a text matches a shape. `#` is a digit, `@` a letter, `*` anything; every other character
 * is itself.
 */
export function hasShape(shape: string, text: string): boolean {
  return shapeOf(shape).test(text);
}

function shapeOf(shape: string): RegExp {
  const parts = Array.from(shape, (character) => {
    if (character === '#') return '[0-9]';
    if (character === '@') return '[A-Za-z]';
    return character === '*' ? '.*' : character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 's');
}
