import type { Signal } from '../../../../contract/access/thresholds.ts';
import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');
const times = (count: number) => plural(count, { one: '# time', other: '# times' });

/** Texts of the page *Exceptions*. */
export const en = {
  lead: 'Unusual activity compared with other days. It does not mean that anyone did something wrong. Check the details and ask.',
  none: (since: string) => `No exceptions since ${since}.`,
  open: 'To review',
  byDay: 'Exceptions to review by day',
  over: (count: number) => `Reviewed: ${count}`,
  and: ' and ',
  lines: (shown: number, all: number) => (shown === all ? `Lines: ${all}` : `The last ${shown} of ${all} lines`),
  note: 'What did you find?',
  lookedAt: 'Mark as reviewed',
  thresholds: 'When an exception appears',
  customize: 'Customize',
  thresholdsLead: 'How often one person has to do this in one day before it appears. Enter 0 to turn it off.',
  found: (count: number | null) => (count === null ? 'Counting…' : `In the last four weeks: ${count}`),
  opensAt: 'Opening time',
  closesAt: 'Closing time',
  save: 'Save',
  sentences: {
    'emptied-soon': (people: string, count: number) => `Vouchers used within ten minutes of being sold: ${count} (redeemed by ${people})`,
    'wrong-codes': (people: string, count: number) => `${people} entered many invalid codes: ${times(count)}`,
    'typed-codes': (people: string, count: number) => `${people} typed codes much more often than others: ${count} redemptions`,
    'own-refunds': (people: string, count: number) => `${people} refunded their own redemptions within ten minutes: ${times(count)}`,
    'late-refunds': (people: string, count: number) => `${people} refunded shortly before closing time: ${times(count)}`,
    reprints: (people: string, count: number) => `${people} reprinted vouchers: ${times(count)}`,
    'approving-pair': (people: string, count: number) => `${people} approved each other’s requests: ${times(count)} in four weeks`,
    'drawer-opened': (people: string, count: number) => `${people} opened the cash drawer by hand: ${times(count)}`,
    stories: (people: string, count: number) => `${people} opened many more voucher histories than others: ${count}`,
    'refused-pins': (people: string, count: number) => `Wrong PINs entered for ${people}: ${times(count)}`,
    'outside-hours': (people: string, count: number) => `${people} worked outside opening hours: ${times(count)}`,
    'checked-often': (people: string, count: number) => `Vouchers looked up repeatedly before their first use: ${count} (by ${people})`,
    'quick-answers': (people: string, count: number) => `${people} answered the safety questions within a second: ${times(count)}`,
    'tampered-cards': (people: string, count: number) => `Cards set aside because their number and code differ: ${count} (by ${people})`,
    'unsold-cards': (people: string, count: number) => `${people} activated single cards while nothing was sold on that till: ${count}`,
    'limits-met': (people: string, count: number) => `${people} exceeded a shop limit: ${times(count)}`,
    'limits-loosened': (people: string, count: number) => `${people} raised or turned off shop limits: ${times(count)}`,
  } satisfies Record<Signal, (people: string, count: number) => string>,
  names: {
    'emptied-soon': 'Used within ten minutes of being sold',
    'wrong-codes': 'Many invalid codes',
    'typed-codes': 'Codes typed three times as often as others',
    'own-refunds': 'Own redemptions refunded within ten minutes',
    'late-refunds': 'Refunds in the last half hour before closing',
    reprints: 'Reprints',
    'approving-pair': 'Two people approving each other, in four weeks',
    'drawer-opened': 'Cash drawer opened by hand',
    stories: 'Voucher histories opened three times as often as others',
    'refused-pins': 'Wrong PINs',
    'outside-hours': 'Work outside opening hours',
    'checked-often': 'Lookups before the first use',
    'quick-answers': 'Safety questions answered within a second',
    'tampered-cards': 'Cards set aside: possible tampering',
    'unsold-cards': 'Single cards activated without a sale',
    'limits-met': 'Shop limits exceeded',
    'limits-loosened': 'Shop limits raised or turned off',
  } satisfies Record<Signal, string>,
};

/** The texts that every language has. */
export type ExceptionMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'exception-report': ExceptionMessages;
  }
}
