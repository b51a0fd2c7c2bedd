import type { VoucherValue } from '../../../contract/money/money.ts';
import type { Story, StoryFact, StoryLine } from './story.ts';
import type { StorySentences } from './story-english.ts';

export interface StoryFormat {
  readonly worth: (worth: VoucherValue) => string;
  readonly dateTime: (iso: string) => string;
  readonly wait: (ms: number) => string;
}

/** A history before its first sentence is built. */
export type Untold = Omit<Story, 'sentence' | 'token' | 'caseNumber' | 'notes'>;

/** Returns the place of an event, as a part of a sentence. */
export function placeInWords({ own, shop }: Pick<StoryLine, 'own' | 'shop'>, words: StorySentences): string {
  if (own) return words.here;
  return shop === null ? words.elsewhere : words.at(shop);
}

/** Returns the cause in one sentence, for reading aloud. It states only what the history knows. */
export function sentenceOf(story: Untold, words: StorySentences, format: StoryFormat): string {
  const { cause, lines, voucher, unexplained, surplus, open } = story;
  const uses = lines.filter(({ what }) => what === 'redeemed');
  const use = uses.at(-1);
  switch (cause) {
    case 'used':
    case 'used-elsewhere':
      return use === undefined ? words.emptySomehow : usedUp(use, uses.length === 1, words, format);
    case 'part-used':
      return use === undefined ? words.emptySomehow : partUsed(use, voucher?.remaining ?? null, words, format);
    case 'refunded':
      return refunded(story, words, format);
    case 'expired':
      return expired(voucher, words, format);
    case 'void':
      return words.void;
    case 'never-activated':
      return voucher === null ? words.notActivatedHere : words.neverActivated;
    case 'deactivated':
      return words.deactivated(format.dateTime(lines.findLast(({ what }) => what === 'deactivated')?.at ?? ''));
    case 'untouched':
      return untouched(story, words, format);
    case 'unexplained':
      return unexplained !== null && surplus ? words.surplus(format.worth(unexplained)) : missing(story, words, format);
    case 'unknown':
      if (open !== null) return words.open(format.dateTime(open.since));
      return voucher === null ? words.absent : story.away ? words.away : words.notTold;
    default:
      return cause satisfies never;
  }
}

function usedUp(use: StoryLine, isOnly: boolean, words: StorySentences, { worth, dateTime }: StoryFormat): string {
  const when = dateTime(use.at);
  const place = placeInWords(use, words);
  if (use.worth === null) return words.usedSomehow(when, place);
  return (isOnly ? words.used : words.usedLast)(worth(use.worth), when, place);
}

function partUsed(
  use: StoryLine,
  left: VoucherValue | null,
  words: StorySentences,
  { worth, dateTime }: StoryFormat,
): string {
  const when = dateTime(use.at);
  const place = placeInWords(use, words);
  if (use.worth === null || left === null) return words.partUsedSomehow(when, place);
  return words.partUsed(worth(use.worth), when, place, worth(left));
}

function refunded({ lines, voucher }: Untold, words: StorySentences, { worth, dateTime }: StoryFormat): string {
  const back = lines.findLast(({ what }) => what === 'refunded');
  if (back === undefined) return words.emptySomehow;
  const when = dateTime(back.at);
  const place = placeInWords(back, words);
  const left = voucher?.remaining ?? null;
  if (back.worth === null || left === null) return words.refundedSomehow(when, place);
  return words.refunded(worth(back.worth), when, place, worth(left));
}

function expired(voucher: Untold['voucher'], words: StorySentences, { worth, dateTime }: StoryFormat): string {
  if (voucher?.expires == null) return words.expiredSomehow;
  const when = dateTime(voucher.expires);
  return voucher.remaining === null ? words.expiredWhen(when) : words.expired(when, worth(voucher.remaining));
}

function untouched(story: Untold, words: StorySentences, { worth, dateTime }: StoryFormat): string {
  const { voucher, lines, more, completeSince, explained } = story;
  const activated = lines.findLast(({ what }) => what === 'activated');
  if (voucher === null) {
    const { start = '', end = '' } = activated?.cards ?? {};
    return activated === undefined ? words.notActivatedHere : words.activatedHere(dateTime(activated.at), start, end);
  }
  if (voucher.remaining === null) return words.untouchedSomehow;
  const left = worth(voucher.remaining);
  return explained || more === null || completeSince === null
    ? words.untouched(left)
    : words.untouchedSince(dateTime(completeSince), left);
}

function missing(story: Untold, words: StorySentences, { worth, dateTime }: StoryFormat): string {
  const { unexplained, more, completeSince } = story;
  const since = more === null || completeSince === null ? null : dateTime(completeSince);
  if (unexplained === null) return since === null ? words.emptySomehow : words.emptySoFar(since);
  const text = worth(unexplained);
  return since === null ? words.unexplained(text) : words.unexplainedSoFar(text, since);
}

/** Returns a fact that accompanies the first sentence. */
export function factText(fact: StoryFact, words: StorySentences, { worth, wait }: StoryFormat): string {
  switch (fact.fact) {
    case 'checked-often':
      return (fact.emptied ? words.checkedOften : words.checkedOftenUse)(fact.times, wait(fact.withinMs));
    case 'soon-after-activation':
      return words.soonAfter(wait(fact.afterMs));
    case 'taken-late':
      return words.takenLate(wait(fact.afterMs));
    case 'found-late':
      return words.foundLate;
    case 'forfeited':
      return words.forfeited(worth(fact.worth));
    default:
      return fact satisfies never;
  }
}
