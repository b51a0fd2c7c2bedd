import type { AuditActions } from '../../../contract/platform/audit.ts';

export const transactionAuditActions = {
  'day.closed': 'data',
} as const satisfies AuditActions;
