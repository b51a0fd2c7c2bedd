import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { backupAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const backupActionTexts: ActionTexts<keyof typeof backupAuditActions> = {
  en: {
    'data.restored': 'Restored from a backup',
  },
  zh: {
    'data.restored': '已从备份恢复',
  },
  ms: {
    'data.restored': 'Dipulihkan daripada sandaran',
  },
  ta: {
    'data.restored': 'காப்புப் பிரதியிலிருந்து மீட்டெடுக்கப்பட்டது',
  },
  fr: {
    'data.restored': 'Rétabli depuis une sauvegarde',
  },
};
