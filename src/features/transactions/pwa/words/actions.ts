import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { transactionAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const transactionActionTexts: ActionTexts<keyof typeof transactionAuditActions> = {
  en: {
    'day.closed': 'Day closed',
  },
  zh: {
    'day.closed': '日结',
  },
  ms: {
    'day.closed': 'Hari ditutup',
  },
  ta: {
    'day.closed': 'நாள் முடிக்கப்பட்டது',
  },
  fr: {
    'day.closed': 'Journée clôturée',
  },
};
