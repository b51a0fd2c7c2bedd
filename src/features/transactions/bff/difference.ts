import { EXPLANATIONS_MAX, type ExplainingLine, type Explanation } from '../contract/transaction.ts';

/** What would explain a difference: the first few of them, and how many there are. */
export interface Explanations {
  readonly explanations: Explanation[];
  readonly found: number;
}

/**
 * Lines that would explain why the register differs, of one currency. A line that the register
 * lacks, or that it counted twice, explains a difference of its amount; only where no single line
 * does, two together are looked for.
 * @param lines captures positive, refunds negative, in minor units
 * @param difference the register less the net
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

/** Pairs that sum to an amount: those that come first are named, all are counted. */
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
