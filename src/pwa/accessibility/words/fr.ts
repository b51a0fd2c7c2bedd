import type { AccessibilityWords } from './en.ts';

export const fr: AccessibilityWords = {
  title: 'Qui peut utiliser cette caisse',
  lead: 'Elle est conçue pour respecter les WCAG 2.2, niveau AA. Personne ne l’a certifiée.',
  met: {
    title: 'Ce qui fonctionne',
    lines: [
      'Tout au clavier seul ; les raccourcis sont dans le menu.',
      'Les lecteurs d’écran annoncent d’eux-mêmes chaque résultat et chaque refus.',
      'Lettres deux fois plus grandes, téléphone de 320 pixels, clair, sombre et couleurs imposées.',
      'Aucun résultat n’est dit par la seule couleur : un mot, une icône, un son et une vibration.',
      'Rien ne bouge pour qui l’a demandé à son appareil.',
    ],
  },
  notMet: {
    title: 'Ce qui ne fonctionne pas',
    lines: [
      'Viser avec la caméra demande de voir. Saisissez le numéro, ou prenez une douchette.',
      'Il faut retenir un PIN.',
      'Personne ne l’a encore essayée pour nous avec un lecteur d’écran.',
    ],
  },
  tell: {
    title: 'À qui le dire',
    lines: ['À qui gère la caisse de cette boutique : il peut joindre ceux qui la font.'],
  },
};
