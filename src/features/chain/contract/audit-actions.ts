import type { AuditActions } from '../../../contract/platform/audit.ts';

export const chainAuditActions = {
  'shop.added': 'data',
  'shop.changed': 'data',
} as const satisfies AuditActions;
