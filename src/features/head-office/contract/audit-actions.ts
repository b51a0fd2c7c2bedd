import type { AuditActions } from '../../../contract/platform/audit.ts';

export const officeAuditActions = {
  'office.member-added': 'people',
  'office.member-removed': 'people',
  'office.code-made': 'people',
  'office.code-refused': 'sign-in',
  'passkey.added': 'people',
  'passkey.renamed': 'people',
  'passkey.removed': 'people',
  'passkey.refused': 'sign-in',
  /** Another manager's PIN confirmed a session. */
  'passkey.replaced': 'sign-in',
} as const satisfies AuditActions;
