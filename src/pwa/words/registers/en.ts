import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';

/** What is said of the register beside the till: its number of a sale, how a code came in, and a sale that it asked for. */
export const registers = {
  receiptNo: 'Receipt number',
  receiptNoHint: 'The register’s number of this sale',
  setReceiptNo: 'Set the receipt number',
  noReceiptNo: 'none yet',
  receiptFirst: 'Receipt number first',
  receiptNeeded: 'This shop wants the register’s receipt number with each redemption.',
  held: 'The voucher held',
  entry: 'Code came in by',
  entries: {
    camera: 'camera',
    wedge: 'hand scanner',
    hid: 'hand scanner (HID)',
    serial: 'hand scanner (serial)',
    typed: 'typing',
    paste: 'pasting',
    picture: 'picture',
    api: 'program',
  } satisfies Record<CodeEntry, string>,
  saleFor: (register: string) => `Sale for ${register}`,
  frameWaits: 'The register hears of it once it is known. Until then this stays open.',
  wholeOnly: 'This register takes only the whole amount. Scan another voucher, or undo what was taken.',
  cancel: 'Cancel and go back',
  back: 'Back to the register',
  backLeft: (amount: string) => `Back to the register: ${amount} left to pay`,
  backNothing: 'Back to the register: nothing taken',
  going: 'Going back to the register',
  noWayBack: 'The way back could not be opened. What was taken is in the journal.',
  leave: 'Stay at the till',
  waiting: 'Sales of registers that are not finished',
  goOn: (register: string, reference: string) => `Go on with ${reference} for ${register}`,
  backUnknown: 'Back to the register: not known yet',
  backUnknownMore: 'The register is told that nobody knows yet. The voucher stays locked until it is known.',
};

/** The shape that every language fills in. */
export type RegisterWords = typeof registers;
