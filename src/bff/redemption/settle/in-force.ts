import { balanceExplained, candidatePeriod, weigh } from './candidates.ts';
import { attemptAgainAt, decide } from './rules.ts';

/**
 * The rules that settling stands on: pure functions in one record.
 *
 * All of them hold, always. The simulation alone puts another function in the place of one, to show
 * that without it somebody would be told something untrue.
 */
export const RULES = { candidatePeriod, weigh, balanceExplained, decide, attemptAgainAt };

export type Rules = typeof RULES;
