import type { DocumentKind } from '../../../../contract/platform/document-kind.ts';
import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { PrinterState, PrintoutReason, PrintoutState } from '../../contract/printing.ts';

const plural = pluralsOf('en');

/** Texts of printing: next to each print button, and on the managers’ page. */
export const en = {
  lead: 'Every device in the shop can print on these through the server, without a driver or a print dialog.',
  add: 'Add a printer',
  changeOf: (name: string) => `Change ${name}`,
  change: 'Change',
  name: 'Printer name',
  kind: 'Connection',
  network: 'On the shop’s network (ESC/POS)',
  cloudprnt: 'Star CloudPRNT',
  host: 'Address',
  hostHint: 'As printed by the printer’s self-test, for example 192.168.1.50',
  port: 'Port',
  width: 'Paper width',
  cutter: 'Cut the paper after each printout',
  drawer: 'Open the cash drawer when a receipt is printed',
  drawerHint: 'Each opening is saved in the audit trail with the person’s name.',
  save: 'Save printer',
  saved: (name: string) => `Saved: ${name}.`,
  remove: 'Remove',
  removeOf: (name: string) => `Remove ${name}`,
  removeSure: (name: string) => `Remove ${name}? Waiting printouts will not be printed.`,
  removed: (name: string) => `${name} is removed.`,
  test: 'Test print',
  testOf: (name: string) => `Test print on ${name}`,
  testLead: 'If you can read every line, this printer is ready.',
  preview: 'Preview of the printout',
  printTest: 'Print test',
  path: 'Printer’s server address',
  pathLead: 'Enter this in the printer as its CloudPRNT server. It is shown only once. Anyone who has it can read your printouts.',
  renew: 'Create a new address',
  renewOf: (name: string) => `Create a new address for ${name}`,
  devices: 'Printer for each device',
  none: 'No printer',
  printerOf: (device: string) => `Printer for ${device}`,
  printerOfAwaited: (device: string) => `Printer for ${device}, not enrolled yet`,
  awaitDevice: 'Choose a printer for a new device',
  awaitLead: 'The device uses this printer as soon as it is enrolled with this name.',
  empty: 'No printers yet.',
  queue: 'Latest printouts',
  queueEmpty: 'No printouts yet.',
  cancelOf: (what: string) => `Cancel printing: ${what}`,
  madeBy: (when: string, person: string, device: string) => `${when}, ${person}, ${device}`,
  inBrowser: 'Print from this device',
  notDrawn: 'This printout could not be prepared for the printer. Print it from this device instead.',
  came: 'It was printed',
  again: 'Reprint as a copy',
  voucherAgain: 'A manager can print this voucher again on the page of its sale.',
  cancel: 'Cancel printing',
  waiting: (printer: string) => `Printing on ${printer}`,
  printed: (printer: string) => `Printed on ${printer}.`,
  printedCopy: (printer: string) => `Printed on ${printer}, marked as a copy.`,
  cancelled: 'Not printed.',
  unsure: (what: string, printer: string) => `${what}: check at ${printer} whether it was printed. It is not reprinted automatically.`,
  papers: (count: number) => plural(count, { one: '# printout', other: '# printouts' }),
  printerStates: {
    unknown: 'Not used yet',
    ready: 'Ready',
    'paper-out': 'Out of paper',
    'cover-open': 'Cover open',
    fault: 'Fault',
    unreachable: 'Can’t be reached',
    'no-printer': 'Not a printer',
  } satisfies Record<PrinterState, string>,
  trouble: {
    'paper-out': (printer: string) => `${printer} is out of paper. Put in a new roll, and printing continues.`,
    'cover-open': (printer: string) => `The cover of ${printer} is open. Close it, and printing continues.`,
    fault: (printer: string) =>
      `${printer} reports a fault. Check for a paper jam, then turn it off and on. Printing continues automatically.`,
    unreachable: (printer: string) => `${printer} can’t be reached. Check that it is on and connected. Printing continues automatically.`,
    'no-printer': (printer: string) => `The device at the address of ${printer} is not a receipt printer. Check the address.`,
  } satisfies Record<Exclude<PrinterState, 'unknown' | 'ready'>, (printer: string) => string>,
  printoutStates: {
    queued: 'Waiting',
    sending: 'Printing',
    printed: 'Printed',
    unsure: 'Not confirmed',
    failed: 'Not printed',
    cancelled: 'Cancelled',
    repeated: 'Reprinted',
  } satisfies Record<PrintoutState, string>,
  reasons: {
    'waited-too-long': (printer: string) => `${printer} could not print for half an hour. Nothing was printed.`,
    refused: (printer: string) => `${printer} could not read the data. Nothing was printed.`,
    'printer-gone': (printer: string) => `${printer} was removed. Nothing was printed.`,
  } satisfies Partial<Record<PrintoutReason, (printer: string) => string>>,
  kinds: {
    receipt: 'Receipt',
    refund: 'Refund receipt',
    certificate: 'Certificate',
    closing: 'Z report',
    story: 'Voucher history',
    voucher: 'Voucher',
    test: 'Test print',
  } satisfies Record<DocumentKind, string>,
};

/** The texts that every language has. */
export type PrintingMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly printing: PrintingMessages;
  }
}
