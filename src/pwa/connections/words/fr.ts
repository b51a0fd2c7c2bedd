import type { ConnectionWords } from './en.ts';

export const fr: ConnectionWords = {
  lead: 'Ce qui peut travailler avec cet encaissement.',
  registers: 'Caisses qui peuvent demander par lien',
  registersLead:
    'Une caisse ouvre cet encaissement avec le montant dû, et sa page revient avec ce qui a été pris. Un lien ne ramène qu’à ces adresses.',
  none: 'Aucune caisse dans la liste pour l’instant.',
  name: 'Nom',
  origin: 'Adresse des pages de la caisse',
  originHint: 'Par exemple https://register.example',
  badOrigin: 'Écrivez l’adresse sans chemin, en commençant par https://.',
  add: 'Ajouter une caisse',
  added: (name) => `${name} peut maintenant demander par lien.`,
  addedBy: (person, when) => `ajoutée par ${person}, ${when}`,
  remove: 'Retirer',
  removeOf: (name) => `Retirer ${name}`,
  removeSure: (name) => `Retirer ${name} ? Ses liens seront refusés, et une vente qu’elle a ouverte ne pourra pas y revenir.`,
  removed: (name) => `${name} est retirée.`,
  key: 'Clé publique',
  keyLead: 'Ce qu’une caisse apprend est signé. Elle vérifie la signature avec la clé à cette adresse.',
};
