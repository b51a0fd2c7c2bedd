import type { WhatsNewMessages } from './en.ts';

export const fr: WhatsNewMessages = {
  title: 'Nouveautés',
  updated: 'Tillside a été mis à jour',
  version: (version) => `Version ${version}`,
  topics: {
    firstPin:
      'Les nouveaux membres du personnel peuvent choisir leur premier PIN à la caisse, avec le code à usage unique d’un coupon imprimé.',
    restoredAccess:
      'Après une restauration, Aujourd’hui liste les accès qui ont pu être réactivés, comme les appareils et les clés API. Confirmez chacun ou mettez-y fin.',
    allShops: 'Avec plusieurs boutiques, Toutes les boutiques réunit leurs clôtures, relevés et exceptions.',
  },
};
