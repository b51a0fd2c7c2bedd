import type { AuditActions } from '../../../contract/platform/audit.ts';

export const issueAuditActions = {
  'voucher.reprinted': 'sales',
  'voucher.sent-again': 'sales',
  'voucher.shown-again': 'sales',
} as const satisfies AuditActions;
