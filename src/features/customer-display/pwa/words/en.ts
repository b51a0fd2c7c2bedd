/** Texts of the customer display, and of the till’s dialog that opens it. */
export const en = {
  title: 'Customer display',
  welcome: 'Welcome',
  moment: 'One moment, please',
  momentLead: 'Please keep your voucher here.',
  waitingLead: 'Connection lost. The amounts will return.',
  due: 'To pay',
  left: 'Left to pay',
  taken: 'Paid with vouchers',
  paid: 'Paid with vouchers',
  thanks: 'Thank you',
  voucher: (last4: string) => `Voucher ··${last4}`,
  states: { unknown: 'One moment', redeemed: 'Redeemed', 'not-redeemed': 'Not redeemed', refunded: 'Refunded' },
  remaining: (amount: string) => `${amount} left`,
  nothingOn: 'No balance left',
  receipt: 'Receipt',
  receiptLead: 'Scan for your receipt',
  noReceipt: 'There is no receipt yet. Close this and try again in a moment.',
  receiptQr: 'QR code with the receipt',
  real: (shop: string) => `${shop} signed this receipt, and it was not changed.`,
  notReal: 'This receipt was changed, or it is not from this shop.',
  notChecked: 'The receipt can’t be checked now. Connect to the internet and reload the page.',
  fill: 'Full screen',
  lead: 'Shows the customer the amount due, the redeemed vouchers and what is left to pay. It shows no codes or names.',
  here: 'On this computer',
  hereLead: 'Opens a window for a second screen. Some browsers move it there automatically.',
  open: 'Open the display',
  opened: 'The display is open in its own window.',
  blocked: 'The browser blocked the window. Allow pop-ups for this address, then try again.',
  elsewhere: 'On another device',
  elsewhereLead: 'Use a tablet or phone that is enrolled in this shop. It shows this till until you disconnect it.',
  makeCode: 'Show a code for another device',
  codeLead: 'Scan this with the other device, or open the address there and enter the code.',
  codeQr: 'QR code that connects another device as this till’s display',
  expires: (when: string) => `Works once; expires ${when}.`,
  connected: 'Connected displays',
  since: (when: string) => `since ${when}`,
  end: 'Disconnect',
  endOf: (name: string) => `Disconnect ${name}`,
  ended: (name: string) => `${name} is disconnected.`,
  connectTitle: 'Use this device as a customer display?',
  connectLead: 'It will show one till to customers. That till or a manager can disconnect it.',
  code: 'Code from the till',
  connect: 'Connect',
  notNow: 'Not now',
};

/** The texts that every language has. */
export type DisplayMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'customer-display': DisplayMessages;
  }
}
