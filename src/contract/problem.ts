import * as z from 'zod/mini';

/** Every code that an error answer can carry. The browser has words for each of them. */
export const problemCodeSchema = z.enum([
  'bad-request',
  'not-json',
  'too-large',
  'bad-code',
  'forbidden-origin',
  'not-enrolled',
  'signed-out',
  'not-allowed',
  'not-found',
  'method-not-allowed',
  'already-set-up',
  'wrong-setup-code',
  'wrong-enrolment-code',
  'wrong-pin',
  'weak-pin',
  'slow-down',
  'locked',
  'last-manager',
  'last-device',
  'name-taken',
  'too-many-wrong-codes',
  /** An id that was used for something else, of a kind that has no code of its own for that. */
  'id-used',
  'tender-mismatch',
  'tender-cancelled',
  'tender-started',
  'voucher-open',
  'link-unreadable',
  'items-not-supported',
  'wrong-currency',
  'refund-mismatch',
  'not-refundable',
  'undo-over',
  'case-moved',
  'no-such-row',
  'row-found',
  'too-early',
  'activation-mismatch',
  'bad-range',
  'card-code',
  'ranges-overlap',
  'nothing-to-resume',
  'pin-needed',
  'not-deactivatable',
  'issue-mismatch',
  'not-sold-here',
  'already-printed',
  'already-sent',
  'issuer-unreachable',
  'issuer-unclear',
  'search-unproved',
  /** Nothing is redeemed until the journal knows again what it had confirmed. */
  'journal-gap',
  'not-ready',
  'internal',
]);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/** Whether sending the same request again can do harm: `safe`, `never`, or only after looking at what happened (`after-check`). */
export const retrySchema = z.enum(['safe', 'never', 'after-check']);
export type Retry = z.infer<typeof retrySchema>;

/** Facts that a screen needs beside the code; never a ref or a secret. */
export const problemDetailsSchema = z.object({
  /** Where in the body the first fault lies, for example `amount`. */
  field: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
  device: z.optional(z.string()),
  since: z.optional(z.string()),
  attemptsLeft: z.optional(z.number()),
  /** Which of several ranges, by position from 0. */
  range: z.optional(z.number()),
  /** Ranges of the list, by position from 0, whose cards belong to an activation already: which cards, whose, since when (ISO 8601 UTC). */
  overlaps: z.optional(z.array(z.object({ range: z.number(), start: z.string(), end: z.string(), person: z.string(), at: z.string() }))),
});
export type ProblemDetails = z.infer<typeof problemDetailsSchema>;

/** Body of every answer that is not 2xx. */
export const problemBodySchema = z.object({
  error: z.object({
    code: problemCodeSchema,
    message: z.string(),
    requestId: z.string(),
    retry: retrySchema,
    details: z.optional(problemDetailsSchema),
  }),
});
export type ProblemBody = z.infer<typeof problemBodySchema>;
