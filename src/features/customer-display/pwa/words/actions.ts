import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { displayAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const displayActionTexts: ActionTexts<keyof typeof displayAuditActions> = {
  en: {
    'device.display-connected': 'Customer display connected',
    'device.display-ended': 'Customer display disconnected',
  },
  zh: {
    'device.display-connected': '已连接顾客显示屏',
    'device.display-ended': '已断开顾客显示屏',
  },
  ms: {
    'device.display-connected': 'Paparan pelanggan disambungkan',
    'device.display-ended': 'Paparan pelanggan diputuskan',
  },
  ta: {
    'device.display-connected': 'வாடிக்கையாளர் திரை இணைக்கப்பட்டது',
    'device.display-ended': 'வாடிக்கையாளர் திரை துண்டிக்கப்பட்டது',
  },
  fr: {
    'device.display-connected': 'Écran client connecté',
    'device.display-ended': 'Écran client déconnecté',
  },
};
