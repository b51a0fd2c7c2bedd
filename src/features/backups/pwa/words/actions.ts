import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { backupAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const backupActionTexts: ActionTexts<keyof typeof backupAuditActions> = {
  en: {
    'data.restored': 'Restored from a backup',
    'restore.access-confirmed': 'Access confirmed after a restore',
  },
  zh: {
    'data.restored': '已从备份恢复',
    'restore.access-confirmed': '恢复后确认了访问权限',
  },
  ms: {
    'data.restored': 'Dipulihkan daripada sandaran',
    'restore.access-confirmed': 'Akses disahkan selepas pemulihan',
  },
  ta: {
    'data.restored': 'காப்புப் பிரதியிலிருந்து மீட்டெடுக்கப்பட்டது',
    'restore.access-confirmed': 'மீட்டெடுத்த பின் அணுகல் உறுதிப்படுத்தப்பட்டது',
  },
  fr: {
    'data.restored': 'Rétabli depuis une sauvegarde',
    'restore.access-confirmed': 'Accès confirmé après une restauration',
  },
};
