import * as z from 'zod/mini';
import { metLimitSchema } from '../access/sale-limit.ts';

/** Every code of an error response. The browser has a message for each. */
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
  /** The amount exceeds a limit of the key. */
  'over-limit',
  /** A webhook address that is not allowed. */
  'bad-address',
  'not-found',
  /** The id exists and belongs to another caller. */
  'not-yours',
  'other-shop',
  'method-not-allowed',
  'already-set-up',
  'wrong-setup-code',
  'wrong-enrolment-code',
  'wrong-display-code',
  'wrong-pin',
  'wrong-badge',
  /** A passkey whose answer is not valid, or that was removed. */
  'wrong-passkey',
  /** The request for a passkey's answer is too old, or was already answered. */
  'passkey-expired',
  'passkey-known',
  /** Head office signs in only once a second passkey is enrolled. */
  'second-passkey',
  'last-passkeys',
  /** A passkey of a person of training mode, whom everyone shares. */
  'training-passkey',
  /** The person has a passkey, and has to confirm the request with it first. */
  'passkey-needed',
  'not-head-office',
  'weak-pin',
  'slow-down',
  'locked',
  'last-manager',
  /** A change that loosens a limit, or creates a manager, needs another manager's PIN. */
  'other-manager',
  'works-elsewhere',
  /** Money is only taken in the shop of the device. */
  'visiting',
  'setting-locked',
  /** A manager whose account is younger than a day cannot approve. */
  'new-manager',
  'last-device',
  'name-taken',
  'too-many-wrong-codes',
  /** The person has opened too many voucher histories within an hour. */
  'too-many-stories',
  /** The id was used for a different request; some kinds of operations have their own code. */
  'id-used',
  'tender-mismatch',
  'tender-cancelled',
  'tender-started',
  'voucher-open',
  /** A manager put the voucher on hold, so it cannot be redeemed. */
  'voucher-held',
  'link-unreadable',
  'register-not-listed',
  'register-listed',
  'bad-register',
  /** A link without the required signature of its register, or with a wrong signature. */
  'link-not-signed',
  /** The register learned that nothing was redeemed for the sale, and has continued. */
  'sale-closed',
  'items-not-supported',
  'wrong-currency',
  'receipt-missing',
  'refund-mismatch',
  'not-refundable',
  'undo-over',
  /** The register was notified of the sale, so only a manager can refund it. */
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
  /** A second person, a manager, has to approve the request with a PIN at this till. */
  'approval-needed',
  'second-person',
  'limit-passed',
  /** The number of cards or the hour suggests a telephone scam. */
  'not-by-phone',
  /** The questions at a sale were not answered. */
  'questions-needed',
  /** A single card needs the digits that are printed on it. */
  'last-four-needed',
  /** The scanned number differs from the one printed on the card. */
  'perhaps-tampered',
  'not-deactivatable',
  'issue-mismatch',
  'not-sold-here',
  'already-printed',
  'already-sent',
  'already-shown',
  'taken-back',
  'order-open',
  'printer-address',
  'printer-gone',
  'paper-width',
  'printout-moved',
  'printer-full',
  'issuer-unreachable',
  'issuer-unclear',
  'search-unproved',
  /** Redemptions are paused until the journal is complete again. */
  'journal-gap',
  'shift-closed',
  /** The next Z number of a till is unknown until the till has reported its last number. */
  'till-awaited',
  'shop-suspended',
  /** The issuer books this shop's redemptions under another mid than the settings have. */
  'shop-stopped',
  'not-ready',
  'internal',
]);
export type ProblemCode = z.infer<typeof problemCodeSchema>;

/**
 * The safety of repeating a request: `safe`, `never`, or only after checking the outcome
 * (`after-check`).
 */
export const retrySchema = z.enum(['safe', 'never', 'after-check']);
export type Retry = z.infer<typeof retrySchema>;

/** Details that a screen needs with the code; never a ref or a secret. */
export const problemDetailsSchema = z.object({
  /** The first faulty field of the body, for example `amount`. */
  field: z.optional(z.string()),
  retryAfterMs: z.optional(z.number()),
  device: z.optional(z.string()),
  since: z.optional(z.string()),
  attemptsLeft: z.optional(z.number()),
  /** The limit that a manager has to approve. */
  limit: z.optional(metLimitSchema),
  /** The faulty range, by position from 0. */
  range: z.optional(z.number()),
  /**
   * Ranges of the list with cards that already belong to an activation. Each has its position from
   * 0, and the cards, person and start (ISO 8601 UTC) of that activation.
   */
  overlaps: z.optional(
    z.array(z.object({ range: z.number(), start: z.string(), end: z.string(), person: z.string(), at: z.string() })),
  ),
});
export type ProblemDetails = z.infer<typeof problemDetailsSchema>;

/**
 * Body of every response that is not 2xx. It also contains the fields of RFC 9457, for programs
 * that read those.
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
