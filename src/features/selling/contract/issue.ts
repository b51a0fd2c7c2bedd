import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { voucherValueSchema } from '../../../contract/money/money.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { ISSUE_STATES, statesOf, statesWhere } from '../../../contract/redemption/states.ts';
import { tenderIdSchema } from '../../../contract/redemption/tender.ts';
import { refusalSchema } from '../../../contract/voucher/refusal.ts';
import { voucherStatusSchema } from '../../../contract/voucher/voucher.ts';

/** The state of an issue of vouchers; {@link ISSUE_STATES} explains each. */
export const issueStateSchema = z.enum(statesOf(ISSUE_STATES));
export type IssueState = z.infer<typeof issueStateSchema>;

/** True while a server is processing the issue. */
export function isIssueOpen(state: IssueState): boolean {
  return ISSUE_STATES[state].open;
}

/** States with a lost answer to a request. */
export const UNANSWERED_ISSUE_STATES = statesWhere(ISSUE_STATES, ({ forManager }) => forManager);

/**
 * The reason why vouchers are missing: a person or the server stopped, the issuer could not be
 * reached, or a manager stopped the repeats for a lost answer.
 */
export const issueStopReasonSchema = z.enum(['asked', 'server-stopped', 'issuer-silent', 'closed']);
export type IssueStopReason = z.infer<typeof issueStopReasonSchema>;

/** A product of the catalogue. Fields that the issuer did not send are null. */
export const productViewSchema = z.object({
  code: z.string(),
  name: z.string(),
  /** True: an issue has to name a face value. */
  openValue: z.nullable(z.boolean()),
  /** Initial balance of one voucher; null for open value. */
  worth: z.nullable(voucherValueSchema),
  /** True: one redemption uses up the whole voucher. */
  singleUse: z.nullable(z.boolean()),
  description: z.nullable(z.string()),
  terms: z.nullable(z.string()),
});
export type ProductView = z.infer<typeof productViewSchema>;

/** An issued voucher: all data for its holder, and as good as money. */
export const issuedVoucherSchema = z.object({
  code: z.string(),
  voucherId: z.string(),
  name: z.nullable(z.string()),
  productName: z.nullable(z.string()),
  remaining: z.nullable(voucherValueSchema),
  status: voucherStatusSchema,
  /** Last instant of use, ISO 8601 UTC. */
  expires: z.nullable(z.string()),
  url: z.nullable(z.string()),
  shortUrl: z.nullable(z.string()),
  pin: z.nullable(z.string()),
});
export type IssuedVoucher = z.infer<typeof issuedVoucherSchema>;

/** Channels through which a voucher is released to a person. */
export const CHANNELS = ['print', 'send', 'show'] as const;
export type Channel = (typeof CHANNELS)[number];

/**
 * A voucher in the view of its issue. Usable fields are null, because only a recorded release
 * returns them, and none after the sale was taken back. The answer to the order itself has them
 * until the first release.
 */
export const issuedVoucherViewSchema = z.object({
  ...issuedVoucherSchema.shape,
  /**
   * The latest release of its link for sending: the time and the person who sent it. Null if it was
   * not released.
   */
  sent: z.catch(z.nullable(z.object({ at: z.string(), person: z.string() })), null),
  /**
   * The latest release through any channel; null before the first. `unknown`: the journal may have
   * lost a release, after a restore.
   */
  released: z.catch(
    z.nullable(
      z.object({
        channel: z.enum([...CHANNELS, 'unknown']),
        at: z.nullable(z.string()),
        person: z.nullable(z.string()),
      }),
    ),
    null,
  ),
  last4: z.string(),
  code: z.nullable(z.string()),
  voucherId: z.nullable(z.string()),
});
export type IssuedVoucherView = z.infer<typeof issuedVoucherViewSchema>;

/** An issue without its vouchers, for lists. Times are ISO 8601 UTC. */
export const issueSummarySchema = z.object({
  id: z.string(),
  state: issueStateSchema,
  productCode: z.string(),
  productName: z.nullable(z.string()),
  quantity: z.int(),
  faceValue: z.nullable(z.int()),
  clientReference: z.nullable(z.string()),
  issued: z.int(),
  /** How many are missing. While a request is at the issuer, it may have issued some of them. */
  remainder: z.int(),
  /** The issuer's last refusal, null if there was none. */
  refusal: z.nullable(refusalSchema),
  /** Why it is `stopped`; null in other states. */
  stopReason: z.nullable(issueStopReasonSchema),
  /** Position after the last printed voucher; and the person who printed last. */
  printed: z.int(),
  lastPrint: z.nullable(z.object({ at: z.string(), person: z.string() })),
  /** Set once a manager took the sale back; `receiptNo` is that of the register's refund. */
  takenBack: z.catch(
    z.nullable(z.object({ at: z.string(), person: z.string(), reason: z.string(), receiptNo: z.nullable(z.string()) })),
    null,
  ),
  createdAt: z.string(),
  changedAt: z.string(),
  person: z.string(),
  device: z.string(),
});
export type IssueSummary = z.infer<typeof issueSummarySchema>;

/** An issue with its vouchers, for the person who created it and for managers. */
export const issueViewSchema = z.object({ ...issueSummarySchema.shape, vouchers: z.array(issuedVoucherViewSchema) });
export type IssueView = z.infer<typeof issueViewSchema>;

/**
 * Body of `POST /api/issues/:id/print`. Without a reason it prints what was not released before; a
 * manager, with a reason, prints all again. `print` is created by the page: a repeated request with
 * the same id is the same print.
 */
export const printRequestSchema = z.strictObject({
  print: z.uuid(),
  reason: z.optional(reasonSchema),
});
export type PrintRequest = z.infer<typeof printRequestSchema>;

/** Body of `POST /api/issues/:id/take-back`. `receiptNo` is that of the register's refund. */
export const takeBackRequestSchema = z.strictObject({
  /** Of this request: a copy that arrives after the return was undone has no effect. */
  id: z.optional(tenderIdSchema),
  reason: reasonSchema,
  receiptNo: z.optional(receiptNoSchema),
});
export type TakeBackRequest = z.infer<typeof takeBackRequestSchema>;
/** `at`: the time of the return to undo, as shown. A later return stays. */
export const undoReturnRequestSchema = z.strictObject({ at: z.optional(z.string()) });
export type UndoReturnRequest = z.infer<typeof undoReturnRequestSchema>;

/**
 * A released voucher, with its position in its issue. `isCopy`: it was released before, so its
 * printout has to be marked as a copy.
 */
export const releasedVoucherSchema = z.object({
  ...issuedVoucherSchema.shape,
  position: z.int(),
  isCopy: z.catch(z.boolean(), false),
});
export const printAnswerSchema = z.object({ vouchers: z.array(releasedVoucherSchema) });
export type ReleasedVoucher = z.infer<typeof releasedVoucherSchema>;

/** The subject of a voucher's printouts. */
export function voucherSubject(issueId: string, position: number): string {
  return `${issueId}:${position}`;
}

/**
 * Body of `POST /api/issues/:id/send`: one voucher's link, by position from 0. It is released once
 * to the person who sold it; later, or once it was printed or shown, to a manager with a reason.
 * `sending` is created by the page, as `print` is.
 */
export const sendRequestSchema = z.strictObject({
  sending: z.uuid(),
  position: z.int().check(z.minimum(0), z.maximum(LIMITS.issueQuantityMax)),
  reason: printRequestSchema.shape.reason,
});
export type SendRequest = z.infer<typeof sendRequestSchema>;

/** Body of `POST /api/issues/:id/show`: as for sending, to show a voucher on the screen. */
export const showRequestSchema = z.strictObject({
  showing: z.uuid(),
  position: sendRequestSchema.shape.position,
  reason: printRequestSchema.shape.reason,
});
export type ShowRequest = z.infer<typeof showRequestSchema>;

/**
 * The issuer's own link of the voucher, and the PIN that it requires. Both are null if the issuer
 * gave none.
 */
export const sendAnswerSchema = z.object({ link: z.nullable(z.string()), pin: z.nullable(z.string()) });
export type SentVoucher = z.infer<typeof sendAnswerSchema>;

/**
 * Body of `POST /api/issues/:id/states`: the first voucher, by position from 0. The response covers
 * as many as one request to the issuer.
 */
export const statesRequestSchema = z.strictObject({
  from: z.int().check(z.minimum(0), z.maximum(LIMITS.issueQuantityMax)),
});

/** The current state of an issue's vouchers at the issuer. `unknown`: the issuer stated none. */
export const statesAnswerSchema = z.object({
  states: z.array(
    z.object({
      position: z.int(),
      status: voucherStatusSchema,
      remaining: z.nullable(voucherValueSchema),
      expires: z.nullable(z.string()),
    }),
  ),
});
export type VoucherNow = z.infer<typeof statesAnswerSchema>['states'][number];
