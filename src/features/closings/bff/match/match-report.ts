import { isItemsCurrency, majorUnits } from '../../../transactions/contract/transaction-amount.ts';
import type { OurLine, SkippedLine, TheirLine } from '../../contract/match/lines.ts';
import { MATCH_LISTS, type Matched, type MatchList, QUIET_LISTS } from '../../contract/match/match-lists.ts';
import { matchSums } from '../../contract/match/match-sums.ts';
import { LISTED_MAX } from '../limits.ts';
import type { Comparison } from './compare-lists.ts';

const NAMES: Readonly<Record<MatchList, string>> = {
  agrees: 'agrees',
  likely: 'likely',
  differs: 'differs',
  onlyHere: 'only here',
  onlyThere: 'only in the file',
  unsettled: 'not confirmed',
  unexplained: 'unmatched',
  otherDays: 'other days',
};
const SKIPPED: Readonly<Record<SkippedLine['why'], string>> = {
  'other-shop': 'belongs to another shop',
  'no-payment': 'is not a voucher payment',
  'no-amount': 'has no readable amount',
  'no-time': 'has no readable time',
  'no-type': 'has an unknown type',
};

/** True for a line that should have been compared and could not be read. */
const isUnread = ({ why }: SkippedLine) => why !== 'other-shop' && why !== 'no-payment';

/**
 * Formats the output of the command: the totals of both lists, the number of lines in each list,
 * then the differences.
 */
export function matchReport({ all, notes, skipped, days }: Comparison, timeZone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const sums = matchSums(all).map(({ currency, ours, theirs }) => {
    const [ourSum, theirSum, apart] = [ours, theirs, theirs - ours].map((amount) => valueOfLine({ amount, currency }));
    return `here ${ourSum}, there ${theirSum}, difference ${apart}`;
  });
  const lists = MATCH_LISTS.map((list) => [list, all.filter((one) => one.list === list)] as const);
  const counts = lists.map(([list, some]) => `${NAMES[list].padEnd(16)} ${some.length}`);
  const sections = lists
    .filter(([list]) => !QUIET_LISTS.includes(list))
    .flatMap(([list, some]) => {
      const listed = some.slice(0, LISTED_MAX).map((one) => lineOf(one, notes, local));
      const more = some.length - listed.length;
      return [...listed, ...(more > 0 ? [`… and ${more} more: ${NAMES[list]}`] : [])];
    });
  const aside = skipped.filter((one) => !isUnread(one)).length;
  const odd = skipped.filter(isUnread).map(({ line, why }) => `line ${line} of the file ${SKIPPED[why]}`);
  const head = [`From ${days.first} to ${days.last}`, ...sums, ...counts, `${'not compared'.padEnd(16)} ${aside}`];
  return [...head, ...(sections.length > 0 ? ['', ...sections] : []), ...odd].map((line) => `${line}\n`).join('');
}

/** True if there is a difference without a note, or a line that could not be read. */
export function hasOpenDifferences({ all, notes, skipped }: Pick<Comparison, 'all' | 'notes' | 'skipped'>): boolean {
  return skipped.some(isUnread) || all.some(({ list, key }) => !QUIET_LISTS.includes(list) && !notes.has(key));
}

function lineOf(
  { list, own, their, key }: Matched,
  notes: ReadonlyMap<string, string>,
  local: Intl.DateTimeFormat,
): string {
  const note = notes.get(key);
  const parts = [own && `here ${ourText(own, local)}`, their && `there ${theirText(their, local)}`].filter(Boolean);
  return `${NAMES[list]}: ${parts.join(' | ')}${note === undefined ? '' : ` (${note})`}`;
}

function ourText(line: OurLine, local: Intl.DateTimeFormat): string {
  return [local.format(line.at), ...common(line), line.till, line.person].filter(Boolean).join(' ');
}

function theirText(line: TheirLine, local: Intl.DateTimeFormat): string {
  const when = line.at === null ? (line.day ?? '') : local.format(line.at);
  return [`line ${line.line}`, when, ...common(line)].filter(Boolean).join(' ');
}

const common = ({
  amount,
  currency,
  receiptNo,
  last4,
}: Pick<OurLine, 'amount' | 'currency' | 'receiptNo' | 'last4'>) => [
  valueOfLine({ amount, currency }),
  receiptNo ?? '',
  last4 === null ? '' : `··${last4}`,
];

function valueOfLine({ amount, currency }: Pick<OurLine, 'amount' | 'currency'>): string {
  return isItemsCurrency(currency) ? `${amount} items` : `${currency} ${majorUnits(amount, currency)}`;
}
