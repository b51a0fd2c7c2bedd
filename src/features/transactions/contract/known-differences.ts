import * as z from 'zod/mini';

/** Known reasons for a register total that differs from ours. */
export const KNOWN_WHYS = ['forfeited', 'unsettled', 'olderRefunds', 'carried'] as const;

/** One such reason, and the amount that it adds to the register total; may be negative. */
export const knownDifferenceSchema = z.object({ why: z.enum(KNOWN_WHYS), amount: z.int() });
export type KnownDifference = z.infer<typeof knownDifferenceSchema>;

/**
 * Explains a difference with known reasons: as few as add up to exactly it.
 * @param known each reason at most once
 * @returns an empty list if no combination adds up to it
 */
export function explainedBy(difference: number, known: readonly KnownDifference[]): KnownDifference[] {
  if (difference === 0) return [];
  const some = known.filter(({ amount }) => amount !== 0);
  const subsets = some.reduce<KnownDifference[][]>((all, one) => [...all, ...all.map((set) => [...set, one])], [[]]);
  const fitting = subsets.filter((set) => set.reduce((sum, { amount }) => sum + amount, 0) === difference);
  return fitting.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
