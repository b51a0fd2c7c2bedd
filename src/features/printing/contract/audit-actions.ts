import type { AuditActions } from '../../../contract/platform/audit.ts';

export const printingAuditActions = {
  'printer.added': 'devices',
  'printer.changed': 'devices',
  'printer.removed': 'devices',
  'printer.chosen': 'devices',
  'printer.drawer-opened': 'devices',
  'printer.printed-again': 'devices',
  'printer.paper-seen': 'devices',
} as const satisfies AuditActions;
