import { valueIn } from '../../../bff/issuer/voucher-state.ts';
import type { LookupResult } from '../../../bff/redemption/check/lookups.ts';
import { isItems, majorText } from '../../../contract/money/money.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import type { Story, StoryLine } from '../contract/story.ts';
import { STORY_ENGLISH } from '../contract/story-english.ts';
import { type StoryFormat, sentenceOf, type UnwordedStory } from '../contract/story-sentence.ts';
import type { ExplainedEvent, ExplainedHistory, HistoryBaseline } from './explain-history.ts';
import type { HistoryData } from './read-history.ts';

/** Details of each line that the caller may see. */
export interface VisibleDetails {
  /** The person and the device; unknown for other shops. */
  readonly who: boolean;
  /** The issuer's ids, the register's numbers, and the evidence. */
  readonly more: boolean;
}

export interface ViewTerms extends VisibleDetails {
  /** Returns the name of a shop; null if it has none. */
  readonly nameOf: (mid: string, isOwn: boolean) => string | null;
  /** IANA name. */
  readonly timeZone: string;
}

interface ViewedHistory extends ViewTerms, Pick<HistoryData, 'openSince' | 'until' | 'unread'> {
  readonly baseline: Pick<HistoryBaseline, 'completeSince'>;
  /** Null if only a sequence number was given. */
  readonly lookup: LookupResult | null;
  /** True if the issuer stopped answering while its search was read back. */
  readonly isUnavailable: boolean;
  readonly sequence: string | null;
}

/**
 * Builds the response for a history as the caller may see it, with its first sentence in English:
 * never a ref.
 */
export function viewOf(
  explained: ExplainedHistory,
  viewed: ViewedHistory,
): Omit<Story, 'token' | 'caseNumber' | 'notes'> {
  const { baseline, lookup, until, unread, openSince, isUnavailable, sequence } = viewed;
  const { unit, missing, cause, facts, isExplained } = explained;
  const story: UnwordedStory = {
    cause,
    lines: explained.events.map((one) => lineOf(one, unit, viewed)),
    facts: [...facts],
    explained: isExplained,
    unexplained: valueIn(unit, missing === null ? null : Math.abs(missing)),
    surplus: missing !== null && missing < 0,
    completeSince: isoOf(baseline.completeSince),
    completeUntil: isoOf(until),
    more: unread === null ? null : { before: new Date(unread.to).toISOString() },
    away: isUnavailable || (lookup !== null && lookup.state === null && !lookup.isAbsent),
    open: openSince === null ? null : { since: new Date(openSince).toISOString() },
    voucher: voucherOf(lookup, explained.isCurrent),
    sequence,
  };
  return { ...story, sentence: sentenceOf(story, STORY_ENGLISH, englishFormat(viewed.timeZone)) };
}

function voucherOf(lookup: LookupResult | null, isCurrent: boolean): Story['voucher'] {
  if (lookup === null || lookup.isAbsent) return null;
  const { ref, state } = lookup;
  return {
    last4: lastFour(ref),
    product: state?.product?.name ?? null,
    status: state?.status ?? 'unknown',
    remaining: isCurrent ? (state?.remaining ?? null) : null,
    expires: isoOf(state?.expiresAt ?? null),
  };
}

function lineOf({ event, left }: ExplainedEvent, unit: string | null, { nameOf, who, more }: ViewTerms): StoryLine {
  const { at, what, value, own, mid, by, cards, isRow, id } = event;
  return {
    at: new Date(at).toISOString(),
    what,
    worth: valueIn(event.unit ?? unit, value),
    shop: nameOf(mid, own),
    left: valueIn(unit, left),
    own,
    ...(cards !== null && { cards }),
    ...(who && { person: by?.person ?? null, device: by?.device ?? null }),
    ...(more && {
      receiptNo: by?.receiptNo ?? null,
      entry: by?.entry ?? null,
      transactionId: isRow ? id : null,
      mid,
      evidence: [...(by?.evidence ?? [])],
    }),
  };
}

const isoOf = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());

/** Units of durations. The largest unit with at least one and a half is used. */
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const;

/** The format of amounts and times for programs: in the shop's local time. */
function englishFormat(timeZone: string): StoryFormat {
  const dates = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
    hourCycle: 'h23',
  });
  return {
    value: (value) => {
      if (isItems(value)) return value.items === 1 ? '1 item' : `${value.items} items`;
      return `${value.currency} ${majorText(value)}`;
    },
    dateTime: (iso) => dates.format(new Date(iso)).replace(' at ', ', '),
    wait: (ms) => {
      const [unit, size] = UNITS.find(([, unitMs]) => ms >= 1.5 * unitMs) ?? UNITS[3];
      const count = Math.ceil(ms / size);
      return `${count} ${unit}${count === 1 ? '' : 's'}`;
    },
  };
}
