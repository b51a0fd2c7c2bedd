import type { PracticeWords } from './en.ts';

export const fr: PracticeWords = {
  lead: 'Utilisez-en un ici, imprimez la page, ou agrandissez un code et montrez-le à une caméra. Aucun argent ne circule.',
  print: 'Imprimer',
  filter: 'Afficher',
  all: 'Tous',
  groups: {
    everyday: 'Courants',
    refused: 'Refusés',
    disputes: 'Litiges',
    kinds: 'Sortes de bons',
    physical: 'Cartes physiques',
    trouble: 'Incidents',
  },
  sequence: (number) => `Numéro de série ${number}`,
  showLarge: (title) => `Afficher en grand : ${title}`,
  useHere: 'Utiliser ici',
  practice: 'EXERCICE',
  qrCode: 'Code QR',
  barCode: 'Code-barres',
  codeOfCard: 'Pour encaisser : le code de la carte',
  sequenceBars: 'Pour activer : le numéro de série',
  empty: 'Il n’y a pas de bons d’exercice.',
  unavailable: 'Les bons d’exercice n’ont pas pu être chargés.',
};
