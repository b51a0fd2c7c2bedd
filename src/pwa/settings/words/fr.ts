import type { SettingsWords } from './en.ts';

export const fr: SettingsWords = {
  rows: {
    shop: 'Nom et adresse, comme sur les tickets et l’écran client',
    limits: 'Ce qu’une personne peut émettre et activer avant qu’un PIN soit demandé',
    codes: 'Les codes-barres que les caméras lisent en plus des habituels',
    receipts: 'Si un encaissement porte le numéro de ticket de votre caisse',
    printers: 'Imprimantes de tickets, et quelle caisse imprime où',
    connections: 'Caisses, clés pour programmes, webhooks',
  },
  save: 'Enregistrer',
  shopName: 'Nom du magasin',
  shopNameSaved: (name) => `Enregistré : ${name}.`,
  shopAddress: 'Adresse sur les reçus',
  shopAddressHint: 'Où est le magasin, téléphone, numéro de TVA : tout ce que vos reçus doivent dire.',
  receiptFooter: 'Dernières lignes du reçu',
  receiptFooterHint: 'À la place de « Merci », par exemple les heures d’ouverture.',
  paperLines: (lines, chars) => `${lines} lignes de ${chars} caractères au plus.`,
  receiptNumbersLead: 'Relie un encaissement à la vente de votre caisse, pour comparer les deux.',
  receiptUse: 'Le numéro de ticket de la caisse est',
  receiptUses: { off: 'non demandé', offered: 'proposé', required: 'obligatoire' },
  receiptShape: 'Modèle (facultatif)',
  receiptShapeHint:
    '# est un chiffre, @ une lettre, * n’importe quoi : R-####. Ce qui a cette forme est pris pour un numéro de ticket, lu ou saisi, et non pour un bon.',
  receiptSaved: 'Enregistré. Valable dès le prochain encaissement.',
  receiptOdd: '* seul désignerait aussi tous les bons. Dites comment vos numéros commencent.',
  extraCodesLead:
    'La caméra de chaque caisse lit QR, Code 128, EAN-13, Data Matrix, Aztec et PDF417. N’ajoutez un autre type que si vos bons en portent : ils se lisent plus facilement de travers, dites donc à quoi ressemblent les vôtres.',
  extraCodesSaved: 'Enregistré. Toutes les caisses les lisent désormais.',
  charsMin: 'Au moins',
  charsMax: 'Au plus',
  shape: 'Modèle (facultatif)',
  shapeHint: '# est un chiffre, @ une lettre, * n’importe quoi : AB######## ou 91*',
  ceilingsLead:
    'Ce qu’une personne peut faire en une heure avant qu’un code PIN soit demandé : d’abord le sien, au-delà celui d’un responsable.',
  pinAboveCards: 'Code PIN demandé au-delà de combien de cartes',
  approvalAboveCards: 'Responsable demandé au-delà de combien de cartes',
  pinAboveSum: (currency) => `Code PIN demandé au-delà de cette valeur de bons émis (${currency})`,
  approvalAboveSum: (currency) => `Responsable demandé au-delà de cette valeur de bons émis (${currency})`,
  ceilingsSaved: 'Enregistré. Ces plafonds valent dès maintenant.',
  ceilingWrong: 'Saisissez un montant supérieur à zéro.',
};
