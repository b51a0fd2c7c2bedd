import { EXPLANATIONS_MAX } from '../contract/limits.ts';
import { type ExplainingLine, type Explanation } from '../contract/transaction.ts';

/** Explanations of a difference: the first few, and their total number. */
export interface Explanations {
  readonly explanations: Explanation[];
  readonly found: number;
}

/**
 * Finds lines in one currency that would explain a difference from the register. A line that the
 * register lacks, or counted twice, explains a difference of its amount; pairs are only tried if no
 * single line does.
 * @param lines captures positive, refunds negative, in minor units
 * @param difference the register minus the net
 */
export function explain(lines: readonly ExplainingLine[], difference: number): Explanations {
  if (difference === 0) return { explanations: [], found: 0 };
  const singles = [...singlesOf(lines, 'missing', -difference), ...singlesOf(lines, 'twice', difference)];
  if (singles.length > 0) return { explanations: singles.slice(0, EXPLANATIONS_MAX), found: singles.length };
  const missing = pairsOf(lines, 'missing', -difference);
  const twice = pairsOf(lines, 'twice', difference);
  return {
    explanations: [...missing.explanations, ...twice.explanations].slice(0, EXPLANATIONS_MAX),
    found: missing.found + twice.found,
  };
}

function singlesOf(lines: readonly ExplainingLine[], side: Explanation['side'], amount: number): Explanation[] {
  return lines.filter((line) => line.amount === amount).map((line) => ({ side, lines: [line] }));
}

/** Finds pairs that add up to an amount. Returns the first pairs, and the number of all. */
function pairsOf(lines: readonly ExplainingLine[], side: Explanation['side'], amount: number): Explanations {
  const before = new Map<number, ExplainingLine[]>();
  const explanations: Explanation[] = [];
  let found = 0;
  for (const line of lines) {
    const partners = before.get(amount - line.amount) ?? [];
    found += partners.length;
    for (const partner of partners.slice(0, EXPLANATIONS_MAX - explanations.length))
      explanations.push({ side, lines: [partner, line] });
    const same = before.get(line.amount);
    if (same) same.push(line);
    else before.set(line.amount, [line]);
  }
  return { explanations, found };
}
