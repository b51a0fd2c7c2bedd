import type { PracticeVoucher } from '../../../../contract/access/people.ts';

/** The words of the page of practice vouchers. */
export const en = {
  lead: 'Use one here, print the page, or show a code large and hold it in front of a camera. No money moves.',
  print: 'Print',
  filter: 'Show',
  all: 'All',
  groups: {
    everyday: 'Everyday',
    refused: 'Refused',
    disputes: 'Disputes',
    kinds: 'Kinds of vouchers',
    physical: 'Physical cards',
    trouble: 'Trouble',
  } satisfies Record<PracticeVoucher['group'], string>,
  sequence: (number: string) => `Sequence number ${number}`,
  showLarge: (title: string) => `Show large: ${title}`,
  useHere: 'Use it here',
  practice: 'PRACTICE',
  qrCode: 'QR code',
  barCode: 'Bar code',
  codeOfCard: 'To redeem: the card’s code',
  sequenceBars: 'To activate: the sequence number',
  empty: 'There are no practice vouchers.',
  unavailable: 'The practice vouchers could not be loaded.',
};

/** The shape that every language fills in. */
export type PracticeWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly training: PracticeWords;
  }
}
