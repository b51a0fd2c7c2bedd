/** The words of the dialog that gives back what a redemption took. */
export const en = {
  title: 'Refund to the voucher',
  receiptTitle: 'Receipt of a refund',
  givenBack: 'Given back',
  printReceipt: 'Print a receipt',
  lead: 'The whole amount goes back to the voucher.',
  why: 'Why?',
  reasons: ['Wrong amount', 'Wrong voucher', 'The customer changed their mind'],
  otherReason: 'Another reason',
  ownWords: 'In your own words',
  withManager: (amount: string) => `A manager types the PIN here to refund ${amount}. You stay signed in.`,
  confirm: (amount: string) => `Refund ${amount}`,
  sending: 'Refunding',
  checking: 'Still checking with the issuer',
  goesOn: 'Do not refund it again. You can close this: it goes on, and the list says how it ends.',
  silent: 'The server can’t be reached. The refund is kept and is looked up as soon as it can be. Do not refund it again.',
  managerMore: 'Nobody knows whether the amount is back. Do not refund it again.',
  missing: 'It has not arrived',
  missingMore: 'The server has not received this refund. Sent again, it still gives the amount back only once.',
  sendAgain: 'Send it again',
  leave: 'Leave it',
  notRefunded: 'Not refunded',
  notRefundedSafe: 'Not refunded: safe to try again',
  notRefundedMore: 'The issuer gave nothing back.',
  notSaved: 'This device could not save the refund, so it was not sent.',
  unusable: {
    expired: 'The voucher has expired, so this amount cannot be used. Ask the issuer how to extend it.',
    inactive: 'The voucher is not active, so this amount cannot be used yet.',
    void: 'The voucher is void, so this amount cannot be used. Ask the issuer.',
  },
};

/** The shape that every language fills in. */
export type RefundWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly refund: RefundWords;
  }
}
