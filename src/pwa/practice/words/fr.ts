import type { PracticeWords } from './en.ts';

export const fr: PracticeWords = {
  lead: 'Imprimez cette page, ou affichez un code en grand devant une caméra. Aucun argent ne circule.',
  print: 'Imprimer',
  filter: 'Afficher',
  all: 'Tous',
  groups: { everyday: 'Courants', refused: 'Refusés', kinds: 'Sortes de bons', physical: 'Cartes physiques', trouble: 'Incidents' },
  sequence: (number) => `Numéro de série ${number}`,
  showLarge: (title) => `Afficher en grand : ${title}`,
  qrCode: 'Code QR',
  barCode: 'Code-barres',
  codeOfCard: 'Pour encaisser : le code de la carte',
  sequenceBars: 'Pour activer : le numéro de série',
  empty: 'Il n’y a pas de bons d’exercice.',
  unavailable: 'Les bons d’exercice n’ont pas pu être chargés.',
};
