import * as z from 'zod/mini';
import { barsSchema } from '../../transactions/contract/transaction-list.ts';
import { incompleteSchema } from './shop-answers.ts';

/** One shop of the chain, with the captures and refunds of a period as the issuer lists them. */
export const shopOverviewSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Amounts are minor units. */
  sums: z.array(
    z.object({
      currency: z.string(),
      captures: z.int(),
      captured: z.int(),
      refunds: z.int(),
      refunded: z.int(),
    }),
  ),
  /**
   * Amounts by currency for each day, in the order of the days; without an entry for a currency
   * without amounts, and for periods of more than 31 days.
   */
  bars: z.array(barsSchema),
  /** The shop's own list of cases; null if the shop did not answer. */
  openCases: z.nullable(z.int()),
  /** Tills with operations that no closing counts. */
  openTills: z.int(),
  /** Null if the figures include everything. */
  incomplete: z.nullable(incompleteSchema),
});
export type ShopOverview = z.infer<typeof shopOverviewSchema>;
