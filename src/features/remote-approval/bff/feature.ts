import { defineServer } from '../../../bff/app/feature.ts';
import { publishChange } from '../../../bff/redemption/operation/changes.ts';
import type { remoteApprovalEndpoints } from '../contract/endpoints.ts';
import { createApprovalRequests } from './approval-requests.ts';
import { remoteApprovalRoutes } from './route.ts';

export const remoteApproval = defineServer({
  name: 'remote-approval',
  summaries: {
    askApproval: 'Requests a manager’s approval, on the managers’ own devices.',
    askedApproval: 'Returns the state of an approval request.',
    takeBackApproval: 'Cancels an approval request.',
    openApprovals: 'Requests that wait for a manager’s approval.',
    answerApproval: 'A manager approves or declines a request.',
  } satisfies Record<keyof typeof remoteApprovalEndpoints, string>,
  examples: {
    askApproval: {
      wish: { kind: 'refund', refund: { tenderId: '0b7d8b1e-52f4-4b1c-9a5e-3c1f7d2a9e60', reason: 'a wrong amount' } },
    },
    answerApproval: { approved: true },
  },
  money: { none: ['askApproval', 'takeBackApproval', 'answerApproval'] },
  unconfirmed: {
    answerApproval: 'decides one operation, with its evidence in the trail, while a customer waits',
  },
  create(core) {
    const approvalRequests = createApprovalRequests({ ...core, notify: (id) => publishChange(core, 'approval', id) });
    return { parts: { approvalRequests }, routes: ({ on }) => remoteApprovalRoutes(on, approvalRequests) };
  },
});
