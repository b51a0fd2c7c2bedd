import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ScanCheckMessages } from './en.ts';

const plural = pluralsOf('fr');

export const fr: ScanCheckMessages = {
  title: 'Vérifier le lecteur',
  lead: 'Scannez n’importe quoi pour tester la douchette. Rien n’est recherché ni encaissé.',
  test: 'Code d’essai',
  testLead: 'Scannez-le avec le lecteur de cet appareil. Il contient tous les caractères des codes et montre donc ce qui arrive changé.',
  testQr: 'Code QR qui met un lecteur à l’essai',
  field: 'Champ pour les méthodes de saisie',
  fieldHint: 'Si cet appareil utilise une méthode de saisie comme le pinyin, sélectionnez ce champ et scannez à nouveau le code d’essai.',
  practice: 'Bons de formation à scanner',
  results: 'Lectures',
  nothing: 'Rien n’a encore été scanné.',
  show: 'Tout afficher',
  hide: 'Masquer',
  chars: (count) => plural(count, { one: '# caractère', other: '# caractères' }),
  sources: {
    camera: 'Caméra',
    picture: 'Image',
    keys: 'Lecteur, comme clavier',
    hid: 'Lecteur, par USB',
    serial: 'Lecteur, en série',
  },
  readBy: (engines) => `lu par ${engines}`,
  identifierIgnored: (identifier) => `le lecteur met ${identifier} devant, ce qui est laissé de côté`,
  suffixes: {
    Enter: 'finit par Entrée',
    Tab: 'finit par Tab',
    LineFeed: 'finit par un saut de ligne (Ctrl+J)',
    other: 'finit par une autre touche',
    none: 'rien ne le termine',
  },
  pace: (time) => `${time} entre deux caractères`,
  notRecognized: 'Une caisse ne prendrait pas ceci pour une lecture.',
  came: 'Reçu',
  read: 'Lu comme',
  recognizedAs: 'Reconnu comme',
  taken: {
    test: 'le code d’essai',
    link: 'le lien d’un bon',
    ref: 'le code d’un bon ou d’une carte',
    badge: 'le badge d’une personne',
    receipt: 'la référence d’un reçu',
    ignored: 'rien',
  },
  faults: {
    'input-method': {
      title: 'Une méthode de saisie reçoit la lecture',
      lead: 'Elle peut changer ou retenir des caractères. Passez la méthode de saisie de cet appareil en anglais, puis scannez à nouveau.',
    },
    joined: {
      title: 'Plusieurs codes sont arrivés en un seul',
      lead: 'Le lecteur a joint des codes voisins. Cachez les autres, et réglez-le sur un code par lecture, avec Entrée après chaque code. Une caisse n’encaisse jamais des codes joints.',
    },
    several: {
      title: 'Plusieurs codes sont arrivés en une lecture',
      lead: 'Cachez les autres codes, ou réglez le lecteur sur un code par lecture. Sa notice peut nommer ce réglage « multiple symbols ».',
    },
    layout: { title: 'Des lettres arrivent changées', lead: 'Le lecteur tape pour un autre clavier que celui de cet appareil.' },
    case: {
      title: 'Majuscules et minuscules sont inversées',
      lead: 'Le verrouillage des majuscules, ou un réglage du lecteur, les inverse.',
    },
    prefix: { title: 'Quelque chose précède chaque code', lead: 'Le lecteur l’ajoute :' },
    suffix: { title: 'Quelque chose suit chaque code', lead: 'Le lecteur l’ajoute :' },
    'no-enter': {
      title: 'Aucune touche Entrée ne termine',
      lead: 'La douchette est aussi lente que la frappe. Tillside peut terminer la lecture après une courte pause.',
    },
    slow: {
      title: 'Le lecteur tape trop lentement',
      lead: 'Réglez-le pour envoyer sans délai entre les caractères, avec Entrée à la fin.',
    },
    garbled: { title: 'Des caractères se perdent', lead: 'Réglez le lecteur sur le clavier de cet appareil, avec les codes de sa notice.' },
  },
  mend: 'Corriger sur cet appareil',
  mended: 'Corrigé. Scannez à nouveau pour voir.',
  fine: 'La douchette fonctionne correctement.',
  isSet: 'Cet appareil a une correction de douchette.',
  reset: 'Retirer la correction',
};
