import type { AuditActions } from '../../../contract/platform/audit.ts';

export const backupAuditActions = {
  'data.restored': 'data',
  'restore.access-confirmed': 'data',
} as const satisfies AuditActions;
