import { pluralsOf } from '../plural.ts';
import type { CameraMessages } from './en.ts';

const plural = pluralsOf('fr');

/** français */
export const camera: CameraMessages = {
  title: 'Scanner',
  starting: 'Démarrage de la caméra',
  paused: 'Scanner en pause',
  inView: (count) => plural(count, { one: '# code visible', other: '# codes visibles' }),
  others: (count) => plural(count, { one: 'Encore # visible', other: 'Encore # visibles' }),
  together: {
    use: (count, due) => `Utiliser ces ${count}, jusqu’à ${due}`,
    notUsed: (count) => plural(count, { one: '# bon non utilisé', other: '# bons non utilisés' }),
    stopped: 'Arrêté pour que vous puissiez vérifier. Rien n’a été encaissé sur ces bons.',
    notNeeded: 'La vente est entièrement payée. Rien n’a été encaissé sur ces bons.',
  },
  choose: 'Caméra',
  unnamed: (number) => `Caméra ${number}`,
  torch: 'Lampe',
  zoom: 'Zoom',
  fine: 'Image plus nette pour les petits codes',
  meanwhile: 'En attendant, la douchette et la saisie fonctionnent.',
  handScanner: 'J’utilise une douchette',
  handReady: 'Prêt pour la douchette',
  otherWays: 'Autres façons de saisir un code',
  again: 'Réessayer la caméra',
  useCamera: 'Utiliser la caméra',
  picture: {
    choose: 'Choisir une image',
    how: 'Ou déposez-la sur cette page, ou collez-la. Elle reste sur cet appareil.',
    reading: 'Recherche d’un code dans l’image',
    stop: 'Arrêter',
    found: 'Un code a été lu dans l’image.',
    nothing: 'Aucun code trouvé dans cette image. Essayez-en une plus nette, plus proche et droite.',
    unreadable: 'Ce fichier n’est pas une image qui s’ouvre ici. Essayez une capture d’écran.',
  },
  problems: {
    refused: {
      title: 'Caméra bloquée',
      advice: 'Touchez l’icône à côté de l’adresse, ou ouvrez les réglages du navigateur, et autorisez la caméra.',
    },
    missing: { title: 'Aucune caméra trouvée', advice: 'Branchez une caméra ou prenez un appareil qui en a une.' },
    busy: { title: 'La caméra est occupée', advice: 'Fermez les autres applications et onglets qui l’utilisent, puis réessayez.' },
    lost: { title: 'La caméra a été débranchée', advice: 'Rebranchez-la, puis réessayez.' },
    muted: { title: 'La caméra est en pause', advice: 'Une autre application ou un appel l’utilise. Elle reprend ensuite d’elle-même.' },
    black: {
      title: 'L’image est noire',
      advice: 'Dégagez l’objectif ou ouvrez son cache, et allumez la lampe dans l’obscurité. Si elle reste noire, réessayez.',
    },
    insecure: {
      title: 'La caméra demande une adresse sécurisée',
      advice: 'Ouvrez cette page en https. L’administrateur du serveur peut l’activer.',
    },
    unsupported: {
      title: 'Ce navigateur ne peut pas utiliser de caméra',
      advice: 'Prenez une version récente de Chrome, Edge, Firefox ou Safari.',
    },
  },
};
