import type { LimitPreset } from '../../../../contract/access/limit-presets.ts';
import type { CheckDigit } from '../../../../contract/voucher/number-shapes.ts';

/** Texts of the settings and their pages. */
export const en = {
  serverCheck: 'Server check',
  serverCheckLead: 'Problems of this server and browser; support packet',
  rows: {
    shop: 'Name, address, text on receipts, start of the business day',
    limits: 'How much staff can sell and activate without approval',
    till: 'Amount entry and empty vouchers',
    codes: 'Extra bar code types for cameras',
    receipts: 'Link redemptions to your register’s receipts',
    printers: 'Receipt printers and the tills that use them',
    connections: 'Registers, API keys and webhooks',
  },
  origins: { locked: 'Locked by head office', chain: 'From the chain', shop: 'This shop' },
  reset: 'Use the chain’s settings',
  resetDone: 'The chain’s settings apply now.',
  appliesTo: 'Applies to',
  scopes: { shop: 'This shop', chain: 'Every shop', locked: 'Every shop, locked' },
  lockOne: 'Lock this setting',
  savedForAll: 'Saved for every shop.',
  save: 'Save',
  shopName: 'Shop name',
  shopNameSaved: (name: string) => `Saved: ${name}.`,
  shopAddress: 'Address on receipts',
  shopAddressHint: 'Address, telephone, tax number and anything else your receipts must show.',
  receiptFooter: 'Receipt footer',
  receiptFooterHint: 'Replaces “Thank you”. For example, your opening hours.',
  dayBegins: 'Business day begins at',
  dayBeginsHint: 'Shifts, daily totals and daily limits run from this time to the same time the next day.',
  paperLines: (lines: string, chars: string) => `At most ${lines} lines of ${chars} characters.`,
  receiptNumbersLead: 'Links each redemption to the sale in your register, so that you can reconcile them.',
  receiptUse: 'Register receipt number',
  receiptUses: { off: 'Off', offered: 'Optional', required: 'Required' },
  receiptShape: 'Pattern (optional)',
  receiptShapeHint:
    '# is a digit, @ a letter, * anything. Example: R-####. Scanned or typed text that fits is used as the receipt number, not as a voucher.',
  receiptSaved: 'Saved. Applies from the next redemption.',
  receiptOdd: '* on its own would match every voucher too. Enter how your numbers start.',
  typedAmounts: 'When you type 80, it means',
  askAboveDue: (currency: string) => `Confirm amounts due above (${currency})`,
  askAboveDueHint: 'A larger amount may be a voucher number entered in the wrong field.',
  emptyVouchers: 'When a voucher is empty',
  emptyVoucherWays: { back: 'give it back', keep: 'keep it' },
  tillSaved: 'Saved. Applies to every till.',
  extraCodesLead:
    'Every till’s camera reads QR, Code 128, EAN-13, Data Matrix, Aztec and PDF417. Only turn on another type if your vouchers use it. Other types are easier to misread, so describe your codes.',
  extraCodesSaved: 'Saved. Every till now reads these.',
  numberShapes: 'Voucher numbers',
  numberShapesLead:
    'Describe your voucher numbers, and tills ignore all other codes. Product codes are then never looked up. Leave empty to look up every code.',
  numberPatterns: 'Patterns',
  savePatterns: 'Save patterns',
  numberPatternsHint: 'One per line. # is a digit, @ a letter, * anything: GC######## or 91*',
  checkDigit: 'Check digit',
  checkDigits: { none: 'None', mod10: 'As in EAN-13', luhn: 'Luhn, as on payment cards' } satisfies Record<CheckDigit, string>,
  numberShapesOdd: 'Enter at most 10 patterns. A pattern cannot be * alone.',
  charsMin: 'Minimum length',
  charsMax: 'Maximum length',
  shape: 'Pattern (optional)',
  shapeHint: '# is a digit, @ a letter, * anything: AB######## or 91*',
  limitsLead: 'Start with the preset that fits your shop. Above a limit, staff need their PIN or a manager.',
  preset: 'Preset',
  presets: {
    'small-shop': { name: 'Small shop', about: 'The owner is at the till. Few limits.' },
    counter: { name: 'Counter', about: 'Several people sell. A manager approves unusual amounts.' },
    strict: { name: 'Strict', about: 'A second person approves anything unusual. Needs two managers.' },
  } satisfies Record<LimitPreset, { name: string; about: string }>,
  ownLimits: 'Your limits differ from these presets.',
  customize: 'Customize',
  limitsOdd: 'Enter amounts above zero, and keep the texts short.',
  ceilingsLead:
    'How much one person can do within an hour before they have to enter their PIN, and how much before a manager has to approve.',
  pinAboveCards: 'Ask for PIN above (cards)',
  approvalAboveCards: 'Ask a manager above (cards)',
  pinAboveSum: (currency: string) => `Ask for PIN above this value of vouchers issued (${currency})`,
  approvalAboveSum: (currency: string) => `Ask a manager above this value of vouchers issued (${currency})`,
  saleLimits: 'Per sale and refund',
  saleLimitsLead:
    'Leave empty for no limit. Above the limit, choose who has to approve it, or block it. API keys are always blocked above the limit.',
  saleLimitKinds: {
    card: 'Value of one voucher sold',
    order: 'Value of all vouchers in one sale',
    vouchers: 'Number of vouchers in one sale',
    typed: 'Redemption with a typed code',
    'voucher-day': 'Redeemed from one voucher per day',
    refund: 'One refund',
    'own-refund': 'Refund by the person who redeemed',
    reprint: 'Vouchers printed or sent again at once',
    cards: 'Cards activated at once',
    'closed-cards': 'Cards activated outside opening hours',
  },
  limitAbove: (currency: string) => `Above (${currency})`,
  limitAboveCount: 'Above (number)',
  limitThen: 'Then',
  limitWays: {
    manager: 'a manager approves',
    'second-person': 'another manager approves',
    never: 'block',
  },
  ceilingsSaved: 'Saved. These limits apply now.',
  ceilingWrong: 'Enter an amount above zero.',
  storiesPerHour: 'Voucher histories one person can open per hour',
  shopNames: 'Names of other shops',
  safeSale: 'Scam protection',
  safeSaleLead:
    'Scammers call customers to make them buy vouchers, and staff to make them activate cards. Each protection is off until you set it.',
  questionsAbove: (currency: string) => `Ask the customer two questions above (${currency}). Leave empty to turn off`,
  showNotice: 'Show a notice at the till, on customer displays and on receipts',
  noticeText: 'Your own notice (empty for the standard one)',
  stopText: 'Your own text when a sale is stopped (empty for the standard one)',
  noticeLines: (most: string) => `At most ${most} lines.`,
  askLastFour: 'Ask for the last four digits when a single card is activated',
};

/** The texts that every language has. */
export type SettingsMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'shop-settings': SettingsMessages;
  }
}
