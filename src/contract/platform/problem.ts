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
  /** A program's key that is unknown, revoked or broken. */
  'wrong-key',
  /** More than the key in hand may take. */
  'over-limit',
  /** Of a webhook: one that is not called. */
  'bad-address',
  'not-found',
  /** An id that is there, and somebody else's. */
  'not-yours',
  'method-not-allowed',
  'already-set-up',
  'wrong-setup-code',
  'wrong-enrolment-code',
  'wrong-display-code',
  'wrong-pin',
  'wrong-badge',
  'weak-pin',
  'slow-down',
  'locked',
  'last-manager',
  /** A change that limits nobody any more, or makes a manager, needs another manager's PIN. */
  'other-manager',
  /** A manager whose account is younger than a day approves nothing. */
  'new-manager',
  'last-device',
  'name-taken',
  'too-many-wrong-codes',
  /** More stories than a person may open within an hour. */
  'too-many-stories',
  /** An id that was used for something else, of a kind that has no code of its own for that. */
  'id-used',
  'tender-mismatch',
  'tender-cancelled',
  'tender-started',
  'voucher-open',
  /** A manager put the voucher on hold, so that nothing is taken from it. */
  'voucher-held',
  'link-unreadable',
  'register-not-listed',
  'register-listed',
  'bad-register',
  /** A link that its register has to sign, and that it did not sign so. */
  'link-not-signed',
  /** A register was told that nothing was taken for the sale, and has gone on. */
  'sale-closed',
  'items-not-supported',
  'wrong-currency',
  'receipt-missing',
  'refund-mismatch',
  'not-refundable',
  'undo-over',
  /** A register was told of the sale, so that only a manager gives back what was taken for it. */
  'register-told',
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
  /** A second person, a manager, has to approve it with a PIN at this till. */
  'approval-needed',
  'second-person',
  'limit-passed',
  /** So many cards, or so late: somebody may have been talked into it by telephone. */
  'not-by-phone',
  /** The questions at a sale were not answered. */
  'questions-needed',
  /** A single card needs the digits that are printed on it. */
  'last-four-needed',
  /** The number that was scanned is not the one that is printed on the card. */
  'perhaps-tampered',
  'not-deactivatable',
  'issue-mismatch',
  'not-sold-here',
  'already-printed',
  'already-sent',
  'printer-address',
  'printer-gone',
  'paper-width',
  'printout-moved',
  'printer-full',
  'issuer-unreachable',
  'issuer-unclear',
  'search-unproved',
  /** Nothing is redeemed until the journal knows again what it had confirmed. */
  'journal-gap',
  /** A shift that was closed with another amount of the register. */
  'shift-closed',
  /** Nobody knows the next number of a till before it has named its own. */
  'till-awaited',
  'not-ready',
  'internal',
]);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/**
 * Whether sending the same request again can do harm.
 *
 * It is `safe`, `never`, or only after looking at what happened (`after-check`).
 */
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
  /**
   * Ranges of the list whose cards belong to an activation already.
   *
   * They are named by position from 0: which cards, whose, since when (ISO 8601 UTC).
   */
  overlaps: z.optional(
    z.array(z.object({ range: z.number(), start: z.string(), end: z.string(), person: z.string(), at: z.string() })),
  ),
});
export type ProblemDetails = z.infer<typeof problemDetailsSchema>;

/**
 * Body of every answer that is not 2xx.
 *
 * Beside `error` stands the same as RFC 9457 names it, for programs that read that.
 */
export const problemBodySchema = z.object({
  type: z.optional(z.string()),
  title: z.optional(z.string()),
  status: z.optional(z.int()),
  detail: z.optional(z.string()),
  error: z.object({
    code: problemCodeSchema,
    message: z.string(),
    requestId: z.string(),
    retry: retrySchema,
    details: z.optional(problemDetailsSchema),
  }),
});
export type ProblemBody = z.infer<typeof problemBodySchema>;
