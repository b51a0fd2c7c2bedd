import type { ActionTexts } from '../../../../pwa/words/action-texts.ts';
import type { printingAuditActions } from '../../contract/audit-actions.ts';

/** Texts of actions in the audit trail. */
export const printingActionTexts: ActionTexts<keyof typeof printingAuditActions> = {
  en: {
    'printer.added': 'Printer added',
    'printer.changed': 'Printer changed',
    'printer.removed': 'Printer removed',
    'printer.chosen': 'Printer chosen for a device',
    'printer.drawer-opened': 'Cash drawer opened',
    'printer.printed-again': 'Reprinted as a copy',
    'printer.paper-seen': 'Printout confirmed',
  },
  zh: {
    'printer.added': '已添加打印机',
    'printer.changed': '已更改打印机',
    'printer.removed': '已移除打印机',
    'printer.chosen': '已为设备选择打印机',
    'printer.drawer-opened': '已要求打开钱箱',
    'printer.printed-again': '已作为副本重新打印',
    'printer.paper-seen': '已确认纸张打印出来',
  },
  ms: {
    'printer.added': 'Pencetak ditambah',
    'printer.changed': 'Pencetak diubah',
    'printer.removed': 'Pencetak dibuang',
    'printer.chosen': 'Pencetak dipilih untuk peranti',
    'printer.drawer-opened': 'Laci tunai diarahkan buka',
    'printer.printed-again': 'Kertas dicetak semula sebagai salinan',
    'printer.paper-seen': 'Kertas dikatakan telah keluar',
  },
  ta: {
    'printer.added': 'அச்சுப்பொறி சேர்க்கப்பட்டது',
    'printer.changed': 'அச்சுப்பொறி மாற்றப்பட்டது',
    'printer.removed': 'அச்சுப்பொறி நீக்கப்பட்டது',
    'printer.chosen': 'சாதனத்திற்கு அச்சுப்பொறி தேர்ந்தெடுக்கப்பட்டது',
    'printer.drawer-opened': 'பணப்பெட்டியைத் திறக்கச் சொல்லப்பட்டது',
    'printer.printed-again': 'தாள் நகலாக மீண்டும் அச்சிடப்பட்டது',
    'printer.paper-seen': 'தாள் வெளிவந்ததாகக் கூறப்பட்டது',
  },
  fr: {
    'printer.added': 'Imprimante ajoutée',
    'printer.changed': 'Imprimante modifiée',
    'printer.removed': 'Imprimante retirée',
    'printer.chosen': 'Imprimante choisie pour un appareil',
    'printer.drawer-opened': 'Ouverture du tiroir-caisse demandée',
    'printer.printed-again': 'Papier réimprimé comme copie',
    'printer.paper-seen': 'Papier déclaré sorti',
  },
};
