import type { RefundWords } from './en.ts';

export const fr: RefundWords = {
  title: 'Rembourser sur le bon',
  lead: 'Le montant entier revient sur le bon.',
  why: 'Pourquoi ?',
  reasons: ['Montant incorrect', 'Mauvais bon', 'Le client a changé d’avis'],
  otherReason: 'Une autre raison',
  ownWords: 'Dites-le avec vos mots',
  confirm: (amount) => `Rembourser ${amount}`,
  sending: 'Remboursement',
  checking: 'Vérification en cours auprès de l’émetteur',
  goesOn: 'Ne remboursez pas à nouveau. Vous pouvez fermer : cela continue, et la liste dira comment cela finit.',
  silent: 'Le serveur est injoignable. Le remboursement est conservé et sera vérifié dès que possible. Ne remboursez pas à nouveau.',
  managerMore: 'Personne ne sait si le montant est revenu. Ne remboursez pas à nouveau.',
  missing: 'Ce n’est pas arrivé',
  missingMore: 'Le serveur n’a pas reçu ce remboursement. Envoyé à nouveau, il ne rend le montant qu’une seule fois.',
  sendAgain: 'Envoyer à nouveau',
  leave: 'Laisser',
  notRefunded: 'Non remboursé',
  notRefundedSafe: 'Non remboursé : vous pouvez réessayer',
  notRefundedMore: 'L’émetteur n’a rien rendu.',
  notSaved: 'Cet appareil n’a pas pu enregistrer le remboursement ; il n’a pas été envoyé.',
};
