import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** The words of the page that shows what scanners deliver. */
export const en = {
  title: 'Check the scanner',
  lead: 'Scan anything. Nothing is looked up here, and nothing is taken.',
  test: 'Test code',
  testLead:
    'Scan it with the hand scanner of this device. It holds every character that codes are written with, so it shows what arrives changed.',
  testQr: 'QR code that tests a scanner',
  practice: 'Practice vouchers to scan',
  results: 'What came in',
  nothing: 'Nothing was scanned yet.',
  show: 'Show in full',
  hide: 'Hide',
  chars: (count: number) => plural(count, { one: '# character', other: '# characters' }),
  sources: {
    camera: 'Camera',
    picture: 'Picture',
    keys: 'Hand scanner, as a keyboard',
    hid: 'Hand scanner, by USB',
    serial: 'Hand scanner, serial',
  },
  readBy: (engines: string) => `read by ${engines}`,
  told: (identifier: string) => `the scanner puts ${identifier} before it, which is left out`,
  suffixes: {
    Enter: 'ends with Enter',
    Tab: 'ends with Tab',
    LineFeed: 'ends with a line feed (Ctrl+J)',
    other: 'ends with another key',
    none: 'nothing ends it',
  },
  pace: (time: string) => `${time} between characters`,
  notHeard: 'A till would not take this for a scan.',
  came: 'As it came',
  read: 'As it is read',
  takenFor: 'Taken for',
  taken: {
    test: 'the test code',
    link: 'a voucher link',
    ref: 'the code of a voucher or a card',
    badge: 'a person’s badge',
    receipt: 'the reference on a receipt',
    ignored: 'nothing',
  },
  faults: {
    layout: { title: 'Letters arrive changed', lead: 'The scanner types for another keyboard than the one this device is set to.' },
    case: { title: 'Capitals and small letters are swapped', lead: 'Caps Lock, or a setting of the scanner, turns them round.' },
    prefix: { title: 'Something stands before every code', lead: 'The scanner adds it:' },
    suffix: { title: 'Something stands after every code', lead: 'The scanner adds it:' },
    'no-enter': { title: 'No Enter ends the scan', lead: 'It comes too slowly to be told from typing. Silence can end it instead.' },
    slow: { title: 'The scanner types too slowly', lead: 'Set it to send without a delay between characters, with Enter at the end.' },
    garbled: { title: 'Characters get lost', lead: 'Set the scanner to the keyboard of this device, with the codes in its manual.' },
  },
  mend: 'Mend it on this device',
  mended: 'Mended. Scan again to see it.',
  fine: 'All arrives as it should.',
  isSet: 'Something was set for the scanner of this device.',
  reset: 'Forget it',
};

/** The shape that every language fills in. */
export type ScanCheckWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly 'scanner-check': ScanCheckWords;
  }
}
