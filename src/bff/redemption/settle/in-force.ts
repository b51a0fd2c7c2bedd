import { balanceExplained, candidatePeriod, weigh } from './candidates.ts';
import { attemptAgainAt, decide } from './rules.ts';

/**
 * The rules on which settling relies: pure functions in one record. All of them always apply. Only
 * the simulation replaces one of them, to show that without it a caller would get an untrue result.
 */
export const RULES = { candidatePeriod, weigh, balanceExplained, decide, attemptAgainAt };

export type Rules = typeof RULES;
