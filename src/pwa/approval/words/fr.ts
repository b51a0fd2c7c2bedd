import type { ApprovalWords } from './en.ts';

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
};
