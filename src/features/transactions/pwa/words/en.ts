import type { TransactionStatus } from '../../../../contract/redemption/states.ts';
import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { ExplainedDifference } from '../../contract/explained-differences.ts';
import type { TransactionType } from '../../contract/transaction.ts';

const plural = pluralsOf('en');

/** Texts of transactions, and of days compared with the register. */
export const en = {
  title: 'Transactions',
  period: 'Period',
  periods: {
    today: 'Today',
    yesterday: 'Yesterday',
    week: 'Last 7 days',
    month: 'This month',
    lastMonth: 'Last month',
    custom: 'Other dates',
  },
  first: 'First day',
  last: 'Last day',
  show: 'Show',
  badDays: 'The last day can’t be before the first day.',
  tooManyDays: (days: number) => `Choose up to ${days} days.`,
  rows: (count: number) => plural(count, { one: '# transaction', other: '# transactions' }),
  counting: 'counting…',
  coverage: {
    unread: (days: string, percent: string) =>
      `Transactions from ${days} are still being read. The totals cover ${percent} of the period so far.`,
    unreachableSince: (time: string) => `The issuer can’t be reached. Complete until ${time}.`,
    unreachable: 'The issuer can’t be reached.',
    kept: (day: string) => `Transactions before ${day} are not stored here.`,
  },
  notNew: 'New transactions can’t be loaded right now.',
  noMid: 'The issuer’s number for this shop is not known yet, so you only see what was done here.',
  sums: { captured: 'Redeemed', refunded: 'Refunded', net: 'Net' },
  captures: (count: number) => plural(count, { one: '# redemption', other: '# redemptions' }),
  refunds: (count: number) => plural(count, { one: '# refund', other: '# refunds' }),
  itemsName: 'Items',
  byType: 'By type',
  withoutAmount: (count: number) =>
    plural(count, {
      one: '# transaction has no amount and is not included in any total.',
      other: '# transactions have no amount and are not included in any total.',
    }),
  unknownStatus: (count: number) =>
    plural(count, {
      one: '# transaction has an unknown status. It is included in the totals.',
      other: '# transactions have an unknown status. They are included in the totals.',
    }),
  chart: { hour: 'By hour', day: 'By day', table: 'As a table', when: 'When', currency: 'Currency' },
  filters: 'Filter',
  more: (count: number) =>
    count === 0 ? 'More filters' : plural(count, { one: 'More filters (# selected)', other: 'More filters (# selected)' }),
  voucher: 'Voucher',
  voucherHint: 'Last four characters, or scan it',
  moved: 'Redemptions, refunds, activations',
  everything: 'All types, including lookups',
  byHour: 'By hour or day, and other currencies',
  anyOf: 'All',
  shop: 'Shop',
  ownShop: 'This shop',
  noShop: 'Shop not known',
  person: 'Staff',
  nobody: 'Not from this shop’s tills',
  least: 'Minimum amount',
  most: 'Maximum amount',
  clear: 'Show all',
  sortBy: 'Sort by',
  reverse: 'Reverse the order',
  columns: { at: 'Time', type: 'Type', voucher: 'Voucher', amount: 'Amount', person: 'Staff', status: 'Status' },
  types: {
    capture: 'Redemption',
    refund: 'Refund',
    authorization: 'Authorization',
    activation: 'Activation',
    other: 'Lookup',
  } satisfies Record<TransactionType, string>,
  capture: 'Capture',
  statuses: {
    succeeded: 'Succeeded',
    failed: 'Declined',
    deactivated: 'Deactivated',
    pending: 'Processing',
    reversed: 'Reversed',
    refunded: 'Refunded',
    unknown: 'Not confirmed yet',
  } satisfies Record<TransactionStatus, string>,
  cards: (count: number) => plural(count, { one: '# card', other: '# cards' }),
  noTime: 'no time',
  noAmount: 'no amount',
  open: (what: string) => `Open ${what}`,
  nothing: 'No transactions in this period',
  nothingFits: 'No transactions match the filter',
  exportBroken: 'The export was interrupted, so nothing was saved. Try again.',
  exportLacks: 'Some of these days are still being read, so the file does not have all of their transactions. Export it again later.',
  sheet: {
    title: 'Transaction',
    notFound: 'This transaction was not found.',
    receipt: (reference: string) => `Receipt ${reference}`,
    printReceipt: 'Reprint receipt',
    issuer: 'Issuer’s record',
    number: (id: string) => `Number ${id}`,
    shop: (mid: string) => `Shop number ${mid}`,
    here: 'This shop’s record',
    look: 'This voucher was only looked up. Its balance did not change.',
    notHere: 'There is no matching record here.',
    by: (person: string, device: string) => `${person}, ${device}`,
    keyName: (name: string) => `${name} (API key)`,
    attempts: (count: number) => plural(count, { one: '# attempt', other: '# attempts' }),
    reason: (reason: string) => `Refunded: ${reason}`,
    refund: 'Refund',
    openActivation: 'Open the activation',
  },
  closing: {
    badAmount: 'Enter an amount, such as 1,234.50.',
    agrees: 'Matches the register',
    more: (amount: string) => `Register total is ${amount} higher`,
    less: (amount: string) => `Register total is ${amount} lower`,
    notCompared: 'Not compared',
    issuerTotal: 'Issuer total',
    registerTotal: 'Register total',
    missing: 'The register may be missing this',
    missingBoth: 'The register may be missing both of these',
    twice: 'The register may have counted this twice',
    twiceBoth: 'The register may have counted both of these twice',
    others: (count: number) => plural(count, { one: '# other could also explain it.', other: '# others could also explain it.' }),
    unexplained: 'No known transaction explains this.',
    knownTitle: 'This explains it exactly',
    known: {
      forfeited: 'Forfeited on single-use vouchers: the register counts their face value',
      unsettled: 'Not confirmed yet, but counted by the register',
      olderRefunds: 'Refunds of earlier sales, not counted by the register',
      carried: 'From earlier closings, already counted by the register',
    } satisfies Record<ExplainedDifference['why'], string>,
    seeDay: 'See the day’s redemptions',
    unsettled: (count: number) =>
      plural(count, { one: '# transaction of the day is not confirmed yet.', other: '# transactions of the day are not confirmed yet.' }),
    until: (time: string) => `Transactions read until ${time}`,
    kept: (time: string, person: string, device: string) => `Saved ${time} by ${person}, ${device}`,
  },
};

/** The texts that every language has. */
export type TransactionMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly transactions: TransactionMessages;
  }
}
