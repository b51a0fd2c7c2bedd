import type { Signal } from '../../../../contract/access/thresholds.ts';

/** The words of what managers may want to look at. */
export const en = {
  lead: 'What differs from other days. None of it says that somebody did wrong: look at the lines, and ask.',
  none: (since: string) => `Nothing to look at since ${since}.`,
  open: 'To be looked at',
  over: (count: number) => `Looked at: ${count}`,
  and: ' and ',
  lines: (shown: number, all: number) => (shown === all ? `Lines: ${all}` : `The last ${shown} of ${all} lines`),
  note: 'What you found, in a few words',
  lookedAt: 'Looked at',
  thresholds: 'What is shown here',
  thresholdsLead: 'From how many on, by one person in one day. 0 shows none.',
  found: (count: number | null) => (count === null ? 'Counting…' : `In the last four weeks: ${count}`),
  opensAt: 'The shop opens at',
  closesAt: 'The shop closes at',
  save: 'Save',
  sentences: {
    'emptied-soon': (people: string, count: number) => `Vouchers used within ten minutes of being sold: ${count} (redeemed by ${people})`,
    'wrong-codes': (people: string, count: number) => `${people} tried many codes that are no voucher: ${count} times`,
    'typed-codes': (people: string, count: number) => `${people} typed codes by hand much more than others: ${count} redemptions`,
    'own-refunds': (people: string, count: number) =>
      `${people} gave back within ten minutes what they had redeemed themselves: ${count} times`,
    'late-refunds': (people: string, count: number) => `${people} gave back shortly before closing: ${count} times`,
    reprints: (people: string, count: number) => `${people} printed once more what had been printed: ${count} times`,
    'approving-pair': (people: string, count: number) => `${people} approved what the other asked for: ${count} times in four weeks`,
    'drawer-opened': (people: string, count: number) => `${people} opened the drawer by hand: ${count} times`,
    stories: (people: string, count: number) => `${people} opened many more stories of vouchers than others: ${count}`,
    'refused-pins': (people: string, count: number) => `A wrong PIN was typed for ${people}: ${count} times`,
    'outside-hours': (people: string, count: number) => `${people} worked outside opening hours: ${count} times`,
    'checked-often': (people: string, count: number) =>
      `Vouchers looked at again and again before their first use: ${count} (by ${people})`,
    'quick-answers': (people: string, count: number) => `${people} answered the questions at a sale within a second: ${count} times`,
    'tampered-cards': (people: string, count: number) => `Cards with another number than their code, set aside: ${count} (by ${people})`,
    'unsold-cards': (people: string, count: number) => `${people} activated single cards while nothing was sold at that till: ${count}`,
    'limits-met': (people: string, count: number) => `${people} tried what a limit of the shop does not allow: ${count} times`,
    'limits-loosened': (people: string, count: number) => `${people} raised or switched off limits of the shop: ${count} times`,
  } satisfies Record<Signal, (people: string, count: number) => string>,
  names: {
    'emptied-soon': 'Used within ten minutes of being sold',
    'wrong-codes': 'Many codes that are no voucher',
    'typed-codes': 'Typed by hand, three times as much as others',
    'own-refunds': 'Own redemptions given back within ten minutes',
    'late-refunds': 'Given back in the last half hour',
    reprints: 'Printed once more',
    'approving-pair': 'Two who approve each other, in four weeks',
    'drawer-opened': 'Drawer opened by hand',
    stories: 'Stories opened, three times as many as others',
    'refused-pins': 'Wrong PINs',
    'outside-hours': 'Outside opening hours',
    'checked-often': 'Looked at often before the first use',
    'quick-answers': 'Questions answered within a second',
    'tampered-cards': 'Cards set aside, perhaps tampered with',
    'unsold-cards': 'Single cards activated without other work',
    'limits-met': 'Limits of the shop met',
    'limits-loosened': 'Limits raised or switched off',
  } satisfies Record<Signal, string>,
};

/** The shape that every language fills in. */
export type ExceptionWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly 'exception-report': ExceptionWords;
  }
}
