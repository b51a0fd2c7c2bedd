import type { AuditActions } from '../../../contract/platform/audit.ts';

export const registerAuditActions = {
  'register.listed': 'data',
  'register.signs': 'data',
  'register.signs-not': 'data',
  'register.removed': 'data',
  'register.told': 'data',
} as const satisfies AuditActions;
