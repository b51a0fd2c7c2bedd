import * as z from 'zod/mini';

/** Known reasons for a register total that differs from ours. */
export const DIFFERENCE_REASONS = ['forfeited', 'unsettled', 'olderRefunds', 'carried'] as const;

/** A reason, and the amount that it adds to the register total; may be negative. */
export const explainedDifferenceSchema = z.object({ why: z.enum(DIFFERENCE_REASONS), amount: z.int() });
export type ExplainedDifference = z.infer<typeof explainedDifferenceSchema>;

/**
 * Explains a difference with known reasons: as few as add up to exactly it.
 * @param differences each reason at most once
 * @returns an empty list if no combination adds up to it
 */
export function explainedBy(difference: number, differences: readonly ExplainedDifference[]): ExplainedDifference[] {
  if (difference === 0) return [];
  const some = differences.filter(({ amount }) => amount !== 0);
  const subsets = some.reduce<ExplainedDifference[][]>(
    (all, one) => [...all, ...all.map((set) => [...set, one])],
    [[]],
  );
  const fitting = subsets.filter((set) => set.reduce((sum, { amount }) => sum + amount, 0) === difference);
  return fitting.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
