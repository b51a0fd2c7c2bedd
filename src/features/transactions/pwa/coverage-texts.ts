import { type DayTerms, shopDate, shopMoment } from '../../../contract/platform/shop-day.ts';
import type { Format } from '../../../pwa/ui/format.ts';
import type { Coverage } from '../contract/transaction-list.ts';
import type { TransactionMessages } from './words/en.ts';

interface Reader {
  readonly messages: TransactionMessages['coverage'];
  readonly language: string;
  readonly shop: DayTerms;
  readonly format: Pick<Format, 'moment' | 'dateLocale'>;
  /** Milliseconds UTC. */
  readonly now: number;
}

/**
 * Texts about a period that was not read completely, is too old, or cannot be queried; null if
 * there is nothing to say.
 */
export interface CoverageTexts {
  readonly unread: string | null;
  readonly away: string | null;
  readonly kept: string | null;
}

export function coverageTexts({ share, gaps, keptFrom, until, isAway }: Coverage, reader: Reader): CoverageTexts {
  const { messages, language, shop, format, now } = reader;
  const days = daysOf(gaps, shop);
  const date = (day: string) => dateFormat(format.dateLocale, day, day, now).format(Date.parse(day));
  return {
    unread: days && messages.unread(daysText(days, format.dateLocale, now), percentText(share, language)),
    away: !isAway ? null : until === null ? messages.unreachable : messages.unreachableSince(format.moment(until, now)),
    kept: keptFrom === null ? null : messages.kept(date(shopMoment(Date.parse(keptFrom), shop.timeZone).date)),
  };
}

/**
 * The days of the shop from the first gap to the last; null without gaps. A gap excludes its end.
 */
function daysOf(gaps: Coverage['gaps'], shop: DayTerms): { readonly first: string; readonly last: string } | null {
  if (gaps.length === 0) return null;
  const from = Math.min(...gaps.map((gap) => Date.parse(gap.from)));
  const to = Math.max(...gaps.map((gap) => Date.parse(gap.to)));
  return { first: shopDate(from, shop), last: shopDate(Math.max(from, to - 1), shop) };
}

function daysText(
  { first, last }: { readonly first: string; readonly last: string },
  dateLocale: string,
  now: number,
): string {
  return dateFormat(dateLocale, first, last, now).formatRange(Date.parse(first), Date.parse(last));
}

/** Calendar days, with the year if it is not the current one. */
function dateFormat(dateLocale: string, first: string, last: string, now: number): Intl.DateTimeFormat {
  const thisYear = new Date(now).toISOString().slice(0, 4);
  const year = first.startsWith(thisYear) && last.startsWith(thisYear) ? {} : ({ year: 'numeric' } as const);
  return new Intl.DateTimeFormat(dateLocale, { timeZone: 'UTC', day: 'numeric', month: 'long', ...year });
}

/** Never 100 % while something is missing. */
function percentText(share: number, language: string): string {
  return new Intl.NumberFormat(language, { style: 'percent' }).format(Math.floor(share * 100) / 100);
}
