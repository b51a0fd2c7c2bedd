import * as z from 'zod/mini';
import { worthSchema } from '../money/money.ts';
import { activationRequestSchema } from '../redemption/activation-request.ts';
import { issueRequestSchema } from '../redemption/issue-request.ts';
import { refundRequestSchema } from '../redemption/refund.ts';
import { tenderRequestSchema } from '../redemption/tender.ts';
import { pinSchema } from './people.ts';

const approvedWishSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('issue'), order: z.omit(issueRequestSchema, { pin: true }) }),
  z.strictObject({ kind: z.literal('activation'), ranges: activationRequestSchema.shape.ranges }),
  z.strictObject({ kind: z.literal('refund'), refund: refundRequestSchema }),
  z.strictObject({ kind: z.literal('tender'), tender: tenderRequestSchema }),
  /** Of the issue whose id it goes with. */
  z.strictObject({ kind: z.literal('reprint'), vouchers: z.int().check(z.minimum(1)) }),
]);
/** What is to be approved. */
export type ApprovedWish = z.infer<typeof approvedWishSchema>;

/**
 * Body of `PUT /api/approvals/:id`, where `id` is that of the wish.
 *
 * A manager types the PIN at the till of whoever asks. It goes for this wish as it stands here,
 * once, and not for long.
 */
export const approvalRequestSchema = z.strictObject({
  /** The manager. */
  personId: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: pinSchema,
  wish: approvedWishSchema,
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

export const approvalSchema = z.object({
  /** The name of the manager. */
  person: z.string(),
  /** ISO 8601 UTC; the wish has to be sent before. */
  expiresAt: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** Body of `PUT /api/approvals/:id/asked`: managers are asked on their own devices. */
export const approvalAskSchema = z.strictObject({ wish: approvedWishSchema });
export type ApprovalAsk = z.infer<typeof approvalAskSchema>;

/** How a wish stands that managers were asked about. */
export const askedApprovalSchema = z.object({
  /** `over`: nobody answered in time. */
  state: z.enum(['asked', 'approved', 'refused', 'over']),
  /** Whoever answered. */
  person: z.nullable(z.string()),
  /** ISO 8601 UTC; an answer has to come before. */
  expiresAt: z.string(),
  /** False if no manager but whoever asks is signed in on any device, so that nobody sees it. */
  managerSignedIn: z.optional(z.boolean()),
});
export type AskedApproval = z.infer<typeof askedApprovalSchema>;

/** A wish that waits for a manager; the id is that of the wish. */
export const openApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(['issue', 'activation', 'refund', 'tender', 'reprint']),
  person: z.string(),
  device: z.string(),
  /** Null where it is about cards, or nobody knows what they are worth. */
  worth: z.nullable(worthSchema),
  cards: z.nullable(z.int()),
  /** Of the voucher; null where it is about none, or its code names none. */
  last4: z.nullable(z.string()),
  /** Of a refund, in the words of whoever asks. */
  reason: z.nullable(z.string()),
  /** Names the request as it is shown here; the answer repeats it. */
  version: z.string(),
  expiresAt: z.string(),
});
export type OpenApproval = z.infer<typeof openApprovalSchema>;

/**
 * Body of `POST /api/approvals/:id/answer`.
 *
 * `version` is that of the request that the manager saw. An approval without it, or of another one,
 * is refused with 409 `case-moved`.
 */
export const approvalAnswerSchema = z.strictObject({
  approved: z.boolean(),
  version: z.optional(z.string().check(z.maxLength(128))),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
