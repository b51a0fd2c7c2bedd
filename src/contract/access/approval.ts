import * as z from 'zod/mini';
import { voucherValueSchema } from '../money/money.ts';
import { activationRequestSchema } from '../redemption/activation-request.ts';
import { issueRequestSchema } from '../redemption/issue-request.ts';
import { refundRequestSchema } from '../redemption/refund.ts';
import { tenderRequestSchema } from '../redemption/tender.ts';
import { pinSchema } from './people.ts';
import { metLimitSchema } from './sale-limit.ts';

const approvableOperationSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('issue'), order: z.omit(issueRequestSchema, { pin: true }) }),
  z.strictObject({ kind: z.literal('activation'), ranges: activationRequestSchema.shape.ranges }),
  z.strictObject({ kind: z.literal('refund'), refund: refundRequestSchema }),
  z.strictObject({ kind: z.literal('tender'), tender: tenderRequestSchema }),
  /** `id` of a reprint is the id of the issue. */
  z.strictObject({ kind: z.literal('reprint'), vouchers: z.int().check(z.minimum(1)) }),
]);
export type ApprovableOperation = z.infer<typeof approvableOperationSchema>;

/**
 * Body of `PUT /api/approvals/:id`, where `id` is that of the request. A manager enters the PIN at
 * the requester's till. The approval covers exactly this request, once, for a short time.
 */
export const approvalRequestSchema = z.strictObject({
  personId: z.string().check(z.minLength(1), z.maxLength(64)),
  pin: pinSchema,
  wish: approvableOperationSchema,
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;

export const approvalSchema = z.object({
  person: z.string(),
  /** End of the approval, ISO 8601 UTC. The request has to be sent earlier. */
  expiresAt: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;

/** Body of `PUT /api/approvals/:id/asked`: sends the request to managers on their own devices. */
export const managerRequestSchema = z.strictObject({ wish: approvableOperationSchema });
export type ManagerRequest = z.infer<typeof managerRequestSchema>;

export const managerRequestStatusSchema = z.object({
  /** `over`: no manager answered in time. */
  state: z.enum(['asked', 'approved', 'refused', 'over']),
  person: z.nullable(z.string()),
  /** End of the wait for an answer, ISO 8601 UTC. */
  expiresAt: z.string(),
  /**
   * False if no manager except the requester is signed in on any device, so that no one sees the
   * request.
   */
  managerSignedIn: z.optional(z.boolean()),
});
export type ManagerRequestStatus = z.infer<typeof managerRequestStatusSchema>;

/** A request that waits for a manager; the id is that of the request. */
export const openApprovalSchema = z.object({
  id: z.string(),
  kind: z.enum(['issue', 'activation', 'refund', 'tender', 'reprint']),
  person: z.string(),
  device: z.string(),
  /** Null for cards, or if the value is unknown. */
  worth: z.nullable(voucherValueSchema),
  cards: z.nullable(z.int()),
  /** Last four of the voucher; null without a voucher, or if the code does not contain them. */
  last4: z.nullable(z.string()),
  /** Reason for a refund, entered by the requester. */
  reason: z.nullable(z.string()),
  /** The limit that the request exceeds; null for another reason. */
  limit: z.optional(z.nullable(metLimitSchema)),
  /** Version of the request as displayed; the answer repeats it. */
  version: z.string(),
  expiresAt: z.string(),
});
export type OpenApproval = z.infer<typeof openApprovalSchema>;

/**
 * Body of `POST /api/approvals/:id/answer`. `version` is that of the request that the manager saw.
 * An approval without a version, or for another version, is refused with 409 `case-moved`.
 */
export const approvalAnswerSchema = z.strictObject({
  approved: z.boolean(),
  version: z.optional(z.string().check(z.maxLength(128))),
});
export type ApprovalAnswer = z.infer<typeof approvalAnswerSchema>;
