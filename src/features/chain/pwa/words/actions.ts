import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { chainAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const chainActionTexts: ActionTexts<keyof typeof chainAuditActions> = {
  en: {
    'shop.added': 'Shop added',
    'shop.changed': 'Shop changed',
  },
  zh: {
    'shop.added': '已添加门店',
    'shop.changed': '门店已更改',
  },
  ms: {
    'shop.added': 'Kedai ditambah',
    'shop.changed': 'Kedai diubah',
  },
  ta: {
    'shop.added': 'கடை சேர்க்கப்பட்டது',
    'shop.changed': 'கடை மாற்றப்பட்டது',
  },
  fr: {
    'shop.added': 'Boutique ajoutée',
    'shop.changed': 'Boutique modifiée',
  },
};
