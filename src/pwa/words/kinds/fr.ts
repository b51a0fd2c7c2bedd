import type { KindWords } from './en.ts';

export const kinds: KindWords = {
  kindUnknown: 'Type de bon inconnu : il peut être à usage unique ou compter des articles.',
  worthUnknown: 'Ce qu’il en reste est inconnu : il peut être dans une autre devise ou compter des articles.',
  stateUnknown: 'L’émetteur ne dit pas s’il peut être utilisé. L’encaissement décidera.',
  leftUnknown: 'Ce qui reste sur le bon est inconnu',
  forfeited: (amount) => `Usage unique : ${amount} sont perdus`,
  forfeitedLabel: 'Perdu (usage unique)',
};
