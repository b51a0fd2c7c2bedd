import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { holdAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const holdActionTexts: ActionTexts<keyof typeof holdAuditActions> = {
  en: {
    'hold.put': 'Voucher put on hold',
    'hold.let-go': 'Voucher released from hold',
  },
  zh: {
    'hold.put': '券已冻结',
    'hold.let-go': '券已解除冻结',
  },
  ms: {
    'hold.put': 'Baucar ditahan',
    'hold.let-go': 'Baucar yang ditahan dilepaskan',
  },
  ta: {
    'hold.put': 'வவுச்சர் நிறுத்தி வைக்கப்பட்டது',
    'hold.let-go': 'நிறுத்தி வைத்த வவுச்சர் விடுவிக்கப்பட்டது',
  },
  fr: {
    'hold.put': 'Bon bloqué',
    'hold.let-go': 'Bon débloqué',
  },
};
