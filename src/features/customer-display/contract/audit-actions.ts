import type { AuditActions } from '../../../contract/platform/audit.ts';

export const displayAuditActions = {
  'device.display-connected': 'devices',
  'device.display-ended': 'devices',
} as const satisfies AuditActions;
