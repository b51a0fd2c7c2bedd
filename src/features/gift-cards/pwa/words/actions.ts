import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { activationAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const activationActionTexts: ActionTexts<keyof typeof activationAuditActions> = {
  en: {
    'card.set-aside': 'Card set aside: possible tampering',
  },
  zh: {
    'card.set-aside': '卡已放到一边，可能被动过手脚',
  },
  ms: {
    'card.set-aside': 'Kad diketepikan, mungkin telah diusik',
  },
  ta: {
    'card.set-aside': 'அட்டை தனியே வைக்கப்பட்டது, மாற்றப்பட்டிருக்கலாம்',
  },
  fr: {
    'card.set-aside': 'Carte mise de côté, peut-être altérée',
  },
};
