import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ChainMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: ChainMessages = {
  title: 'Boutiques de l’enseigne',
  shop: 'Boutique',
  home: (shop: string) => `${shop} (cet appareil)`,
  visiting: (shop: string) => `Vous consultez ${shop}. Aucun bon ne peut y être encaissé.`,
  office: (shop: string) => `Siège : vous consultez ${shop}.`,
  back: (shop: string) => `Revenir à ${shop}`,
  columns: {
    redeemed: 'Encaissé',
    refunded: 'Remboursé',
    openCases: 'Cas ouverts',
    openTills: 'Caisses avec un service ouvert',
    exceptions: 'Exceptions à vérifier',
    devices: 'Appareils à vérifier',
  },
  counted: (amount: string, count: number) => `${amount} (${count})`,
  total: 'Toutes les boutiques',
  openShop: (shop: string) => `Ouvrir ${shop}`,
  quietShops: (count) => plural(count, { one: 'Afficher # boutique sans transaction', other: 'Afficher # boutiques sans transaction' }),
  allDevices: 'Tous les appareils',
  devices: (count: number) => plural(count, { one: '# appareil', other: '# appareils' }),
  missing: {
    suspended: (shops) => `Désactivées et non comprises : ${shops}`,
    unread: (shops) => `Non comprises, car leurs données n’ont pas pu être lues : ${shops}. Réessayez plus tard.`,
  },
  incomplete: {
    total: 'Total incomplet',
    suspended: 'Désactivée',
    'no-answer': 'Pas de réponse, réessayez plus tard',
    'being-read': 'Lecture en cours',
    'issuer-away': 'Émetteur injoignable',
    'not-stored': 'Opérations plus anciennes non conservées',
  },
  openShifts: (count) => plural(count, { one: '# service ouvert', other: '# services ouverts' }),
  differing: (count) => plural(count, { one: '# service avec un écart de caisse', other: '# services avec un écart de caisse' }),
  moveOf: (device, shop) => `Déplacer ${device} de ${shop} vers une autre boutique`,
  signedOut: 'La session ouverte sur l’appareil se ferme immédiatement.',
  moved: (device, shop) => `${device} appartient maintenant à ${shop}.`,
  noExceptions: 'Aucune exception à vérifier.',
};
