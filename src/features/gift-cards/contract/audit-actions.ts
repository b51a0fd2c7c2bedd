import type { AuditActions } from '../../../contract/platform/audit.ts';

export const activationAuditActions = {
  'card.set-aside': 'cards',
} as const satisfies AuditActions;
