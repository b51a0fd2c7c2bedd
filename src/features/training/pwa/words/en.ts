import type { TrainingVoucher } from '../../../../contract/access/people.ts';

/** Texts of the page with training vouchers. */
export const en = {
  lead: 'Use a voucher here, print the page, or show a code full size and hold it in front of a camera. No real money is involved.',
  print: 'Print',
  filter: 'Show',
  all: 'All',
  groups: {
    everyday: 'Everyday',
    refused: 'Declined',
    disputes: 'Disputes',
    kinds: 'Voucher types',
    physical: 'Physical cards',
    trouble: 'Problems',
  } satisfies Record<TrainingVoucher['group'], string>,
  sequence: (number: string) => `Sequence number ${number}`,
  showLarge: (title: string) => `Show full size: ${title}`,
  useHere: 'Use it here',
  practice: 'TRAINING',
  codeOfCard: 'To redeem: the card’s secret code',
  sequenceBars: 'To activate: the sequence number',
  empty: 'There are no training vouchers.',
  unavailable: 'The training vouchers could not be loaded.',
};

/** The texts that every language has. */
export type TrainingMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly training: TrainingMessages;
  }
}
