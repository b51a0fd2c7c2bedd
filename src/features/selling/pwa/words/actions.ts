import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { issueAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const issueActionTexts: ActionTexts<keyof typeof issueAuditActions> = {
  en: {
    'voucher.reprinted': 'Vouchers printed again',
    'voucher.sent-again': 'Voucher link sent again',
    'voucher.shown-again': 'Voucher shown on the screen again',
  },
  zh: {
    'voucher.reprinted': '重新打印券',
    'voucher.sent-again': '再次发出券链接',
    'voucher.shown-again': '再次在屏幕上显示券',
  },
  ms: {
    'voucher.reprinted': 'Baucar dicetak semula',
    'voucher.sent-again': 'Pautan baucar diberi semula',
    'voucher.shown-again': 'Baucar dipaparkan semula pada skrin',
  },
  ta: {
    'voucher.reprinted': 'வவுச்சர்கள் மீண்டும் அச்சு',
    'voucher.sent-again': 'வவுச்சர் இணைப்பு மீண்டும் தரப்பட்டது',
    'voucher.shown-again': 'வவுச்சர் திரையில் மீண்டும் காட்டப்பட்டது',
  },
  fr: {
    'voucher.reprinted': 'Bons réimprimés',
    'voucher.sent-again': 'Lien d’un bon redonné',
    'voucher.shown-again': 'Bon affiché à nouveau à l’écran',
  },
};
