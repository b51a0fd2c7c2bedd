import { managerRequestSchema } from '../../../contract/access/approval.ts';
import { type Endpoint, get, list, post, put, remove } from '../../../contract/platform/endpoint.ts';
import { approvalAnswerSchema, managerRequestStatusSchema, openApprovalSchema } from './open-approval.ts';

export const remoteApprovalEndpoints = {
  askApproval: put('/api/approvals/:id/asked', 'session', managerRequestSchema, managerRequestStatusSchema),
  askedApproval: get('/api/approvals/:id/asked', 'session', managerRequestStatusSchema, { background: true }),
  takeBackApproval: remove('/api/approvals/:id/asked', 'session', null),
  openApprovals: get('/api/approvals', 'manager', list(openApprovalSchema), { background: true }),
  answerApproval: post('/api/approvals/:id/answer', 'manager', approvalAnswerSchema, null),
} as const satisfies Record<string, Endpoint>;
