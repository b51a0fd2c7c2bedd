import type { OurLine, ShopDays, TheirLine } from './lines.ts';
import { type MatchRule, type MatchTerms, rulesOf } from './match-rules.ts';

/**
 * The list of a result; each line is in exactly one. `likely` agrees by amount and time alone.
 * `otherDays` is in no total.
 */
export const MATCH_LISTS = [
  'agrees',
  'likely',
  'differs',
  'onlyHere',
  'onlyThere',
  'unsettled',
  'unexplained',
  'otherDays',
] as const;
export type MatchList = (typeof MATCH_LISTS)[number];
/** Lists that need no attention. */
export const QUIET_LISTS: readonly MatchList[] = ['agrees', 'likely', 'otherDays'];

/** A pair of matching lines, or an unmatched one. */
export interface Matched {
  readonly list: MatchList;
  readonly own: OurLine | null;
  readonly their: TheirLine | null;
  /** Identifies the result in every file with the same line, and is the key of its note. */
  readonly key: string;
}

/** Lines processed before other work can run. */
const LINES_PER_TURN = 2_000;

/**
 * Compares our lines with another list, by the rules of `match-rules.ts`. Settled lines come first
 * in each rule, and the time when a line began before the one when it was settled.
 * @param theirs in the order of the file
 * @returns every line of both lists once, except ours of other days without a match; each yield is
 * the progress, 0 to 1
 */
export function* matchLists(
  ours: readonly OurLine[],
  theirs: readonly TheirLine[],
  terms: MatchTerms,
): Generator<number, Matched[]> {
  const { windowMs, days } = terms;
  const all: Matched[] = [];
  const dayOf = memoised(terms.dayOf);
  const keyOf = yield* createKeys(theirs, days);
  const pools = poolsOf(ours, windowMs);
  const left = { ours: new Set(ours), theirs: new Set(theirs) };
  const put = (list: MatchList, line: OurLine | null, their: TheirLine | null) =>
    all.push({ list, own: line, their, key: keyOf(line, their) });
  const total = Math.max(1, ours.length + theirs.length);
  for (const rule of rulesOf({ windowMs, dayOf })) {
    for (const pool of pools) {
      for (const pair of pairsOf(rule, pool, left)) {
        if (pair === null) yield 1 - (left.ours.size + left.theirs.size) / total;
        else {
          const { own, their } = pair;
          put(listOf(rule, own, their), own, their);
          left.ours.delete(own);
          left.theirs.delete(their);
        }
      }
    }
  }
  const isOfPeriod = (day: string) => day >= days.first && day <= days.last;
  for (const their of left.theirs) {
    put(their.day === null || isOfPeriod(their.day) ? 'onlyThere' : 'otherDays', null, their);
    if (all.length % LINES_PER_TURN === 0) yield 1;
  }
  for (const line of left.ours) {
    if ([line.at, lateOf(line, windowMs) ?? line.at].some((at) => isOfPeriod(dayOf(at))))
      put(aloneIn(line), line, null);
    if (all.length % LINES_PER_TURN === 0) yield 1;
  }
  return all;
}

function memoised(dayOf: MatchTerms['dayOf']): MatchTerms['dayOf'] {
  const ordinals = new Map<number, string>();
  return (ms) => {
    const day = ordinals.get(ms) ?? dayOf(ms);
    ordinals.set(ms, day);
    return day;
  };
}

/** Our lines, each with a time when the other list may have booked it. */
type Pool = readonly (readonly [line: OurLine, at: number])[];

function poolsOf(ours: readonly OurLine[], windowMs: number): Pool[] {
  const isOpen = (line: OurLine) => aloneIn(line) !== 'onlyHere';
  const tiers = [ours.filter((line) => !isOpen(line)), ours.filter(isOpen)];
  const pools = tiers.flatMap((some): Pool[] => [
    some.map((line) => [line, line.at]),
    some.flatMap((line) => {
      const late = lateOf(line, windowMs);
      return late === null ? [] : [[line, late]];
    }),
  ]);
  return pools.filter((pool) => pool.length > 0);
}

/**
 * Returns the time when a line was settled, if it was settled so late that a list may have booked
 * it at that time.
 */
function lateOf({ at, settledAt }: OurLine, windowMs: number): number | null {
  return settledAt !== null && settledAt - at > windowMs ? settledAt : null;
}

function aloneIn({ kind }: OurLine): MatchList {
  return kind === 'unsettled' || kind === 'unexplained' ? kind : 'onlyHere';
}

function listOf({ proves }: MatchRule, ours: OurLine, their: TheirLine): MatchList {
  const alone = aloneIn(ours);
  if (alone !== 'onlyHere') return alone;
  return ours.amount === their.amount && ours.currency === their.currency ? proves : 'differs';
}

interface UnmatchedPools {
  readonly ours: ReadonlySet<OurLine>;
  readonly theirs: ReadonlySet<TheirLine>;
}
interface Pair {
  readonly own: OurLine;
  readonly their: TheirLine;
}

/** Finds the pairs of one rule. It yields null regularly, so that other work can run. */
function* pairsOf(rule: MatchRule, pool: Pool, { ours, theirs }: UnmatchedPools): Generator<Pair | null> {
  let count = 0;
  const isTurn = () => {
    count += 1;
    return count % LINES_PER_TURN === 0;
  };
  const isAbout = pool.some(([ourLines, at]) => ours.has(ourLines) && rule.ownKey(ourLines, at) !== null);
  if (!isAbout) return;
  const byKey = new Map<string, TheirLine[]>();
  for (const their of theirs) {
    if (isTurn()) yield null;
    const key = rule.theirKey(their);
    if (key !== null) addTo(byKey, key, their);
  }
  const ourLines = new Map<string, [line: OurLine, at: number][]>();
  for (const [line, at] of byKey.size === 0 ? [] : pool) {
    if (isTurn()) yield null;
    const key = ours.has(line) ? rule.ownKey(line, at) : null;
    if (key !== null && byKey.has(key)) addTo(ourLines, key, [line, at]);
  }
  for (const [key, some] of ourLines) {
    if (isTurn()) yield null;
    const candidates = byKey.get(key) ?? [];
    if (rule.isLone && (some.length !== 1 || candidates.length !== 1)) continue;
    for (const pair of inTimeOrder(some, candidates, rule.windowMs)) {
      yield pair;
      if (isTurn()) yield null;
    }
  }
}

function addTo<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group) group.push(item);
  else groups.set(key, [item]);
}

/** Pairs lines of one key in order of time, within the window. */
function* inTimeOrder(ourLines: [line: OurLine, at: number][], their: TheirLine[], windowMs: number): Generator<Pair> {
  ourLines.sort(([, one], [, other]) => one - other);
  their.sort((one, other) => (one.at ?? 0) - (other.at ?? 0));
  for (let ourIndex = 0, theirIndex = 0; ourIndex < ourLines.length && theirIndex < their.length; ) {
    const [ourPart, theirLine] = [ourLines[ourIndex], their[theirIndex]];
    if (ourPart === undefined || theirLine === undefined) return;
    const [ourLine, at] = ourPart;
    const aheadMs = theirLine.at === null ? 0 : at - theirLine.at;
    const isNear = Math.abs(aheadMs) <= windowMs;
    if (isNear) yield { own: ourLine, their: theirLine };
    if (isNear || aheadMs < 0) ourIndex += 1;
    if (isNear || aheadMs > 0) theirIndex += 1;
  }
}

type KeyOf = (ours: OurLine | null, their: TheirLine | null) => string;

/**
 * Creates the keys of notes. Identical lines of a file have different keys, and a receipt number
 * without a line of ours has one key for each day.
 */
function* createKeys(theirs: readonly TheirLine[], { first, last }: ShopDays): Generator<number, KeyOf> {
  const copies = new Map<string, number>();
  const keys = new Map<TheirLine, string>();
  for (const [index, line] of theirs.entries()) {
    if (index % LINES_PER_TURN === 0) yield 0;
    const { at, day, receiptNo, transactionId } = line;
    const isVague = transactionId === null && (receiptNo !== null || (at === null && day === null));
    const key = `${nameOf(line)}${isVague ? ` ${day ?? `${first} ${last}`}` : ''}`;
    const copy = (copies.get(key) ?? 0) + 1;
    copies.set(key, copy);
    keys.set(line, copy === 1 ? key : `${key} #${copy}`);
  }
  return (ours, their) => {
    if (ours === null) return `onlyThere  ${their === null ? '' : keys.get(their)}`;
    return their === null ? `onlyHere ${ours.id} ` : `differs ${ours.id} ${nameOf(their)}`;
  };
}

function nameOf({ amount, currency, at, day, receiptNo, last4, transactionId }: TheirLine): string {
  return `${amount}${currency} ${transactionId ?? receiptNo ?? `${at ?? day ?? ''} ${last4 ?? ''}`}`;
}

/**
 * Returns the keys of notes that an earlier version stored for all days of a receipt number. Such a
 * note is displayed, and explains nothing until a person saves it again.
 */
export function earlierKeysOf({ own, their }: Matched): string[] {
  if (own !== null || their === null || their.receiptNo === null || their.transactionId !== null) return [];
  return ['onlyThere', 'twice'].map((list) => `${list}  ${nameOf(their)}`);
}
