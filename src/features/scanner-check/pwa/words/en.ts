import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** Texts of the page that tests cameras and hand scanners. */
export const en = {
  title: 'Check the scanner',
  lead: 'Scan anything to test the scanner. Nothing is looked up or redeemed.',
  test: 'Test code',
  testLead:
    'Scan this with the hand scanner of this device. It contains every character used in codes, so it shows which ones arrive changed.',
  testQr: 'QR code that tests a scanner',
  field: 'Field for input methods',
  fieldHint: 'If this device uses an input method such as Pinyin, select this field and scan the test code again.',
  practice: 'Training vouchers to scan',
  results: 'Scans',
  nothing: 'No scans yet.',
  show: 'Show in full',
  hide: 'Hide',
  chars: (count: number) => plural(count, { one: '# character', other: '# characters' }),
  sources: {
    camera: 'Camera',
    picture: 'Picture',
    keys: 'Hand scanner (keyboard)',
    hid: 'Hand scanner (USB)',
    serial: 'Hand scanner (serial)',
  },
  readBy: (engines: string) => `read by ${engines}`,
  identifierIgnored: (identifier: string) => `the scanner adds the prefix ${identifier}, which is ignored`,
  suffixes: {
    Enter: 'ends with Enter',
    Tab: 'ends with Tab',
    LineFeed: 'ends with a line feed (Ctrl+J)',
    other: 'ends with another key',
    none: 'no end key',
  },
  pace: (time: string) => `${time} between characters`,
  notRecognized: 'A till would not recognise this as a scan.',
  came: 'Received',
  read: 'Read as',
  recognizedAs: 'Recognised as',
  taken: {
    test: 'the test code',
    link: 'a voucher link',
    ref: 'the code of a voucher or a card',
    badge: 'a staff badge',
    receipt: 'the reference on a receipt',
    ignored: 'nothing',
  },
  faults: {
    'input-method': {
      title: 'An input method receives the scan',
      lead: 'It can change or swallow the characters. Switch this device’s input method to English, then scan again.',
    },
    joined: {
      title: 'Several codes arrived as one',
      lead: 'The scanner joined codes that lie side by side. Cover the others, and set it to one code per scan and Enter after each code. A till never redeems joined codes.',
    },
    several: {
      title: 'Several codes arrived in one scan',
      lead: 'Cover the other codes, or set the scanner to one code per scan. Its manual may call the setting “multiple symbols”.',
    },
    layout: { title: 'Characters arrive changed', lead: 'The scanner is set to a different keyboard layout than this device.' },
    case: { title: 'Upper and lower case are swapped', lead: 'Caps Lock is on, or a scanner setting swaps them.' },
    prefix: { title: 'There is extra text before every code', lead: 'The scanner adds:' },
    suffix: { title: 'There is extra text after every code', lead: 'The scanner adds:' },
    'no-enter': {
      title: 'The scan does not end with Enter',
      lead: 'The scanner is about as slow as typing. Tillside can end the scan after a short pause instead.',
    },
    slow: { title: 'The scanner types too slowly', lead: 'Set it to send without a delay between characters and with Enter at the end.' },
    garbled: {
      title: 'Characters are missing',
      lead: 'Set the scanner to this device’s keyboard layout, with the set-up codes in its manual.',
    },
  },
  mend: 'Fix on this device',
  mended: 'Fixed. Scan again to check.',
  fine: 'The scanner works correctly.',
  isSet: 'This device has a scanner fix.',
  reset: 'Remove the fix',
};

/** The texts that every language has. */
export type ScanCheckMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'scanner-check': ScanCheckMessages;
  }
}
