import type { LinkFault } from '../../contract/register.ts';
import type { FrameFault } from '../../contract/register-frame.ts';

/** Texts of sales that a register requests by link. */
export const en = {
  title: 'Sale from a register',
  opening: 'Opening the sale',
  badLink: 'This link can’t be used',
  faults: {
    amount: 'The amount is missing or can’t be redeemed.',
    currency: 'This shop does not accept the sale’s currency.',
    reference: 'The receipt number is missing or too long.',
    return: 'The return address can’t be used. It must start with https:// and contain no password.',
    state: 'The register’s data in the link is too long.',
    signature: 'The signature is not valid, so the link may have been changed.',
  } satisfies Record<LinkFault, string>,
  notListed: (origin: string) => `${origin} is not on this shop’s list of registers. A manager can add it under Connections.`,
  badFrame: 'The till can’t open in this page',
  frameFaults: {
    amount: 'The amount is missing or can’t be redeemed.',
    origin: 'The address of the register’s page is missing or wrong.',
    register: 'The request does not name the register.',
    reference: 'The register’s sale number can’t be used.',
    signature: 'The signature is not valid, so the request may have been changed.',
  } satisfies Record<FrameFault, string>,
  notFramed: 'This page only opens inside a register’s page.',
  noSale: 'The register’s page did not identify the sale.',
  frameOver: 'Done. Continue at the register.',
  nothingLost: 'Nothing was redeemed. Your open sale has not changed.',
  toTill: 'Go to the till',
};

/** The texts that every language has. */
export type PayMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly registers: PayMessages;
  }
}
