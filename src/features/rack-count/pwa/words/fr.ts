import type { RackCountMessages } from './en.ts';

export const fr: RackCountMessages = {
  lead: 'Scannez chaque carte du présentoir. Vous pouvez quitter cette page et continuer plus tard.',
  counted: (count) => (count < 2 ? `${count} carte comptée` : `${count} cartes comptées`),
  number: (number, voucher) => `Carte ${number} : ${voucher}`,
  again: (number, voucher) => `${voucher} est déjà comptée, c’est la carte ${number}`,
  field: 'Code de la carte',
  add: 'Compter la carte',
  useCamera: 'Utiliser la caméra',
  hideCamera: 'Fermer la caméra',
  checking: (count) => (count === 1 ? 'Vérification d’une carte en cours.' : `Vérification de ${count} cartes en cours.`),
  checkAgain: 'Vérifier à nouveau',
  scanAgain: 'Elles seront vérifiées dès que l’émetteur répondra. Après un rechargement, scannez-les à nouveau.',
  silent: 'L’émetteur ne répond pas pour l’instant. Continuez : les cartes seront vérifiées plus tard.',
  finish: 'Terminer le comptage',
  unfinished: (count) =>
    count < 2
      ? `${count} carte n’est pas encore vérifiée. Le comptage est incomplet.`
      : `${count} cartes ne sont pas encore vérifiées. Le comptage est incomplet.`,
  early: (count) =>
    count < 2
      ? `${count} carte n’a pas pu être vérifiée une seconde fois. Scannez-la à nouveau : elle a pu être activée depuis.`
      : `${count} cartes n’ont pas pu être vérifiées une seconde fois. Scannez-les à nouveau : elles ont pu être activées depuis.`,
  notStored: 'Ce navigateur ne peut pas enregistrer le comptage. Terminez-le avant de fermer ou de recharger la page.',
  findings: {
    active: 'Active, mais encore sur le présentoir',
    'not-ours': 'Pas un bon de cette boutique',
    other: 'Ne peut pas être vendue',
    unchecked: 'Pas encore vérifiée',
    counted: 'Comme prévu',
  },
  advice: {
    active:
      'Retirez ces cartes du présentoir et prévenez un responsable. Elles ont peut-être été volées puis rapportées, ou portent le code d’une autre carte.',
    'not-ours': 'Retirez-les du présentoir. Quelqu’un a peut-être collé un autre code sur la carte.',
    other: 'Retirez ces cartes du présentoir.',
  },
  allGood: 'Chaque carte de ce présentoir est comme prévu.',
  columns: ['numéro', 'bon', 'constat', 'statut', 'scannée', 'vérifiée'],
  startOver: 'Nouveau comptage',
  startOverSure: (count) => `Supprimer ce comptage de ${count === 1 ? '1 carte' : `${count} cartes`} ?`,
  startOverYes: 'Supprimer et recommencer',
  keep: 'Le garder',
};
