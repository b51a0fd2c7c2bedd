import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { FleetMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: FleetMessages = {
  lead: 'Chaque appareil envoie un rapport toutes les cinq minutes, et dès que vous actualisez s’il est utilisé. Il ne contient ni noms, ni codes, ni montants.',
  refresh: 'Actualiser',
  noReport: 'Pas encore de rapport',
  version: (version) => `version ${version}`,
  reads: { hand: 'lecteur', camera: 'caméra' },
  printer: (name) => `imprimante ${name}`,
  locked: 'verrouillé',
  open: 'en service',
  reported: (ago) => `rapport ${ago}`,
  filters: {
    offline: 'Hors ligne pendant les heures d’ouverture',
    unsent: 'Opérations non envoyées',
    old: 'Pas encore à jour',
    clock: 'Horloge inexacte',
    silent: 'Inutilisé depuis un jour',
  },
  concerns: {
    offline: 'Hors ligne pendant les heures d’ouverture',
    old: 'Pas encore à jour',
    clock: 'Heure incorrecte',
    silent: 'Inutilisé depuis un jour',
    unsent: (count) => plural(count, { one: '# opération non envoyée', other: '# opérations non envoyées' }),
  },
};
