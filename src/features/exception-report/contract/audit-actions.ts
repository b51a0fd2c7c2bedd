import type { AuditActions } from '../../../contract/platform/audit.ts';

export const exceptionAuditActions = {
  'exception.looked-at': 'data',
} as const satisfies AuditActions;
