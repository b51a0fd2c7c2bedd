import * as z from 'zod/mini';

/** What is known to make a register say something else than we do. */
export const KNOWN_WHYS = ['forfeited', 'unsettled', 'olderRefunds', 'carried'] as const;

/**
 * One such reason, and by how much the register says more because of it: less where it is negative.
 */
export const knownDifferenceSchema = z.object({ why: z.enum(KNOWN_WHYS), amount: z.int() });
export type KnownDifference = z.infer<typeof knownDifferenceSchema>;

/**
 * Explains a difference by what is known: by as few reasons as come to exactly it.
 * @param known each reason at most once
 * @returns nothing where they do not come to it, however they are put together
 */
export function explainedBy(difference: number, known: readonly KnownDifference[]): KnownDifference[] {
  if (difference === 0) return [];
  const some = known.filter(({ amount }) => amount !== 0);
  const subsets = some.reduce<KnownDifference[][]>((all, one) => [...all, ...all.map((set) => [...set, one])], [[]]);
  const fitting = subsets.filter((set) => set.reduce((sum, { amount }) => sum + amount, 0) === difference);
  return fitting.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
