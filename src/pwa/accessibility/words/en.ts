/** Texts of the accessibility statement. */
export const en = {
  title: 'Accessibility',
  lead: 'Tillside is built to meet WCAG 2.2, level AA. It has not been certified.',
  met: {
    title: 'Supported',
    lines: [
      'You can do everything with the keyboard. The shortcuts are in the menu.',
      'Screen readers announce every result.',
      'Text at 200 %, phones 320 pixels wide, light, dark and high-contrast themes.',
      'Results never rely on colour alone: each has text, an icon, a sound and a vibration.',
      'Animations are off if your device is set to reduce motion.',
    ],
  },
  notMet: {
    title: 'Not supported yet',
    lines: [
      'You need to see the screen to aim a camera. Enter the number or use a hand scanner instead.',
      'You have to remember a PIN.',
      'Tillside has not been tested by a screen reader user yet.',
    ],
  },
  tell: {
    title: 'Report a problem',
    lines: ['Tell the manager of this shop. They can contact the makers of Tillside.'],
  },
};

/** The texts that every language has. */
export type AccessibilityMessages = typeof en;

declare module '../../words/page-words.ts' {
  interface PageMessages {
    readonly accessibility: AccessibilityMessages;
  }
}
