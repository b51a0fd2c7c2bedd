import * as z from 'zod/mini';
import { requestSummarySchema } from '../../../contract/access/approval.ts';

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
export const openApprovalSchema = z.extend(requestSummarySchema, {
  id: z.string(),
  person: z.string(),
  device: z.string(),
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
