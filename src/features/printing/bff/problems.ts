import { refuse } from '../../../bff/platform/http/problem.ts';

export const noPrinter = () => refuse('printer-gone');

export const noPrintout = () => refuse('not-found', { message: 'Print job not found.' });

/** The document was drawn for another paper width: the page draws it again. */
export const wrongWidth = () => refuse('paper-width');

/** Another person, or the printer, was faster. */
export const printoutMoved = () => refuse('printout-moved');

export const printoutIdUsed = () => refuse('id-used');

export const tooManyWaiting = () => refuse('printer-full');

export const tooManyPrinters = () =>
  refuse('printer-full', { message: 'The shop has reached its maximum number of printers.', retry: 'never' });

export const wrongKind = () =>
  refuse('id-used', { message: 'The kind of a printer cannot be changed. Add a new printer.' });

/** Does not reveal whether the id or the token was wrong. */
export const notThatPrinter = () => refuse('not-found', { message: 'This address does not exist.' });

/** An unsure printout of a voucher counts as its release: only its sale releases it again. */
export const voucherByManager = () => refuse('already-printed');
