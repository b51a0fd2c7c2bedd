import type { CameraWords } from './en.ts';

/** français */
export const camera: CameraWords = {
  title: 'Scanner',
  starting: 'Démarrage de la caméra',
  paused: 'Scanner en pause',
  choose: 'Caméra',
  unnamed: (number) => `Caméra ${number}`,
  torch: 'Lampe',
  zoom: 'Zoom',
  fine: 'Image plus nette pour les petits codes',
  meanwhile: 'En attendant, la douchette et la saisie fonctionnent.',
  handScanner: 'J’utilise une douchette',
  handReady: 'Prêt pour la douchette',
  useCamera: 'Utiliser la caméra',
  problems: {
    refused: {
      title: 'Caméra bloquée',
      advice: 'Touchez l’icône à côté de l’adresse, ou ouvrez les réglages du navigateur, et autorisez la caméra.',
    },
    missing: { title: 'Aucune caméra trouvée', advice: 'Branchez une caméra ou prenez un appareil qui en a une.' },
    busy: { title: 'La caméra est occupée', advice: 'Fermez les autres applications et onglets qui l’utilisent, puis réessayez.' },
    lost: { title: 'La caméra a été débranchée', advice: 'Rebranchez-la, puis réessayez.' },
    black: {
      title: 'L’image est noire',
      advice: 'Dégagez l’objectif ou ouvrez son cache, et allumez la lampe dans l’obscurité. Si elle reste noire, réessayez.',
    },
    insecure: {
      title: 'La caméra demande une adresse sécurisée',
      advice: 'Ouvrez cette page en https. La personne qui gère le serveur peut l’activer.',
    },
    unsupported: {
      title: 'Ce navigateur ne peut pas utiliser de caméra',
      advice: 'Prenez une version récente de Chrome, Edge, Firefox ou Safari.',
    },
  },
};
