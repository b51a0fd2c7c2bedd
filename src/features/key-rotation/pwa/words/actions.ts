import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { keyRotationAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const keyRotationActionTexts: ActionTexts<keyof typeof keyRotationAuditActions> = {
  en: {
    'data.keys-rotated': 'Journal keys rotated on the server',
  },
  zh: {
    'data.keys-rotated': '已在服务器上更换流水的密钥',
  },
  ms: {
    'data.keys-rotated': 'Kunci jurnal ditukar di pelayan',
  },
  ta: {
    'data.keys-rotated': 'பதிவேட்டின் விசைகள் சேவையகத்தில் மாற்றப்பட்டன',
  },
  fr: {
    'data.keys-rotated': 'Clés du journal changées sur le serveur',
  },
};
