import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { RemoteApprovalMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: RemoteApprovalMessages = {
  askManagers: 'Demander l’accord sur les appareils des responsables',
  asked: 'Envoyé sur les appareils des responsables.',
  noManagerSignedIn: 'Aucun responsable n’est connecté. Demandez à un responsable de se connecter ou de saisir son code PIN ici.',
  secondsRemaining: (seconds) => plural(seconds, { one: 'encore # seconde', other: 'encore # secondes' }),
  takeBack: 'Annuler la demande',
  refusedBy: (name) => `${name} a refusé.`,
  noAnswer: 'Aucun responsable n’a répondu à temps.',
  waiting: 'En attente d’un responsable',
  asks: (person, device) => `${person}, à ${device}, demande un accord`,
  approve: 'Approuver',
  refuse: 'Refuser',
};
