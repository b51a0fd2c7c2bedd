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

/** An operation that needs a manager, or was dropped instead. */
export const managerRequestSchema = z.strictObject({ wish: approvableOperationSchema });
export type ManagerRequest = z.infer<typeof managerRequestSchema>;

/** The facts about a request that a manager sees. */
export const requestSummarySchema = z.object({
  kind: z.enum(['issue', 'activation', 'refund', 'tender', 'reprint']),
  /** Null for cards, or if the value is unknown. */
  worth: z.nullable(voucherValueSchema),
  cards: z.nullable(z.int()),
  /** Last four of the voucher; null without a voucher, or if the code does not contain them. */
  last4: z.nullable(z.string()),
  /** Reason for a refund, entered by the requester. */
  reason: z.nullable(z.string()),
  /** The limit that the request exceeds; null for another reason. */
  limit: z.optional(z.nullable(metLimitSchema)),
});
export type RequestSummary = z.infer<typeof requestSummarySchema>;
