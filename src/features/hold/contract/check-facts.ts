import * as z from 'zod/mini';

export const holdCheckFacts = {
  /** The start of a manager's hold, during which the voucher cannot be redeemed. */
  held: z.catch(z.nullable(z.object({ since: z.string() })), null),
};
