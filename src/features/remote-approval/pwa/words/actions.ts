import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { remoteApprovalAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const remoteApprovalActionTexts: ActionTexts<keyof typeof remoteApprovalAuditActions> = {
  en: {
    'approval.refused': 'Approval declined',
  },
  zh: {
    'approval.refused': '已拒绝批准',
  },
  ms: {
    'approval.refused': 'Kelulusan ditolak',
  },
  ta: {
    'approval.refused': 'ஒப்புதல் மறுக்கப்பட்டது',
  },
  fr: {
    'approval.refused': 'Accord refusé',
  },
};
