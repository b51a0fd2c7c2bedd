import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** Texts of a manager’s first page. */
export const en = {
  taken: 'Redeemed today, after refunds',
  redemptions: (captures: number, refunds: number) =>
    `${plural(captures, { one: '# redemption', other: '# redemptions' })}, ${plural(refunds, { one: '# refund', other: '# refunds' })}`,
  tills: 'Active tills',
  tillsOf: (here: number, all: number) => `${here} of ${all}`,
  tillLocked: 'One till is locked after wrong PINs',
  openShifts: 'Open shifts',
  byTill: 'Redeemed today by till',
  byHour: 'Redeemed by hour',
  /** The same hours seven days before. */
  lastWeek: 'One week ago',
  shifts: (count: number) => (count === 0 ? 'None open' : plural(count, { one: '# open', other: '# open' })),
};

/** The texts that every language has. */
export type TodayMessages = typeof en;

declare module '../../words/page-words.ts' {
  interface PageMessages {
    readonly today: TodayMessages;
  }
}
