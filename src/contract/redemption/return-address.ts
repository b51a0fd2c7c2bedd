import * as z from 'zod/mini';

/** The result of a link's sale, as returned to the register. */
const OUTCOMES = ['taken', 'not_taken', 'unknown', 'cancelled'] as const;

export const linkOutcomeSchema = z.enum(OUTCOMES);

export type LinkOutcome = z.infer<typeof linkOutcomeSchema>;

/** The address that the browser returns to, with the result. */
export const returnAddressSchema = z.object({ url: z.string(), outcome: linkOutcomeSchema });

export type ReturnAddress = z.infer<typeof returnAddressSchema>;
