import type { VoucherValue } from '../../../contract/money/money.ts';
import type { Story, StoryFact, StoryLine } from './story.ts';
import type { StorySentences } from './story-english.ts';

export interface StoryFormat {
  readonly value: (value: VoucherValue) => string;
  readonly dateTime: (iso: string) => string;
  readonly wait: (ms: number) => string;
}

/** A history before its first sentence is built. */
export type UnwordedStory = Omit<Story, 'sentence' | 'token' | 'caseNumber' | 'notes'>;

/** Returns the place of an event, as a part of a sentence. */
export function describeShop({ own, shop }: Pick<StoryLine, 'own' | 'shop'>, messages: StorySentences): string {
  if (own) return messages.here;
  return shop === null ? messages.elsewhere : messages.at(shop);
}

/** Returns the cause in one sentence, for reading aloud. It states only what the history knows. */
export function sentenceOf(story: UnwordedStory, messages: StorySentences, format: StoryFormat): string {
  const { cause, lines, voucher, unexplained, surplus, open } = story;
  const uses = lines.filter(({ what }) => what === 'redeemed');
  const use = uses.at(-1);
  switch (cause) {
    case 'used':
    case 'used-elsewhere':
      return use === undefined ? messages.emptySomehow : usedUp(use, uses.length === 1, messages, format);
    case 'part-used':
      return use === undefined ? messages.emptySomehow : partUsed(use, voucher?.remaining ?? null, messages, format);
    case 'refunded':
      return refunded(story, messages, format);
    case 'expired':
      return expired(voucher, messages, format);
    case 'void':
      return messages.void;
    case 'never-activated':
      return voucher === null ? messages.notActivatedHere : messages.neverActivated;
    case 'deactivated':
      return messages.deactivated(format.dateTime(lines.findLast(({ what }) => what === 'deactivated')?.at ?? ''));
    case 'untouched':
      return untouched(story, messages, format);
    case 'unexplained':
      return unexplained !== null && surplus
        ? messages.surplus(format.value(unexplained))
        : missing(story, messages, format);
    case 'unknown':
      if (open !== null) return messages.open(format.dateTime(open.since));
      return voucher === null ? messages.absent : story.away ? messages.away : messages.notTold;
    default:
      return cause satisfies never;
  }
}

function usedUp(use: StoryLine, isOnly: boolean, messages: StorySentences, { value, dateTime }: StoryFormat): string {
  const when = dateTime(use.at);
  const shopText = describeShop(use, messages);
  if (use.worth === null) return messages.usedSomehow(when, shopText);
  return (isOnly ? messages.used : messages.usedLast)(value(use.worth), when, shopText);
}

function partUsed(
  use: StoryLine,
  left: VoucherValue | null,
  messages: StorySentences,
  { value, dateTime }: StoryFormat,
): string {
  const when = dateTime(use.at);
  const shopText = describeShop(use, messages);
  if (use.worth === null || left === null) return messages.partUsedSomehow(when, shopText);
  return messages.partUsed(value(use.worth), when, shopText, value(left));
}

function refunded(
  { lines, voucher }: UnwordedStory,
  messages: StorySentences,
  { value, dateTime }: StoryFormat,
): string {
  const back = lines.findLast(({ what }) => what === 'refunded');
  if (back === undefined) return messages.emptySomehow;
  const when = dateTime(back.at);
  const shopText = describeShop(back, messages);
  const left = voucher?.remaining ?? null;
  if (back.worth === null || left === null) return messages.refundedSomehow(when, shopText);
  return messages.refunded(value(back.worth), when, shopText, value(left));
}

function expired(
  voucher: UnwordedStory['voucher'],
  messages: StorySentences,
  { value, dateTime }: StoryFormat,
): string {
  if (voucher?.expires == null) return messages.expiredSomehow;
  const when = dateTime(voucher.expires);
  return voucher.remaining === null ? messages.expiredWhen(when) : messages.expired(when, value(voucher.remaining));
}

function untouched(story: UnwordedStory, messages: StorySentences, { value, dateTime }: StoryFormat): string {
  const { voucher, lines, more, completeSince, explained } = story;
  const activated = lines.findLast(({ what }) => what === 'activated');
  if (voucher === null) {
    const { start = '', end = '' } = activated?.cards ?? {};
    return activated === undefined
      ? messages.notActivatedHere
      : messages.activatedHere(dateTime(activated.at), start, end);
  }
  if (voucher.remaining === null) return messages.untouchedSomehow;
  const left = value(voucher.remaining);
  return explained || more === null || completeSince === null
    ? messages.untouched(left)
    : messages.untouchedSince(dateTime(completeSince), left);
}

function missing(story: UnwordedStory, messages: StorySentences, { value, dateTime }: StoryFormat): string {
  const { unexplained, more, completeSince } = story;
  const since = more === null || completeSince === null ? null : dateTime(completeSince);
  if (unexplained === null) return since === null ? messages.emptySomehow : messages.emptySoFar(since);
  const text = value(unexplained);
  return since === null ? messages.unexplained(text) : messages.unexplainedSoFar(text, since);
}

/** Returns a fact that accompanies the first sentence. */
export function factText(fact: StoryFact, messages: StorySentences, { value, wait }: StoryFormat): string {
  switch (fact.fact) {
    case 'checked-often':
      return (fact.emptied ? messages.checkedOften : messages.checkedOftenUse)(fact.times, wait(fact.withinMs));
    case 'soon-after-activation':
      return messages.soonAfter(wait(fact.afterMs));
    case 'taken-late':
      return messages.takenLate(wait(fact.afterMs));
    case 'found-late':
      return messages.foundLate;
    case 'forfeited':
      return messages.forfeited(value(fact.worth));
    default:
      return fact satisfies never;
  }
}
