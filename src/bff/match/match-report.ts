import { differenceOf } from '../../contract/match/lay-beside.ts';
import type { OurLine, TheirLine } from '../../contract/match/lines.ts';
import { MATCH_LISTS, type Matched, type MatchList } from '../../contract/match/match-terms.ts';
import { isItemsCurrency, majorUnits } from '../../contract/transaction-amount.ts';
import type { LaidBeside } from './matching.ts';

const NAMES: Readonly<Record<MatchList, string>> = {
  agrees: 'agrees',
  differs: 'amount differs',
  onlyHere: 'only here',
  onlyThere: 'only there',
  twice: 'twice',
  otherShop: 'of another shop',
};
/** Lines of each list that are told. */
const TOLD_MAX = 200;
/** What is no difference. */
const QUIET: readonly MatchList[] = ['agrees', 'otherShop'];

/** What the command says: how many lines each list has, then those that differ. */
export function matchReport({ all, notes, unread, period }: LaidBeside, timeZone: string): string {
  const local = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  const lists = MATCH_LISTS.map((list) => [list, all.filter((one) => one.list === list)] as const);
  const counts = lists.map(([list, some]) => `${NAMES[list].padEnd(16)} ${some.length}`);
  const told = lists
    .filter(([list]) => !QUIET.includes(list))
    .flatMap(([list, some]) => {
      const shown = some.slice(0, TOLD_MAX).map((one) => lineOf(one, notes, local));
      const more = some.length - shown.length;
      return [...shown, ...(more > 0 ? [`… and ${more} more: ${NAMES[list]}`] : [])];
    });
  const odd = unread.map(
    ({ line, why }) => `line ${line} of the file has ${why === 'no-amount' ? 'no amount' : 'a time'} that can be read`,
  );
  const days = `${local.format(period.from)} to ${local.format(period.to)}`;
  return [`From ${days}`, ...counts, ...(told.length > 0 ? ['', ...told] : []), ...odd]
    .map((line) => `${line}\n`)
    .join('');
}

/** Whether anything differs that nobody wrote a note about. */
export function differs({ all, notes }: Pick<LaidBeside, 'all' | 'notes'>): boolean {
  return all.some((one) => !QUIET.includes(one.list) && !notes.has(differenceOf(one)));
}

function lineOf(one: Matched, notes: ReadonlyMap<string, string>, local: Intl.DateTimeFormat): string {
  const note = notes.get(differenceOf(one));
  const parts = [
    ...one.ours.map((line) => `here ${ourText(line, local)}`),
    ...one.theirs.map((line) => `there ${theirText(line, local)}`),
  ];
  return `${NAMES[one.list]}: ${parts.join(' | ')}${note === undefined ? '' : ` (${note})`}`;
}

function ourText(line: OurLine, local: Intl.DateTimeFormat): string {
  return [...common(line, local), line.till, line.person].filter(Boolean).join(' ');
}

function theirText(line: TheirLine, local: Intl.DateTimeFormat): string {
  return [`line ${line.line}`, ...common(line, local)].filter(Boolean).join(' ');
}

function common(
  { at, amount, currency, receiptNo, last4 }: Omit<OurLine, 'id' | 'till' | 'person' | 'kind'>,
  local: Intl.DateTimeFormat,
) {
  const worth = isItemsCurrency(currency) ? `${amount} items` : `${currency} ${majorUnits(amount, currency)}`;
  return [at === null ? '' : local.format(at), worth, receiptNo ?? '', last4 === null ? '' : `··${last4}`];
}
