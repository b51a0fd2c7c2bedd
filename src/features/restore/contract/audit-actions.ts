import type { AuditActions } from '../../../contract/platform/audit.ts';

export const restoreAuditActions = {
  'restore.access-confirmed': 'data',
} as const satisfies AuditActions;
