import type { AuditActions } from '../../../contract/platform/audit.ts';

export const holdAuditActions = {
  'hold.put': 'redemptions',
  'hold.let-go': 'redemptions',
} as const satisfies AuditActions;
