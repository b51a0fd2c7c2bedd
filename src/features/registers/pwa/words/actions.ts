import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { registerAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const registerActionTexts: ActionTexts<keyof typeof registerAuditActions> = {
  en: {
    'register.listed': 'Register added',
    'register.signs': 'Signed links required from a register',
    'register.signs-not': 'Unsigned links allowed from a register',
    'register.removed': 'Register removed',
    'register.told': 'Register notified of the result',
  },
  zh: {
    'register.listed': '收银机已列入',
    'register.signs': '收银机为其链接签名',
    'register.signs-not': '收银机不再为其链接签名',
    'register.removed': '收银机已移除',
    'register.told': '已通知收银机结果',
  },
  ms: {
    'register.listed': 'Mesin daftar disenaraikan',
    'register.signs': 'Mesin daftar menandatangani pautannya',
    'register.signs-not': 'Mesin daftar tidak lagi menandatangani pautannya',
    'register.removed': 'Mesin daftar dibuang',
    'register.told': 'Mesin daftar dimaklumkan tentang hasil',
  },
  ta: {
    'register.listed': 'பணப்பதிவு பட்டியலில் சேர்க்கப்பட்டது',
    'register.signs': 'பணப்பதிவு தன் இணைப்புகளில் கையொப்பமிடுகிறது',
    'register.signs-not': 'பணப்பதிவு தன் இணைப்புகளில் இனி கையொப்பமிடாது',
    'register.removed': 'பணப்பதிவு நீக்கப்பட்டது',
    'register.told': 'முடிவு பணப்பதிவிற்கு அறிவிக்கப்பட்டது',
  },
  fr: {
    'register.listed': 'Caisse ajoutée à la liste',
    'register.signs': 'La caisse signe ses liens',
    'register.signs-not': 'La caisse ne signe plus ses liens',
    'register.removed': 'Caisse retirée de la liste',
    'register.told': 'Caisse informée du résultat',
  },
};
