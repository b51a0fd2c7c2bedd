import { lazy } from 'react';
import type { PageFeature } from '../../../pwa/shell/feature.ts';
import { openApprovalsQuery } from './queries.ts';

const ApprovalAlert = lazy(() => import('./approval-alert.tsx').then(({ ApprovalAlert: Part }) => ({ default: Part })));
const OpenApprovals = lazy(() => import('./open-approvals.tsx').then(({ OpenApprovals: Part }) => ({ default: Part })));
const RequestApproval = lazy(() =>
  import('./request-approval.tsx').then(({ RequestApproval: Part }) => ({ default: Part })),
);

export const remoteApprovalPages: PageFeature = {
  name: 'remote-approval',
  slots: {
    manager: ApprovalAlert,
    waitingForManager: { query: openApprovalsQuery, List: OpenApprovals },
    requestApproval: RequestApproval,
  },
};
