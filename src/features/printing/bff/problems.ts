import { refuse } from '../../../bff/platform/http/problem.ts';

export const noPrinter = () => refuse('printer-gone');

export const noPrintout = () => refuse('not-found', { message: 'There is no such printout.' });

/** The paper was drawn for another roll: the page draws it anew. */
export const wrongWidth = () => refuse('paper-width');

/** Somebody else, or the printer, was faster. */
export const printoutMoved = () => refuse('printout-moved');

export const idTaken = () => refuse('id-used');

export const tooManyWaiting = () => refuse('printer-full');

export const tooManyPrinters = () =>
  refuse('printer-full', { message: 'The shop has as many printers as it can have.', retry: 'never' });

export const wrongKind = () => refuse('id-used', { message: 'A printer of the other kind is a new printer.' });

/** Says nothing about which of id and token was wrong. */
export const notThatPrinter = () => refuse('not-found', { message: 'There is nothing at this address.' });
