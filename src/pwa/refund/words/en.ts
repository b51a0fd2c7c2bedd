/** Texts of the dialog for refunds. */
export const en = {
  title: 'Refund to the voucher',
  receiptTitle: 'Refund receipt',
  refunded: 'Refunded',
  printReceipt: 'Print a receipt',
  lead: 'The full amount is refunded to the voucher.',
  why: 'Reason',
  reasons: ['Wrong amount', 'Wrong voucher', 'Customer changed their mind'],
  otherReason: 'Other reason',
  changeReason: 'Change the reason',
  ownWords: 'Describe the reason',
  withManager: (amount: string) => `A manager enters their PIN here to refund ${amount}. You stay signed in.`,
  confirm: (amount: string) => `Refund ${amount}`,
  sending: 'Refunding',
  checking: 'Still checking with the issuer',
  goesOn: 'Do not refund it again. You can close this: the refund continues, and the list shows the result.',
  silent: 'The server can’t be reached. The refund is saved, and we’ll check it as soon as possible. Do not refund it again.',
  managerMore: 'We can’t tell whether the amount was refunded. Do not refund it again.',
  missing: 'The server did not receive it',
  missingMore: 'The server has not received this refund. If you send it again, the amount is still refunded only once.',
  sendAgain: 'Send it again',
  leave: 'Do not send',
  notRefunded: 'Not refunded',
  notRefundedSafe: 'Not refunded: safe to try again',
  notRefundedMore: 'The issuer refunded nothing.',
  notSaved: 'This device could not save the refund, so it was not sent.',
  unusable: {
    expired: 'The voucher has expired, so this amount can’t be used. Ask the issuer how to extend it.',
    inactive: 'The voucher is not active, so this amount can’t be used yet.',
    void: 'The voucher is cancelled, so this amount can’t be used. Ask the issuer.',
  },
};

/** The texts that every language has. */
export type RefundMessages = typeof en;

declare module '../../words/page-words.ts' {
  interface PageMessages {
    readonly refund: RefundMessages;
  }
}
