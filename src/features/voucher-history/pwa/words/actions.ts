import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { historyAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const historyActionTexts: ActionTexts<keyof typeof historyAuditActions> = {
  en: {
    'story.opened': 'Voucher history opened',
    'story.noted': 'Note added to a voucher',
  },
  zh: {
    'story.opened': '打开券历史',
    'story.noted': '给一张券写了备注',
  },
  ms: {
    'story.opened': 'Sejarah baucar dibuka',
    'story.noted': 'Catatan tentang baucar',
  },
  ta: {
    'story.opened': 'வவுச்சர் வரலாறு திறக்கப்பட்டது',
    'story.noted': 'வவுச்சர் பற்றிய குறிப்பு',
  },
  fr: {
    'story.opened': 'Historique d’un bon ouvert',
    'story.noted': 'Note sur un bon',
  },
};
