import { pluralsOf } from '../../words/plural.ts';
import type { ApprovalWords } from './en.ts';

const plural = pluralsOf('fr');

export const fr: ApprovalWords = {
  own: 'Saisissez à nouveau votre code PIN',
  ownLead: 'Cela dépasse la limite par opération ou par heure. Saisissez votre code PIN pour confirmer.',
  pin: 'Votre code PIN',
  confirm: 'Confirmer et envoyer',
  title: 'Un responsable doit approuver',
  lead: 'Demandez à un responsable de saisir son code PIN ici. Vous restez connecté. L’accord vaut pour cette seule action et est enregistré avec les deux noms.',
  manager: 'Responsable',
  managerPin: 'Code PIN du responsable',
  pinOf: (name) => `Code PIN de ${name}`,
  sixth: 'L’accord est donné dès le sixième chiffre saisi.',
  checking: 'Vérification',
  nobody: 'Aucun responsable n’est défini sur cette caisse.',
  noOtherManager: 'Aucun autre responsable ne peut donner son accord pour l’instant. Un responsable retiré compte encore un jour.',
  askManagers: 'Demander l’accord sur les appareils des responsables',
  asked: 'Envoyé sur les appareils des responsables.',
  noManagerSignedIn: 'Aucun responsable n’est connecté. Demandez à un responsable de se connecter ou de saisir son code PIN ici.',
  secondsLeft: (seconds) => plural(seconds, { one: 'encore # seconde', other: 'encore # secondes' }),
  takeBack: 'Annuler la demande',
  refusedBy: (name) => `${name} a refusé.`,
  nobodyAnswered: 'Aucun responsable n’a répondu à temps.',
  waiting: 'En attente d’un responsable',
  kinds: {
    tender: 'Encaissement',
    refund: 'Remboursement',
    issue: 'Vente de bons',
    activation: 'Activation de cartes',
    reprint: 'Nouvelle remise de bons',
  },
  pieces: (count) => plural(count, { one: '# pièce', other: '# pièces' }),
  asks: (person, device) => `${person}, à ${device}, demande un accord`,
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
    'Nous ne pouvons pas vous vendre cela maintenant. La police, les banques et les impôts ne demandent jamais à être payés en bons. Raccrochez et parlez à une personne de confiance.',
  notSoldMore: 'Rien n’a été envoyé à l’émetteur et il n’y a rien à payer. C’est enregistré sans le nom du client.',
  backToCatalogue: 'Retour au catalogue',
  notice:
    'Les bons servent à offrir et à acheter. Si quelqu’un vous demande de payer avec, ou de donner leur numéro, c’est une fraude : raccrochez et parlez-nous.',
  guard: 'Quelqu’un le demande-t-il par téléphone ?',
  guardLead: 'Personne du siège, de l’émetteur ou de l’informatique ne demande jamais cela par téléphone.',
  guardMore:
    'Ce nombre de cartes, ou cette heure, exige un responsable. Si un appel le réclame, raccrochez et demandez en personne à votre responsable.',
  nobodyAsks: 'Non, pas par téléphone',
  somebodyAsks: 'Oui : arrêter',
};
