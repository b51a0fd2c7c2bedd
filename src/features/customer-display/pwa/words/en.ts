/** The words that customers read, and those of the till that opens the display. */
export const en = {
  title: 'Customer display',
  welcome: 'Welcome',
  moment: 'One moment, please',
  momentLead: 'Please keep your voucher here.',
  waitingLead: 'The connection is away. Amounts come back with it.',
  due: 'To pay',
  left: 'Left to pay',
  taken: 'Taken from vouchers',
  paid: 'Paid with vouchers',
  thanks: 'Thank you',
  voucher: (last4: string) => `Voucher ··${last4}`,
  states: { unknown: 'one moment', taken: 'taken', 'not-taken': 'not taken', 'given-back': 'given back' },
  leftOn: (amount: string) => `${amount} left on it`,
  nothingOn: 'Nothing left on it',
  fill: 'Fill the screen',
  lead: 'Shows the customer what is due, what was taken and what is left. No codes, no names.',
  here: 'On this computer',
  hereLead: 'Opens a window for a second screen. Where the browser can, it goes there by itself.',
  open: 'Open the display',
  opened: 'The display is open in a window of its own.',
  blocked: 'The browser kept the window back. Allow pop-ups for this address, then try again.',
  elsewhere: 'On another device',
  elsewhereLead: 'A tablet or phone that is enrolled in this shop. It shows this till until you disconnect it.',
  makeCode: 'Show a code for another device',
  codeLead: 'Scan this with the other device, or open the address there and type the code.',
  codeQr: 'QR code that makes another device the display of this till',
  expires: (when: string) => `Works once; expires ${when}.`,
  connected: 'Connected displays',
  since: (when: string) => `since ${when}`,
  end: 'Disconnect',
  endOf: (name: string) => `Disconnect ${name}`,
  ended: (name: string) => `${name} shows this till no longer.`,
  connectTitle: 'Make this device a customer display?',
  connectLead: 'It then shows one till to customers. That till, or a manager, can disconnect it.',
  code: 'Code from the till',
  connect: 'Connect',
  notNow: 'Not now',
};

/** The shape that every language fills in. */
export type DisplayWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly 'customer-display': DisplayWords;
  }
}
