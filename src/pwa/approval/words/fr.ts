import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('fr');

export const fr: ApprovalWords = {
  own: 'Saisissez à nouveau votre code PIN',
  ownLead: 'Autant à la fois, ou en une heure, demande encore votre code PIN.',
  pin: 'Votre code PIN',
  confirm: 'Confirmer et envoyer',
  title: 'Un responsable doit approuver',
  lead: 'Demandez à un responsable de saisir ici son code PIN. Vous restez connecté. Cela vaut pour cette fois, et les deux noms sont notés.',
  manager: 'Responsable',
  managerPin: 'Code PIN du responsable',
  pinOf: (name) => `Code PIN de ${name}`,
  sixth: 'Le sixième chiffre approuve.',
  checking: 'Vérification',
  nobody: 'Il n’y a pas de responsable ici.',
  askManagers: 'Demander aux responsables sur leurs appareils',
  asked: 'Les responsables le voient maintenant sur leurs appareils.',
  secondsLeft: (seconds) => plural(seconds, { one: 'encore # seconde', other: 'encore # secondes' }),
  takeBack: 'Ne plus demander',
  refusedBy: (name) => `${name} a refusé.`,
  nobodyAnswered: 'Aucun responsable n’a répondu à temps.',
  waiting: 'En attente d’un responsable',
  kinds: { tender: 'Utilisation', refund: 'Remboursement', issue: 'Vente de bons', activation: 'Activation de cartes' },
  pieces: (count) => plural(count, { one: '# pièce', other: '# pièces' }),
  asks: (person, device) => `${person} demande, à ${device}`,
  approve: 'Approuver',
  refuse: 'Refuser',
};
