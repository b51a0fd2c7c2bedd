import type { KindWords } from './en.ts';

export const kinds: KindWords = {
  kindUnknown: 'Type de bon inconnu : il peut être à usage unique ou compter des articles.',
  worthUnknown: 'Ce qu’il en reste est inconnu : il peut être dans une autre devise ou compter des articles.',
  amountUnknown: 'Ce qu’il en reste est inconnu. L’encaissement décidera.',
  stateUnknown: 'L’émetteur ne dit pas s’il peut être utilisé. L’encaissement décidera.',
  leftUnknown: 'Ce qui reste sur le bon est inconnu',
  forfeitsRest: 'Usage unique : tout ce qui y reste est perdu.',
  wrongCurrency: (theirs, ours) => `Ce bon est en ${theirs} ; cette boutique accepte ${ours}. Prenez un autre paiement.`,
  notFound: 'Introuvable',
  notTold: 'État inconnu',
  forfeited: (amount) => `Perdu (usage unique) : ${amount}`,
  forfeitedLabel: 'Perdu (usage unique)',
  moneyBySetting: 'Que ce soit de l’argent est un réglage de cette boutique ; l’émetteur ne le dit pas',
  itemsBySetting: 'Qu’il compte des articles est un réglage de cette boutique ; l’émetteur ne le dit pas',
  otherKind:
    'L’émetteur a répondu comme si ce bon était d’un autre type que ne le dit le réglage de cette boutique. Prévenez un responsable.',
};
