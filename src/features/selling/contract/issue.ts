import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { worthSchema } from '../../../contract/money/money.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { ISSUE_STATES, statesOf, statesWhere } from '../../../contract/redemption/states.ts';
import { refusalSchema } from '../../../contract/voucher/refusal.ts';
import { voucherStatusSchema } from '../../../contract/voucher/voucher.ts';

/** Where an issue of vouchers stands; what each state means is in {@link ISSUE_STATES}. */
export const issueStateSchema = z.enum(statesOf(ISSUE_STATES));
export type IssueState = z.infer<typeof issueStateSchema>;

/** True while a server works on it. */
export function isIssueOpen(state: IssueState): boolean {
  return ISSUE_STATES[state].open;
}

/** States in which the answer to a request was lost. */
export const UNANSWERED_ISSUE_STATES = statesWhere(ISSUE_STATES, ({ forManager }) => forManager);

/**
 * Why the remainder was left.
 *
 * Somebody stopped it, the server did, the issuer could not be reached, or a manager gave up asking
 * for a lost answer.
 */
export const issueStopReasonSchema = z.enum(['asked', 'server-stopped', 'issuer-silent', 'closed']);
export type IssueStopReason = z.infer<typeof issueStopReasonSchema>;

/** A product of the catalogue. What the issuer did not tell is null. */
export const productViewSchema = z.object({
  code: z.string(),
  name: z.string(),
  /** True: an issue has to name a face value. */
  openValue: z.nullable(z.boolean()),
  /** What one voucher holds at first; null for open value. */
  worth: z.nullable(worthSchema),
  /** True: one redemption consumes the whole voucher. */
  singleUse: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  terms: z.nullable(z.string()),
});
export type ProductView = z.infer<typeof productViewSchema>;

/** A voucher that was issued: everything that its holder needs, and as good as money. */
export const issuedVoucherSchema = z.object({
  /** What a shop redeems by. */
  code: z.string(),
  voucherId: z.string(),
  name: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  remaining: z.nullable(worthSchema),
  status: voucherStatusSchema,
  /** Last instant of use, ISO 8601 UTC. */
  expires: z.nullable(z.string()),
  url: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  pin: z.nullable(z.string()),
});
export type IssuedVoucher = z.infer<typeof issuedVoucherSchema>;

/**
 * A voucher of an issue as looking at the issue shows it.
 *
 * What it can be used by is null once it was printed or sent: from then on a print or a sending
 * alone gives it, and each is written down.
 */
export const shownVoucherSchema = z.object({
  ...issuedVoucherSchema.shape,
  /**
   * When its link was last given out to be sent, and by whom.
   *
   * It is null when it was not.
   */
  sent: z.catch(z.nullable(z.object({ at: z.string(), person: z.string() })), null),
  /** Of the code. */
  last4: z.string(),
  code: z.nullable(z.string()),
  voucherId: z.nullable(z.string()),
});
export type ShownVoucher = z.infer<typeof shownVoucherSchema>;

/** An issue without its vouchers, as lists show it. Times are ISO 8601 UTC. */
export const issueSummarySchema = z.object({
  id: z.string(),
  state: issueStateSchema,
  productCode: z.string(),
  productName: z.nullable(z.string()),
  quantity: z.int(),
  faceValue: z.nullable(z.int()),
  clientReference: z.nullable(z.string()),
  /** How many vouchers are here. */
  issued: z.int(),
  /**
   * How many are not.
   *
   * While a request is with the issuer, it may have issued some of them.
   */
  remainder: z.int(),
  /** What the issuer refused last, null when it did not. */
  refusal: z.nullable(refusalSchema),
  /** Why it is `stopped`; null in other states. */
  stopReason: z.nullable(issueStopReasonSchema),
  /** How many of its vouchers, from the first, were printed; and by whom last. */
  printed: z.int(),
  lastPrint: z.nullable(z.object({ at: z.string(), person: z.string() })),
  createdAt: z.string(),
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
});
export type IssueSummary = z.infer<typeof issueSummarySchema>;

/** An issue with its vouchers, for whoever made it and for managers. */
export const issueViewSchema = z.object({ ...issueSummarySchema.shape, vouchers: z.array(shownVoucherSchema) });
export type IssueView = z.infer<typeof issueViewSchema>;

/**
 * Body of `POST /api/issues/:id/print`.
 *
 * Without a reason it prints what was not printed before; a manager, with one, prints all again.
 * `print` is made by the page: the same print asked for again within a short while is the same
 * print.
 */
export const printRequestSchema = z.strictObject({
  print: z.uuid(),
  reason: z.optional(reasonSchema),
});
export type PrintRequest = z.infer<typeof printRequestSchema>;

/** What goes on the paper, with the position of each voucher in its issue. */
export const printAnswerSchema = z.object({
  vouchers: z.array(z.object({ ...issuedVoucherSchema.shape, position: z.int() })),
});
export type PrintedVoucher = z.infer<typeof printAnswerSchema>['vouchers'][number];

/**
 * Body of `POST /api/issues/:id/send`: one voucher's link, by position from 0.
 *
 * It goes once for whoever sold it; after that, or once it was printed, for a manager with a
 * reason. `sending` is made by the page, as `print` is.
 */
export const sendRequestSchema = z.strictObject({
  sending: z.uuid(),
  position: z.int().check(z.minimum(0), z.maximum(LIMITS.issueQuantityMax)),
  reason: printRequestSchema.shape.reason,
});
export type SendRequest = z.infer<typeof sendRequestSchema>;

/**
 * The issuer's own link of the voucher, and the PIN that it wants.
 *
 * Both are null where the issuer gave none.
 */
export const sendAnswerSchema = z.object({ link: z.nullable(z.string()), pin: z.nullable(z.string()) });
export type SentVoucher = z.infer<typeof sendAnswerSchema>;

/**
 * Body of `POST /api/issues/:id/states`: from which voucher on, by position from 0.
 *
 * It tells as many as the issuer tells of at once.
 */
export const statesRequestSchema = z.strictObject({
  from: z.int().check(z.minimum(0), z.maximum(LIMITS.issueQuantityMax)),
});

/** How vouchers of an issue stand at the issuer now. `unknown`: it told nothing of this one. */
export const statesAnswerSchema = z.object({
  states: z.array(
    z.object({
      position: z.int(),
      status: voucherStatusSchema,
      remaining: z.nullable(worthSchema),
      expires: z.nullable(z.string()),
    }),
  ),
});
export type VoucherNow = z.infer<typeof statesAnswerSchema>['states'][number];
