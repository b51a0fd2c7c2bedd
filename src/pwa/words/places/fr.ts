import type { PlaceWords } from './en.ts';

export const places: PlaceWords = {
  title: 'Navigation',
  skip: 'Aller à la page',
  redeem: 'Encaisser',
  activate: 'Activer des cartes',
  sell: 'Vendre des bons',
  transactions: 'Opérations',
  closing: 'Fin de journée',
  attention: 'À traiter',
  people: 'Personnes et appareils',
  connections: 'Connexions',
  audit: 'Journal d’audit',
  practice: 'Bons d’exercice',
};
