import * as z from 'zod/mini';

/** What a link says at its end of the sale that it asked for. */
const OUTCOMES = ['taken', 'not_taken', 'unknown', 'cancelled'] as const;

export const linkOutcomeSchema = z.enum(OUTCOMES);

export type LinkOutcome = z.infer<typeof linkOutcomeSchema>;

/** Where the browser goes, and what is said there. */
export const returnAddressSchema = z.object({ url: z.string(), outcome: linkOutcomeSchema });

export type ReturnAddress = z.infer<typeof returnAddressSchema>;
