import type { TrainingMessages } from './en.ts';

export const fr: TrainingMessages = {
  lead: 'Utilisez un bon ici, imprimez la page, ou agrandissez un code et montrez-le à une caméra. Aucun argent réel n’est en jeu.',
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
  practice: 'FORMATION',
  codeOfCard: 'Pour encaisser : le code secret de la carte',
  sequenceBars: 'Pour activer : le numéro de série',
  empty: 'Il n’y a pas de bons de formation.',
  unavailable: 'Les bons de formation n’ont pas pu être chargés.',
};
