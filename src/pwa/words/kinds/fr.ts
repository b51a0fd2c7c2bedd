import type { KindMessages } from './en.ts';

export const kinds: KindMessages = {
  kindUnknown: 'Type de bon inconnu. Il peut être à usage unique, ou contenir des articles au lieu d’argent.',
  worthUnknown: 'Solde inconnu. Il peut être dans une autre devise, ou un nombre d’articles.',
  amountUnknown: 'Solde inconnu. Vous pouvez quand même essayer d’encaisser.',
  stateUnknown: 'L’émetteur n’indique pas l’état de ce bon. Vous pouvez quand même essayer d’encaisser.',
  remainingUnknown: 'Solde restant inconnu',
  forfeitsRest: 'Usage unique : tout solde restant est perdu.',
  wrongCurrency: (theirs, ours) => `Ce bon est en ${theirs} ; ce magasin accepte ${ours}. Prenez un autre paiement.`,
  notFound: 'Introuvable',
  statusUnknown: 'État inconnu',
  forfeited: (amount) => `Perdu (usage unique) : ${amount}`,
  forfeitedLabel: 'Perdu (usage unique)',
  moneyBySetting: 'Valeur en argent selon les réglages de ce magasin ; l’émetteur ne l’indique pas',
  itemsBySetting: 'Nombre d’articles selon les réglages de ce magasin ; l’émetteur ne l’indique pas',
  otherKind: 'L’émetteur a traité ce bon comme un autre type que celui des réglages de ce magasin. Prévenez un responsable.',
};
