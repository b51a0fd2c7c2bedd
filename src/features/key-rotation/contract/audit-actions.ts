import type { AuditActions } from '../../../contract/platform/audit.ts';

export const keyRotationAuditActions = {
  'data.keys-rotated': 'data',
} as const satisfies AuditActions;
