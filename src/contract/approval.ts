import * as z from 'zod/mini';
import { activationRequestSchema } from './activation.ts';
import { issueRequestSchema } from './issue.ts';
import { pinSchema } from './people.ts';
import { refundRequestSchema } from './refund.ts';
import { tenderRequestSchema } from './tender.ts';

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
  wish: z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('issue'), order: z.omit(issueRequestSchema, { pin: true }) }),
    z.strictObject({ kind: z.literal('activation'), ranges: activationRequestSchema.shape.ranges }),
    z.strictObject({ kind: z.literal('refund'), refund: refundRequestSchema }),
    z.strictObject({ kind: z.literal('tender'), tender: tenderRequestSchema }),
  ]),
});
export type ApprovalRequest = z.infer<typeof approvalRequestSchema>;
/** What is to be approved. */
export type ApprovedWish = ApprovalRequest['wish'];

export const approvalSchema = z.object({
  /** The name of the manager. */
  person: z.string(),
  /** ISO 8601 UTC; the wish has to be sent before. */
  expiresAt: z.string(),
});
export type Approval = z.infer<typeof approvalSchema>;
