import * as z from 'zod/mini';

/**
 * Kinds of bar codes that a shop can have read beside the usual ones.
 *
 * Every till reads those. The check digits of these are weak, or they have none. `Code39Ext` reads
 * pairs of characters of Code 39 as those that it lacks. Its bars are those of `Code39`, so a shop
 * has one of the two.
 */
export const EXTRA_CODES = ['Code39', 'Code39Ext', 'Codabar', 'ITF', 'EAN8', 'UPCA'] as const;
export type ExtraKind = (typeof EXTRA_CODES)[number];

/** Characters of such a code that can be asked for. */
export const EXTRA_CHARS = { min: 4, max: 48 } as const;
const SHAPE_CHARS_MAX = 60;

/**
 * One kind that a shop wants read.
 *
 * It says what its texts have to look like to be believed.
 */
export const extraCodeSchema = z.strictObject({
  kind: z.enum(EXTRA_CODES),
  charsMin: z.int().check(z.minimum(EXTRA_CHARS.min), z.maximum(EXTRA_CHARS.max)),
  charsMax: z.int().check(z.minimum(EXTRA_CHARS.min), z.maximum(EXTRA_CHARS.max)),
  /**
   * `#` is a digit, `@` a letter, one `*` anything.
   *
   * Every other character is itself. Empty: any.
   */
  shape: z.string().check(z.maxLength(SHAPE_CHARS_MAX), z.regex(/^[^*]*\*?[^*]*$/)),
});
export type ExtraCode = z.infer<typeof extraCodeSchema>;

/**
 * What a shop begins with when it switches a kind on.
 *
 * The last two kinds have one length.
 */
export const EXTRA_LENGTHS: Readonly<Record<ExtraKind, readonly [charsMin: number, charsMax: number]>> = {
  Code39: [6, 24],
  Code39Ext: [6, 24],
  Codabar: [8, 20],
  ITF: [10, 14],
  EAN8: [8, 8],
  UPCA: [12, 12],
};

/** Whether a text is what the shop said its codes look like. */
export function isAsAsked({ charsMin, charsMax, shape }: ExtraCode, text: string): boolean {
  const characters = Array.from(text);
  if (characters.length < charsMin || characters.length > charsMax) return false;
  return shape === '' || hasShape(shape, text);
}

/**
 * Whether a text looks like a shape.
 *
 * `#` is a digit, `@` a letter, `*` anything; every other character is itself.
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
