import type { AuditActions } from '../../../contract/platform/audit.ts';

export const closingAuditActions = {
  'shift.closed': 'data',
  'shift.left-open': 'data',
  'shift.noted': 'data',
  'shift.numbers-burnt': 'data',
  'books.changed': 'data',
  'books.exported': 'data',
  'match.noted': 'data',
} as const satisfies AuditActions;
