import { Problem } from '../http/problem.ts';

export const noPrinter = () =>
  new Problem({ status: 404, code: 'printer-gone', message: 'There is no such printer, or not any more.', retry: 'never' });

export const noPrintout = () => new Problem({ status: 404, code: 'not-found', message: 'There is no such printout.', retry: 'never' });

/** The paper was drawn for another roll: the page draws it anew. */
export const wrongWidth = () =>
  new Problem({ status: 409, code: 'paper-width', message: 'The paper was drawn for another width than the printer has.', retry: 'never' });

/** Somebody else, or the printer, was faster. */
export const printoutMoved = () =>
  new Problem({
    status: 409,
    code: 'printout-moved',
    message: 'The printout has gone on meanwhile. Look at it again.',
    retry: 'after-check',
  });

export const idTaken = () => new Problem({ status: 409, code: 'id-used', message: 'This id belongs to something else.', retry: 'never' });

export const tooManyWaiting = () =>
  new Problem({ status: 409, code: 'printer-full', message: 'Too many papers wait for a printer already.', retry: 'safe' });

export const tooManyPrinters = () =>
  new Problem({ status: 409, code: 'printer-full', message: 'The shop has as many printers as it can have.', retry: 'never' });

export const wrongKind = () =>
  new Problem({ status: 409, code: 'id-used', message: 'A printer of the other kind is a new printer.', retry: 'never' });

/** Says nothing about which of id and token was wrong. */
export const notThatPrinter = () =>
  new Problem({ status: 404, code: 'not-found', message: 'There is nothing at this address.', retry: 'never' });
