import type { AuditActions } from '../../../contract/platform/audit.ts';

export const historyAuditActions = {
  'story.opened': 'stories',
  'story.noted': 'stories',
} as const satisfies AuditActions;
