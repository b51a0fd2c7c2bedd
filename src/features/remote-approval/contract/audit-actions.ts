import type { AuditActions } from '../../../contract/platform/audit.ts';

export const remoteApprovalAuditActions = {
  'approval.refused': 'redemptions',
} as const satisfies AuditActions;
