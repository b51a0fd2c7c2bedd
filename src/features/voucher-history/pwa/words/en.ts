import { pluralsOf } from '../../../../pwa/words/plural.ts';
import type { StoryEventKind } from '../../contract/story.ts';
import { STORY_ENGLISH } from '../../contract/story-english.ts';

const plural = pluralsOf('en');

/** The words of a voucher's story. */
export const en = {
  sentence: STORY_ENGLISH,
  title: 'What happened',
  loading: 'Looking it up',
  isIt: 'Is it this one?',
  numbered: (number: string) => `Number ${number}`,
  lines: 'What was done with it',
  events: {
    checked: 'Checked',
    redeemed: 'Redeemed',
    refunded: 'Refunded',
    activated: 'Activated',
    deactivated: 'Activation taken back',
    issued: 'Issued',
  } satisfies Record<StoryEventKind, string>,
  eventAt: (event: string, place: string) => `${event} ${place}`,
  checkedTimes: (count: number) => plural(count, { one: 'Checked once', other: 'Checked # times' }),
  between: (first: string, last: string) => `${first} to ${last}`,
  cards: (first: string, last: string) => (first === last ? first : `${first} to ${last}`),
  unexplainedLine: (amount: string) => `${amount} not explained by what can be seen here`,
  surplusLine: (amount: string) => `${amount} more than what can be seen here explains`,
  reach: 'How far this goes',
  complete: (from: string, to: string) => `Every use in this merchant’s shops is here from ${from} to ${to}.`,
  incomplete: 'Uses in this merchant’s other shops may be missing.',
  otherMerchants: 'Uses at other merchants can’t be seen.',
  readBack: (when: string) => `Read back to ${when}`,
  readingBack: (when: string) => `Read back as far as ${when}`,
  readBackProgress: 'How much was read back',
  stop: 'Stop',
  hasNumber: 'There is a number printed on the card',
  number: 'Number printed on the card',
  numberHint: 'Not the code: the number by which cards are activated, such as 000123.',
  notANumber: 'That is not a number of a card: it has digits only.',
  lookUp: 'Look it up',
  openRow: 'Open',
  unnamed: (mid: string) => `Shop ${mid}`,
  nameShop: 'Name this shop',
  shopName: 'Name of that shop',
  shopNameHint: 'Every till shows it from then on.',
  shopNameSave: 'Save the name',
  shopNamed: 'Saved. It is shown from the next story on.',
  notes: 'Notes',
  note: 'Note, for managers',
  keepNote: 'Keep the note',
  noteKept: 'Kept, and in the audit trail.',
  print: 'Print it',
  paperLanguage: 'Language of the paper',
  paper: 'What happened to this voucher',
  case: 'Case',
  pageLead: 'Scan a voucher, or type its code or the number on its card. Each look is written down in the audit trail.',
  code: 'Code of the voucher',
  codeHint: 'Printed on the voucher or under its bar code.',
  nothingTyped: 'Type a code or a number.',
  cardStory: 'Look up a card',
};

/** The shape that every language fills in. */
export type PageStoryWords = typeof en;

declare module '../../../../pwa/words/page-words.ts' {
  interface PageWords {
    readonly 'voucher-history': PageStoryWords;
  }
}
