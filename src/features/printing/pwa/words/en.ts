import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { DocumentKind, PrinterState, PrintoutReason, PrintoutState } from '../../contract/printing.ts';

const plural = pluralsOf('en');

/** The words of printing: beside each button, and on the managers’ page. */
export const en = {
  lead: 'Every device of the shop prints on these, through the server: without a dialog and without a driver.',
  add: 'Add a printer',
  changeOf: (name: string) => `Change ${name}`,
  change: 'Change',
  name: 'Name of the printer',
  kind: 'How it is reached',
  network: 'On the shop’s network (ESC/POS)',
  cloudprnt: 'It asks by itself (Star CloudPRNT)',
  host: 'Address',
  hostHint: 'As the printer’s own self-test shows it, for example 192.168.1.50',
  port: 'Port',
  width: 'Width of the paper',
  cutter: 'Cuts the paper',
  drawer: 'Opens the cash drawer with receipts',
  drawerHint: 'Each opening is written down, with who did it.',
  save: 'Save printer',
  saved: (name: string) => `Saved: ${name}.`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name}? What waits for it is not printed.`,
  removed: (name: string) => `${name} is removed.`,
  test: 'Test print',
  testOf: (name: string) => `Test print on ${name}`,
  testLead: 'If every line can be read, everything here can be printed.',
  preview: 'This comes out, dot for dot.',
  printTest: 'Print it',
  path: 'Address for the printer',
  pathLead: 'Type this into the printer as its CloudPRNT server. It is shown only now: whoever has it can fetch what is printed.',
  renew: 'Make a new address',
  renewOf: (name: string) => `Make a new address for ${name}`,
  devices: 'Which device prints where',
  none: 'No printer',
  printerOf: (device: string) => `Printer of ${device}`,
  empty: 'There is no printer yet.',
  queue: 'Latest papers',
  queueEmpty: 'Nothing was printed yet.',
  cancelOf: (what: string) => `Don’t print: ${what}`,
  madeBy: (when: string, person: string, device: string) => `${when}, ${person}, ${device}`,
  copy: 'Copy',
  inBrowser: 'Print from this device',
  notDrawn: 'This paper could not be drawn for the printer. Print it from this device instead.',
  came: 'It came out',
  again: 'Print again as a copy',
  cancel: 'Don’t print',
  waiting: (printer: string) => `Printing on ${printer}`,
  printed: (printer: string) => `Printed on ${printer}.`,
  printedCopy: (printer: string) => `Printed on ${printer}, marked as a copy.`,
  cancelled: 'Not printed.',
  unsure: (what: string, printer: string) =>
    `${what}: it is not known whether it came out of ${printer}. Look there first. It is not printed again by itself.`,
  papers: (count: number) => plural(count, { one: '# paper', other: '# papers' }),
  printerStates: {
    unknown: 'not tried yet',
    ready: 'ready',
    'paper-out': 'no paper',
    'cover-open': 'cover open',
    fault: 'reports a fault',
    unreachable: 'can’t be reached',
    'no-printer': 'is no printer',
  } satisfies Record<PrinterState, string>,
  trouble: {
    'paper-out': (printer: string) => `${printer} has no paper. Put a roll in: then it prints by itself.`,
    'cover-open': (printer: string) => `The cover of ${printer} is open. Close it: then it prints by itself.`,
    fault: (printer: string) => `${printer} reports a fault. Look for a jam and switch it off and on: then it prints by itself.`,
    unreachable: (printer: string) => `${printer} can’t be reached. Look whether it is on and its cable is in: then it prints by itself.`,
    'no-printer': (printer: string) => `Something answers at the address of ${printer}, but it is no receipt printer. Look at the address.`,
  } satisfies Record<Exclude<PrinterState, 'unknown' | 'ready'>, (printer: string) => string>,
  printoutStates: {
    queued: 'waiting',
    sending: 'being printed',
    printed: 'printed',
    unsure: 'not known',
    failed: 'not printed',
    cancelled: 'cancelled',
    repeated: 'printed again',
  } satisfies Record<PrintoutState, string>,
  reasons: {
    'waited-too-long': (printer: string) => `${printer} could not print for half an hour. Nothing came out.`,
    refused: (printer: string) => `${printer} could not read it. Nothing came out.`,
    'printer-gone': (printer: string) => `${printer} was removed. Nothing came out.`,
  } satisfies Partial<Record<PrintoutReason, (printer: string) => string>>,
  kinds: {
    receipt: 'Receipt',
    refund: 'Receipt of a refund',
    certificate: 'Certificate',
    closing: 'Z report',
    story: 'What happened to a voucher',
    voucher: 'Voucher',
    test: 'Test print',
  } satisfies Record<DocumentKind, string>,
};

/** The shape that every language fills in. */
export type PrintingWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly printing: PrintingWords;
  }
}
