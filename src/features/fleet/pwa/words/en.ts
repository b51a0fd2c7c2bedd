import { pluralsOf } from '../../../../pwa/words/plural.ts';

const plural = pluralsOf('en');

/** Texts of the devices in use. */
export const en = {
  lead: 'Devices report every five minutes, and those in use also when you refresh. Reports contain no names, codes or amounts.',
  refresh: 'Refresh',
  noReport: 'No report yet',
  version: (version: string) => `Version ${version}`,
  reads: { hand: 'hand scanner', camera: 'camera' },
  printer: (name: string) => `printer ${name}`,
  locked: 'locked',
  open: 'in use',
  reported: (ago: string) => `reported ${ago}`,
  /** Choices that show only such devices. */
  filters: {
    offline: 'Offline during opening hours',
    unsent: 'Operations not sent',
    old: 'Not updated yet',
    clock: 'Clock is wrong',
    silent: 'Not used for a day',
  },
  concerns: {
    offline: 'Offline during opening hours',
    old: 'Not updated yet',
    clock: 'Clock is wrong',
    silent: 'Not used for a day',
    unsent: (count: number) => plural(count, { one: '# operation not sent', other: '# operations not sent' }),
  },
};

/** The texts that every language has. */
export type FleetMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly fleet: FleetMessages;
  }
}
