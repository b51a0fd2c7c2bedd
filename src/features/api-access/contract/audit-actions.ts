import type { AuditActions } from '../../../contract/platform/audit.ts';

export const connectionAuditActions = {
  'key.made': 'devices',
  'key.replaced': 'devices',
  'key.revoked': 'devices',
  'webhook.added': 'devices',
  'webhook.secret-changed': 'devices',
  'webhook.removed': 'devices',
  'webhook.sent-again': 'devices',
} as const satisfies AuditActions;
