import * as z from 'zod/mini';
import { issueRequestSchema } from '../../../contract/redemption/issue-request.ts';
import type { Delivery } from '../../../pwa/pending-operations/pending-operation.ts';
import { type IssueView } from '../contract/issue.ts';

export const pendingIssueSchema = z.object({
  id: z.string(),
  personId: z.string(),
  order: z.omit(issueRequestSchema, { pin: true }),
  productName: z.string(),
  savedAt: z.number(),
});
/** An order of vouchers with the id that this page created. It contains no voucher. */
export type PendingIssue = z.infer<typeof pendingIssueSchema>;

/** An order until the server has confirmed it. */
export type Selling = Delivery<PendingIssue, IssueView>;
