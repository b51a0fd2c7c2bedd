import type { LinkFault } from '../../../contract/register.ts';

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
  } satisfies Record<LinkFault, string>,
  notListed: (origin: string) => `${origin} is not on this shop’s list of registers. A manager can add it under Connections.`,
  nothingLost: 'Nothing was taken. A sale that was open here is as it was.',
  toTill: 'Go to the till',
};

/** The shape that every language fills in. */
export type PayWords = typeof en;
