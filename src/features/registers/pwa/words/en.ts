import type { LinkFault } from '../../contract/register.ts';
import type { FrameFault } from '../../contract/register-frame.ts';

/** The words of a sale that a register asked for by link. */
export const en = {
  title: 'Sale from a register',
  opening: 'Opening the sale',
  badLink: 'This link can’t be used',
  faults: {
    amount: 'It names no amount, or one that can’t be taken.',
    currency: 'It is in another currency than this shop takes.',
    reference: 'It names no receipt number, or one that is too long.',
    return: 'The address that it leads back to can’t be used. It has to begin with https:// and hold no password.',
    state: 'What it carries for the register is too long.',
    signature: 'It is not signed as its register signs. Somebody may have altered it.',
  } satisfies Record<LinkFault, string>,
  notListed: (origin: string) => `${origin} is not on this shop’s list of registers. A manager can add it under Connections.`,
  badFrame: 'The till can’t open in this page',
  frameFaults: {
    amount: 'It names no amount, or one that can’t be taken.',
    origin: 'It does not say, or not rightly, where the register’s page is.',
    register: 'It does not say which register asks.',
    reference: 'The register’s number of the sale can’t be used.',
    signature: 'It is not signed as its register signs. Somebody may have altered it.',
  } satisfies Record<FrameFault, string>,
  notFramed: 'This page opens as part of a register’s page only.',
  noSale: 'The register’s page did not say which sale this is about.',
  frameOver: 'Done. The register goes on.',
  nothingLost: 'Nothing was taken. A sale that was open here is as it was.',
  toTill: 'Go to the till',
};

/** The shape that every language fills in. */
export type PayWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly registers: PayWords;
  }
}
