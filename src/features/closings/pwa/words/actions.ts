import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { closingAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const closingActionTexts: ActionTexts<keyof typeof closingAuditActions> = {
  en: {
    'shift.closed': 'Shift closed',
    'shift.left-open': 'Open shift closed automatically',
    'shift.noted': 'Note added to a closed shift',
    'shift.numbers-burnt': 'Z numbers skipped after a restore',
    'books.changed': 'Accounting accounts changed',
    'books.exported': 'Closings exported for accounting',
    'match.noted': 'Note added to a difference in Reconcile',
  },
  zh: {
    'shift.closed': '班次已结',
    'shift.left-open': '未结的班次已自动结算',
    'shift.noted': '已结班次加了备注',
    'shift.numbers-burnt': '恢复后跳过了结班编号',
    'books.changed': '记账科目已更改',
    'books.exported': '结班已导出入账',
    'match.noted': '为对账差异添加备注',
  },
  ms: {
    'shift.closed': 'Syif ditutup',
    'shift.left-open': 'Syif yang dibiarkan terbuka ditutup',
    'shift.noted': 'Catatan ditambah pada syif yang ditutup',
    'shift.numbers-burnt': 'Nombor Z dilangkau selepas pemulihan',
    'books.changed': 'Akaun untuk buku kira-kira diubah',
    'books.exported': 'Penutupan dieksport untuk buku kira-kira',
    'match.noted': 'Catatan ditambah pada perbezaan penyesuaian',
  },
  ta: {
    'shift.closed': 'பணிநேரம் முடிக்கப்பட்டது',
    'shift.left-open': 'திறந்தே விடப்பட்ட பணிநேரம் முடிக்கப்பட்டது',
    'shift.noted': 'முடித்த பணிநேரத்தில் குறிப்பு சேர்க்கப்பட்டது',
    'shift.numbers-burnt': 'மீட்டமைப்புக்குப் பிறகு Z எண்கள் தவிர்க்கப்பட்டன',
    'books.changed': 'கணக்குப் புத்தகக் கணக்குகள் மாற்றப்பட்டன',
    'books.exported': 'முடிவுகள் கணக்குப் புத்தகத்துக்கு ஏற்றுமதி செய்யப்பட்டன',
    'match.noted': 'கணக்கு ஒப்பீட்டின் வேறுபாட்டிற்குக் குறிப்பு சேர்க்கப்பட்டது',
  },
  fr: {
    'shift.closed': 'Service clôturé',
    'shift.left-open': 'Service resté ouvert clôturé',
    'shift.noted': 'Remarque ajoutée à un service clôturé',
    'shift.numbers-burnt': 'Numéros Z sautés après une restauration',
    'books.changed': 'Comptes pour la comptabilité modifiés',
    'books.exported': 'Clôtures exportées pour la comptabilité',
    'match.noted': 'Note ajoutée à un écart du rapprochement',
  },
};
