import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { StoryEventKind } from '../../contract/story.ts';
import { STORY_ENGLISH } from '../../contract/story-english.ts';

const plural = pluralsOf('en');

/** Texts of a voucher's history. */
export const en = {
  sentence: STORY_ENGLISH,
  title: 'Voucher history',
  loading: 'Loading the history',
  isIt: 'Is this the card?',
  numbered: (number: string) => `Number ${number}`,
  lines: 'Events',
  balances: 'Balance after each event',
  events: {
    checked: 'Looked up',
    redeemed: 'Redeemed',
    refunded: 'Refunded',
    activated: 'Activated',
    deactivated: 'Deactivated',
    issued: 'Issued',
  } satisfies Record<StoryEventKind, string>,
  eventAt: (event: string, place: string) => `${event} ${place}`,
  checkedTimes: (count: number) => plural(count, { one: 'Looked up once', other: 'Looked up # times' }),
  between: (first: string, last: string) => `${first} to ${last}`,
  cards: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  unexplainedLine: (amount: string) => `${amount} not explained by the events shown here`,
  surplusLine: (amount: string) => `The balance is ${amount} higher than the events shown here explain`,
  reach: 'Period covered',
  complete: (from: string, to: string) => `This includes every use in this merchant’s shops from ${from} to ${to}.`,
  incomplete: 'Uses in this merchant’s other shops may be missing.',
  otherMerchants: 'Uses at other merchants are not shown.',
  readBack: (when: string) => `Load older events, back to ${when}`,
  readingBack: (when: string) => `Loaded back to ${when}`,
  readBackProgress: 'Loading progress',
  stop: 'Stop',
  hasNumber: 'There is a number printed on the card',
  number: 'Number printed on the card',
  numberHint: 'The sequence number used to activate the card, such as 000123. Not the secret code.',
  lookUp: 'Look up',
  openRow: 'Open',
  unnamed: (mid: string) => `Shop ${mid}`,
  nameShop: 'Name this shop',
  shopName: 'Shop name',
  shopNameHint: 'It will appear on every till.',
  shopNameSave: 'Save the name',
  shopNamed: 'Saved. The name appears the next time you open a history.',
  notes: 'Notes',
  note: 'Note for managers',
  keepNote: 'Save note',
  noteSaved: 'Saved. The note is also in the audit trail.',
  print: 'Print',
  paperLanguage: 'Print language',
  paper: 'Voucher history',
  case: 'Case',
  pageLead: 'Scan a voucher, or enter its code or the number printed on its card. Each lookup is saved in the audit trail.',
  code: 'Voucher code',
  codeHint: 'Printed on the voucher or under its bar code.',
  nothingTyped: 'Enter a code or a number.',
};

/** The texts that every language has. */
export type PageStoryMessages = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageMessages {
    readonly 'voucher-history': PageStoryMessages;
  }
}
