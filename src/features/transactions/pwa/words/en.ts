import type { TransactionStatus } from '../../../../contract/redemption/states.ts';
import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ExplainedDifference } from '../../contract/explained-differences.ts';
import type { TransactionType } from '../../contract/transaction.ts';

const plural = pluralsOf('en');

/** The words of transactions and of the end of a day. */
export const en = {
  title: 'Transactions',
  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days',
    month: 'This month',
    custom: 'Other days',
  },
  first: 'First day',
  last: 'Last day',
  show: 'Show',
  rows: (count: number) => plural(count, { one: '# transaction', other: '# transactions' }),
  counting: 'counting …',
  coverage: {
    unread: (days: string, percent: string, isOneDay: boolean) =>
      `${days} ${isOneDay ? 'is' : 'are'} still being read, ${percent}. The sums are of the rest.`,
    awaySince: (time: string) => `The issuer cannot be reached. Complete until ${time}.`,
    away: 'The issuer cannot be reached.',
    kept: (day: string) => `Before ${day} nothing is kept here.`,
  },
  notNew: 'New transactions cannot be looked for at the moment.',
  noMid: 'The number of this shop at the issuer is not known yet, so only what was done here is shown.',
  sums: { captured: 'Redeemed', refunded: 'Refunded', net: 'Net' },
  captures: (count: number) => plural(count, { one: '# redemption', other: '# redemptions' }),
  refunds: (count: number) => plural(count, { one: '# refund', other: '# refunds' }),
  itemsName: 'Items',
  byType: 'By kind',
  withoutAmount: (count: number) =>
    plural(count, { one: '# transaction names no amount and is in no sum.', other: '# transactions name no amount and are in no sum.' }),
  unknownStatus: (count: number) =>
    plural(count, {
      one: '# transaction has a status that is not known here. It is counted.',
      other: '# transactions have a status that is not known here. They are counted.',
    }),
  chart: { hour: 'By the hour', day: 'By the day', table: 'As a table', when: 'When', currency: 'Currency' },
  filters: 'Filter',
  more: (count: number) =>
    count === 0 ? 'More filters' : plural(count, { one: 'More filters (# chosen)', other: 'More filters (# chosen)' }),
  voucher: 'Voucher',
  voucherHint: 'Last four, or scan it',
  moved: 'Redemptions, refunds, cards',
  everything: 'Everything, looks too',
  byHour: 'By hour or day, and other currencies',
  anyOf: 'All',
  shop: 'Shop',
  ownShop: 'This shop',
  noShop: 'Shop not named',
  person: 'Person',
  nobody: 'Not done here',
  least: 'From amount',
  most: 'To amount',
  clear: 'Show all',
  columns: { at: 'Time', type: 'Kind', voucher: 'Voucher', amount: 'Amount', person: 'Person', status: 'Status' },
  types: {
    capture: 'Redemption',
    refund: 'Refund',
    authorization: 'Authorization',
    activation: 'Activation',
    other: 'Looked at',
  } satisfies Record<TransactionType, string>,
  capture: 'Capture',
  statuses: { succeeded: 'done', failed: 'refused', deactivated: 'deactivated', unknown: 'not known yet' } satisfies Record<
    TransactionStatus,
    string
  >,
  cards: (count: number) => plural(count, { one: '# card', other: '# cards' }),
  noTime: 'no time named',
  noAmount: 'not named',
  open: (what: string) => `Open ${what}`,
  nothing: 'Nothing in this period',
  nothingFits: 'Nothing fits the filter',
  exportCsv: 'Export CSV',
  exporting: 'Exporting',
  exportBroken: 'The export was cut short, so nothing was saved. Try again.',
  sheet: {
    title: 'Transaction',
    gone: 'There is no such transaction here.',
    receipt: (reference: string) => `Receipt ${reference}`,
    printReceipt: 'Print the receipt again',
    issuer: 'At the issuer',
    number: (id: string) => `Number ${id}`,
    shop: (mid: string) => `Shop number ${mid}`,
    here: 'Here',
    look: 'Somebody looked at this voucher. Nothing was moved.',
    notHere: 'Nothing here explains it.',
    by: (person: string, device: string) => `${person}, ${device}`,
    keyName: (name: string) => `${name} (key)`,
    attempts: (count: number) => plural(count, { one: 'Sent once', other: 'Sent # times' }),
    reason: (reason: string) => `Refunded: ${reason}`,
    refund: 'Refund',
    openActivation: 'Open the activation',
  },
  closing: {
    badAmount: 'Write an amount, such as 1,234.50.',
    agrees: 'The register agrees',
    more: (amount: string) => `The register says ${amount} more`,
    less: (amount: string) => `The register says ${amount} less`,
    notCompared: 'Not compared',
    issuerSays: 'The issuer says',
    registerSays: 'The register says',
    missing: 'The register may lack this',
    missingBoth: 'The register may lack these two',
    twice: 'The register may have this twice',
    twiceBoth: 'The register may have these two twice',
    others: (count: number) => plural(count, { one: '# other would explain it too.', other: '# others would explain it too.' }),
    unexplained: 'Nothing we know explains it.',
    knownTitle: 'Exactly this explains it',
    known: {
      forfeited: 'Forfeited on single-use vouchers: the register books their face value',
      unsettled: 'Not settled yet, but in the register',
      olderRefunds: 'Refunds of earlier days, which the register has not given back',
      carried: 'From earlier closings, where the register has it',
    } satisfies Record<ExplainedDifference['why'], string>,
    seeDay: 'See the day’s redemptions',
    unsettled: (count: number) =>
      plural(count, { one: '# operation of the day is not settled yet.', other: '# operations of the day are not settled yet.' }),
    until: (time: string) => `The day as read up to ${time}`,
    kept: (time: string, person: string, device: string) => `Saved ${time} by ${person}, ${device}`,
  },
};

/** The shape that every language fills in. */
export type TransactionWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly transactions: TransactionWords;
  }
}
