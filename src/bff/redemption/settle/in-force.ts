import { candidatePeriod, isBalanceExplained, judgeRows } from './candidates.ts';
import { balanceForSecondAttempt, decide } from './rules.ts';

/**
 * The rules of settling: pure functions, in a record so that the simulation can replace one of them
 * and show that callers get a wrong result without it. In production, all rules apply.
 */
export const RULES = {
  candidatePeriod,
  judgeRows,
  balanceExplained: isBalanceExplained,
  decide,
  balanceForSecondAttempt,
};

export type Rules = typeof RULES;
