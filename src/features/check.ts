import { holdCheckFacts } from './hold/contract/check-facts.ts';

/**
 * Fields that features add to the answer of a check, one line per feature. Each has a default, for
 * vouchers without such a fact and for answers of older servers.
 */
export const featureCheckFacts = {
  ...holdCheckFacts,
} as const;
