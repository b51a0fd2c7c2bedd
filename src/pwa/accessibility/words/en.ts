/** The words of the statement on who can use the till. */
export const en = {
  title: 'Who can use this till',
  lead: 'It is built to meet WCAG 2.2, level AA. Nobody has certified it.',
  met: {
    title: 'What works',
    lines: [
      'Everything by keyboard alone; the shortcuts are in the menu.',
      'Screen readers hear every verdict and refusal by themselves.',
      'Letters twice as large, a phone of 320 pixels, light, dark and forced colours.',
      'No verdict is told by colour alone: it has a word, an icon, a sound and a vibration.',
      'Nothing moves for those who asked their device for that.',
    ],
  },
  notMet: {
    title: 'What does not',
    lines: [
      'Aiming a camera needs eyes. Type the number, or use a hand scanner.',
      'A PIN has to be remembered.',
      'No person has tried it with a screen reader for us yet.',
    ],
  },
  tell: {
    title: 'Whom to tell',
    lines: ['Whoever runs this shop’s till. They can reach the people who build it.'],
  },
};

/** The shape that every language fills in. */
export type AccessibilityWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly accessibility: AccessibilityWords;
  }
}
