import { pluralsOf } from '../../words/plural.ts';

const plural = pluralsOf('en');

/** The words of the page where a manager arrives. */
export const en = {
  taken: 'Redeemed today, after refunds',
  redemptions: (captures: number, refunds: number) =>
    `${plural(captures, { one: '# redemption', other: '# redemptions' })}, ${plural(refunds, { one: '# refund', other: '# refunds' })}`,
  tills: 'Active tills',
  tillsOf: (here: number, all: number) => `${here} of ${all}`,
  tillLocked: 'One till is locked after wrong PINs',
  openShifts: 'Open shifts',
  shifts: (count: number) => (count === 0 ? 'None open' : plural(count, { one: '# open', other: '# open' })),
};

/** The shape that every language fills in. */
export type TodayWords = typeof en;

declare module '../../words/page-words.ts' {
  interface PageWords {
    readonly today: TodayWords;
  }
}
