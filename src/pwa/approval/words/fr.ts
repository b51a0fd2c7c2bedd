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
  noOtherManager: 'Aucun autre responsable ne peut donner son accord pour l’instant. Un responsable retiré compte encore un jour.',
  askManagers: 'Demander aux responsables sur leurs appareils',
  asked: 'Les responsables le voient maintenant sur leurs appareils.',
  noManagerSignedIn: 'Aucun responsable n’est connecté. Demandez à un responsable de se connecter ou de saisir son code PIN ici.',
  secondsLeft: (seconds) => plural(seconds, { one: 'encore # seconde', other: 'encore # secondes' }),
  takeBack: 'Ne plus demander',
  refusedBy: (name) => `${name} a refusé.`,
  nobodyAnswered: 'Aucun responsable n’a répondu à temps.',
  waiting: 'En attente d’un responsable',
  kinds: {
    tender: 'Utilisation',
    refund: 'Remboursement',
    issue: 'Vente de bons',
    activation: 'Activation de cartes',
    reprint: 'Bons donnés à nouveau',
  },
  pieces: (count) => plural(count, { one: '# pièce', other: '# pièces' }),
  asks: (person, device) => `${person} demande, à ${device}`,
  approve: 'Approuver',
  refuse: 'Refuser',
  questions: 'Deux questions au client',
  questionsLead: 'Lisez-les à voix haute et attendez la réponse.',
  onPhone: 'Êtes-vous en ce moment au téléphone avec quelqu’un ?',
  toldTo: 'Quelqu’un vous a-t-il dit de payer avec ce bon ?',
  yes: 'Oui',
  no: 'Non',
  questionOf: (number) => `Question ${number} sur 2`,
  notSold: 'Pas vendu',
  stopText:
    'Nous préférons ne pas vous vendre cela maintenant. Personne d’honnête ne demande à être payé en bons : ni la police, ni une banque, ni les impôts. Raccrochez et parlez à une personne de confiance.',
  notSoldMore: 'Rien n’a été demandé à l’émetteur et rien n’est à payer. C’est noté sans le nom du client.',
  backToCatalogue: 'Retour au catalogue',
  notice:
    'Les bons servent à offrir et à acheter. Si quelqu’un vous demande de payer avec, ou de donner leur numéro, c’est une fraude : raccrochez et parlez-nous.',
  guard: 'Quelqu’un le demande-t-il par téléphone ?',
  guardLead: 'Personne du siège, de l’émetteur ou de l’informatique ne demande jamais cela par téléphone.',
  guardMore:
    'Autant de cartes, ou à cette heure, demandent un responsable. Si un appel le réclame : raccrochez et demandez en personne à votre responsable.',
  nobodyAsks: 'Personne ne le demande par téléphone',
  somebodyAsks: 'Si : arrêter',
};
