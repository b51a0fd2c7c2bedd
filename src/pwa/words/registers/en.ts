import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';

/** Texts about registers: receipt numbers, entry methods, and sales requested by a register. */
export const registers = {
  receiptNo: 'Receipt number',
  receiptNoHint: 'The register’s number for this sale',
  setReceiptNo: 'Enter the receipt number',
  noReceiptNo: 'none yet',
  receiptFirst: 'Enter the receipt number first',
  receiptNeeded: 'This shop requires the register’s receipt number for each redemption.',
  held: 'Balance before',
  entry: 'Entry method',
  entries: {
    camera: 'Camera',
    wedge: 'Hand scanner',
    hid: 'Hand scanner (HID)',
    serial: 'Hand scanner (serial)',
    typed: 'Typed',
    paste: 'Pasted',
    picture: 'Picture',
    api: 'API',
  } satisfies Record<CodeEntry, string>,
  saleFor: (register: string) => `Sale for ${register}`,
  frameWaits: 'The register will be notified as soon as the result is known. Until then this page stays open.',
  wholeOnly: 'This register only accepts the full amount. Scan another voucher, or undo the redemption.',
  cancel: 'Cancel and go back',
  back: 'Back to the register',
  backStillToPay: (amount: string) => `Back to the register: ${amount} left to pay`,
  backNothing: 'Back to the register: nothing redeemed',
  going: 'Returning to the register',
  noWayBack: 'The register’s page could not be opened. The redemptions are saved in the journal.',
  leave: 'Stay at the till',
  waiting: 'Unfinished register sales',
  resume: (register: string, reference: string) => `Continue ${reference} for ${register}`,
  backUnknown: 'Back to the register: not confirmed yet',
  backUnknownMore: 'The register is notified that the result is not known yet. The voucher stays locked until it is.',
};

/** The texts that every language has. */
export type RegisterMessages = typeof registers;
