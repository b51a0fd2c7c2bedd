import type { AccessibilityMessages } from './en.ts';

export const fr: AccessibilityMessages = {
  title: 'Accessibilité',
  lead: 'Tillside est conçu pour respecter les WCAG 2.2, niveau AA. Il n’a pas été certifié.',
  met: {
    title: 'Pris en charge',
    lines: [
      'Tout se fait au clavier. Les raccourcis sont dans le menu.',
      'Les lecteurs d’écran annoncent chaque résultat.',
      'Texte à 200 %, téléphones de 320 pixels de large, thèmes clair, sombre et à fort contraste.',
      'Un résultat ne repose jamais sur la seule couleur : il y a un texte, une icône, un son et une vibration.',
      'Les animations sont coupées si votre appareil est réglé pour réduire les mouvements.',
    ],
  },
  notMet: {
    title: 'Pas encore pris en charge',
    lines: [
      'Il faut voir l’écran pour viser avec la caméra. Saisissez plutôt le numéro, ou utilisez une douchette.',
      'Il faut retenir un code PIN.',
      'Tillside n’a pas encore été testé par une personne utilisant un lecteur d’écran.',
    ],
  },
  tell: {
    title: 'Signaler un problème',
    lines: ['Prévenez le responsable de ce magasin. Il peut contacter les auteurs de Tillside.'],
  },
};
