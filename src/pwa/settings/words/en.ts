/** The words of the page of settings and of what it leads to. */
export const en = {
  rows: {
    shop: 'Name and address, as receipts and the customer display show them',
    limits: 'How much one person may issue and activate before a PIN is asked for',
    till: 'What typed digits mean, and what becomes of an empty voucher',
    codes: 'Which bar codes cameras read beside the usual ones',
    receipts: 'Whether a redemption names the receipt of your register',
    printers: 'Receipt printers, and which till prints where',
    connections: 'Registers, keys for programs, webhooks',
  },
  save: 'Save',
  shopName: 'Name of the shop',
  shopNameSaved: (name: string) => `Saved: ${name}.`,
  shopAddress: 'Address on receipts',
  shopAddressHint: 'Where the shop is, telephone, tax number: whatever your receipts have to say.',
  receiptFooter: 'Last words of a receipt',
  receiptFooterHint: 'In place of “Thank you”, for example opening hours.',
  paperLines: (lines: string, chars: string) => `at most ${lines} lines of ${chars} characters.`,
  receiptNumbersLead: 'Ties a redemption to the sale in your register, so that both can be compared.',
  receiptUse: 'The register’s receipt number is',
  receiptUses: { off: 'not asked for', offered: 'offered', required: 'required' },
  receiptShape: 'Pattern (optional)',
  receiptShapeHint:
    '# is a digit, @ a letter, * anything: R-####. What looks like this is taken for a receipt number when it is scanned or typed, not for a voucher.',
  receiptSaved: 'Saved. It holds for the next redemption.',
  receiptOdd: '* alone would be every voucher too. Say how your numbers begin.',
  typedAmounts: 'Amounts: 80 is',
  askAboveDue: (currency: string) => `Ask about an amount due above (${currency})`,
  askAboveDueHint: 'More than this may be a voucher number that was typed in the wrong place.',
  emptyVouchers: 'A voucher on which nothing is left',
  emptyVoucherWays: { back: 'is given back', keep: 'is kept' },
  tillSaved: 'Saved. It holds at every till.',
  extraCodesLead:
    'Every till’s camera reads QR, Code 128, EAN-13, Data Matrix, Aztec and PDF417. Switch on another kind only if your vouchers carry it: these are easier to misread, so say what yours look like.',
  extraCodesSaved: 'Saved. Every till reads these from now on.',
  charsMin: 'Shortest',
  charsMax: 'Longest',
  shape: 'Pattern (optional)',
  shapeHint: '# is a digit, @ a letter, * anything: AB######## or 91*',
  ceilingsLead: 'What one person may do within an hour before a PIN is asked for: your own PIN first, above that a manager’s.',
  pinAboveCards: 'PIN needed above how many cards',
  approvalAboveCards: 'Manager needed above how many cards',
  pinAboveSum: (currency: string) => `PIN needed above this value of vouchers issued (${currency})`,
  approvalAboveSum: (currency: string) => `Manager needed above this value of vouchers issued (${currency})`,
  saleLimits: 'One sale, one refund',
  saleLimitsLead:
    'Empty means no limit. Above it a manager’s PIN is needed, one of somebody else than whoever asks, or it is not done at all. Programs with a key are refused.',
  saleLimitKinds: {
    card: 'Value of one voucher sold',
    order: 'Value of all vouchers of one sale',
    vouchers: 'Number of vouchers in one sale',
    typed: 'Redemption with a code typed by hand',
    'voucher-day': 'Redeemed from one voucher in a day',
    refund: 'One refund',
    'own-refund': 'Refund by the person who redeemed',
    reprint: 'Vouchers printed or sent once more at once',
    cards: 'Cards activated at once',
    'closed-cards': 'Cards activated outside opening hours',
  },
  limitAbove: (currency: string) => `Above (${currency})`,
  limitAboveCount: 'Above (number)',
  limitThen: 'Then',
  limitWays: {
    manager: 'needs a manager',
    'second-person': 'needs another manager',
    never: 'not at all',
  },
  setSaleLimits: 'Set these limits',
  saleLimitOdd: 'Type an amount, or leave it empty.',
  ceilingsSaved: 'Saved. These limits hold from now on.',
  ceilingWrong: 'Type an amount above zero.',
  storiesPerHour: 'Vouchers whose story one person may open',
  shopNames: 'Names of other shops',
  safeSale: 'Against being talked into it',
  safeSaleLead: 'Callers talk customers into buying vouchers, and staff into activating cards. Each of these is off until you set it.',
  questionsAbove: (currency: string) => `Ask the customer two questions above (${currency}). Empty: never`,
  showNotice: 'Show a notice at the till, on customer displays and on paper',
  noticeText: 'Your own notice. Empty: the one that comes with Tillside',
  stopText: 'Your own words where a sale ends. Empty: those that come with Tillside',
  noticeLines: (most: string) => `At most ${most} lines.`,
  askLastFour: 'Ask for the last four digits on a card that is activated by itself',
  setSafeSale: 'Set this',
  safeSaleOdd: 'Type an amount or leave it empty, and keep the texts short.',
};

/** The shape that every language fills in. */
export type SettingsWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly settings: SettingsWords;
  }
}
