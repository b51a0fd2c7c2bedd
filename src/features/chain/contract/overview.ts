import * as z from 'zod/mini';

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
  /** Operations whose outcome a manager has to decide. */
  openCases: z.int(),
  /** Tills with operations that no closing counts. */
  openTills: z.int(),
});
export type ShopOverview = z.infer<typeof shopOverviewSchema>;
