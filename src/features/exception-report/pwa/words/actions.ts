import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { exceptionAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const exceptionActionTexts: ActionTexts<keyof typeof exceptionAuditActions> = {
  en: {
    'exception.looked-at': 'Exception reviewed',
  },
  zh: {
    'exception.looked-at': '异常已查看',
  },
  ms: {
    'exception.looked-at': 'Pengecualian dilihat',
  },
  ta: {
    'exception.looked-at': 'விதிவிலக்கு பார்க்கப்பட்டது',
  },
  fr: {
    'exception.looked-at': 'Exception regardée',
  },
};
