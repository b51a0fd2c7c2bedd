import type { TrailLine } from '../../contract/audit.ts';
import type { OpenHours, Signal, Thresholds } from '../../contract/exception.ts';
import { grouped } from '../../contract/grouped.ts';
import { shopClock, shopDate } from '../../contract/shop-day.ts';
import type { Deeds, Pair } from './deeds.ts';

/** By what a shop is measured. */
export interface SignalTerms {
  readonly thresholds: Thresholds;
  readonly openHours: OpenHours;
  readonly timeZone: string;
}

type Named = NonNullable<TrailLine['person']>;

/** What one signal found: people, a day of the shop, and what they did. */
export interface SightedException {
  readonly signal: Signal;
  readonly day: string;
  readonly people: readonly Named[];
  /** The oldest first. */
  readonly lines: readonly TrailLine[];
}

type Sighted = Omit<SightedException, 'signal'>;
type Detector = (deeds: Deeds, from: number, terms: SignalTerms) => Iterable<Sighted>;

/** A refund or a redemption is soon after what it follows. */
export const SOON_MS = 10 * 60_000;
/** So long before the shop closes is near closing. */
const NEAR_CLOSING_MIN = 30;
/** Somebody does it much more than others, from so many times their share on. */
const MUCH_MORE = 3;
/** Of fewer redemptions of others no share is told. */
const OTHERS_MIN = 20;
const MINUTES_A_DAY = 24 * 60;

const TAKEN = new Set(['tender.taken', 'tender.partly-taken']);
const REFUNDED = new Set(['refund.done']);
const APPROVED = new Set(['refund.approved', 'activation.approved', 'issue.approved']);
const AT_WORK = new Set([...TAKEN, ...REFUNDED, 'issue.asked', 'activation.asked']);

const dayOf = (line: TrailLine, { timeZone }: SignalTerms) => shopDate(Date.parse(line.at), timeZone);

/** What each person did on each day. */
function* byPersonAndDay(lines: Iterable<TrailLine>, terms: SignalTerms): Iterable<Sighted> {
  for (const all of grouped(lines, (line) => `${line.person?.id ?? ''} ${dayOf(line, terms)}`).values()) {
    const { person } = all[0];
    if (person !== null) yield { day: dayOf(all[0], terms), people: [person], lines: all };
  }
}

const isAny = (actions: ReadonlySet<string>) => (line: TrailLine) => actions.has(line.action);

/** So many of some actions by one person in a day. */
const counted = (...actions: string[]): Detector =>
  function* (deeds, from, terms) {
    const some = deeds.lines.filter(isAny(new Set(actions)));
    for (const one of byPersonAndDay(some, terms)) if (one.lines.length >= from) yield one;
  };

/** Lines that are the later half of pairs which are kept. */
function laterOf(
  lines: readonly TrailLine[],
  actions: ReadonlySet<string>,
  pairs: readonly Pair[],
  isKept: (pair: Pair, line: TrailLine) => boolean,
) {
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  return lines.filter((line) => {
    const pair = actions.has(line.action) ? byId.get(line.subject ?? '') : undefined;
    return pair !== undefined && pair.afterMs <= SOON_MS && isKept(pair, line);
  });
}

const emptiedSoon: Detector = function* ({ lines, emptied }, from, terms) {
  const found = laterOf(lines, TAKEN, emptied, () => true);
  for (const some of grouped(found, (line) => dayOf(line, terms)).values()) {
    if (some.length < from) continue;
    const people = new Map(some.flatMap(({ person }) => (person === null ? [] : [[person.id, person]])));
    yield { day: dayOf(some[0], terms), people: [...people.values()], lines: some };
  }
};

const ownRefunds: Detector = function* ({ lines, refunds }, from, terms) {
  const own = laterOf(lines, REFUNDED, refunds, ({ earlierBy }, { person }) => earlierBy === person?.id);
  for (const one of byPersonAndDay(own, terms)) if (one.lines.length >= from) yield one;
};

/** Near closing is before the hour that was set, else before the last redemption of the day. */
const lateRefunds: Detector = function* ({ lines }, from, terms) {
  const minute = (line: TrailLine) => minuteOf(shopClock(Date.parse(line.at), terms.timeZone));
  const closes = new Map<string, number>();
  const { to } = terms.openHours;
  for (const line of lines.filter(isAny(TAKEN)))
    closes.set(dayOf(line, terms), to === '' ? minute(line) : minuteOf(to));
  const late = lines.filter((line) => {
    const until = closes.get(dayOf(line, terms));
    return REFUNDED.has(line.action) && until !== undefined && minute(line) >= until - NEAR_CLOSING_MIN;
  });
  for (const one of byPersonAndDay(late, terms)) if (one.lines.length >= from) yield one;
};

/** Of what each person does in a day, more than the share that others have of it. */
const typedCodes: Detector = function* ({ lines }, from, terms) {
  const taken = lines.filter(isAny(TAKEN));
  const isTyped = ({ details }: TrailLine) => details['entry'] === 'typed';
  for (const { day, people, lines: all } of byPersonAndDay(taken, terms)) {
    const typed = all.filter(isTyped);
    const others = taken.filter(({ person }) => person?.id !== people[0]?.id);
    const share = others.length < OTHERS_MIN ? 0 : others.filter(isTyped).length / others.length;
    if (typed.length >= from && typed.length > MUCH_MORE * share * all.length) yield { day, people, lines: typed };
  }
};

const stories: Detector = function* ({ lines }, from, terms) {
  const days = [
    ...byPersonAndDay(
      lines.filter(({ action }) => action === 'story.opened'),
      terms,
    ),
  ];
  for (const one of days) {
    const others = days.filter(({ people }) => people[0]?.id !== one.people[0]?.id);
    const usual = others.length === 0 ? 0 : others.reduce((sum, other) => sum + other.lines.length, 0) / others.length;
    if (one.lines.length >= from && one.lines.length > MUCH_MORE * usual) yield one;
  }
};

/** Each of two has approved what the other asked for. The trail names who asked. */
const approvingPair: Detector = function* ({ lines }, from, terms) {
  const approvals = lines.filter((line) => APPROVED.has(line.action) && line.person !== null);
  const byName = new Map(lines.flatMap(({ person }) => (person === null ? [] : [[person.name, person]])));
  const pairOf = ({ person, details }: TrailLine) => [person?.name ?? '', String(details['for'])].toSorted();
  for (const all of grouped(approvals, (line) => pairOf(line).join('\n')).values()) {
    const approvers = new Set(all.map(({ person }) => person?.name));
    if (all.length < from || approvers.size < 2) continue;
    const people = pairOf(all[0]).flatMap((name) => byName.get(name) ?? []);
    yield { day: dayOf(all.at(-1) ?? all[0], terms), people, lines: all };
  }
};

const outsideHours: Detector = function* ({ lines }, from, terms) {
  const { openHours, timeZone } = terms;
  if (openHours.from === '' || openHours.to === '') return;
  const lengthMin = (minuteOf(openHours.to) - minuteOf(openHours.from) + MINUTES_A_DAY) % MINUTES_A_DAY;
  const some = lines.filter((line) => {
    const sinceMin = minuteOf(shopClock(Date.parse(line.at), timeZone)) - minuteOf(openHours.from) + MINUTES_A_DAY;
    return AT_WORK.has(line.action) && sinceMin % MINUTES_A_DAY >= lengthMin;
  });
  for (const one of byPersonAndDay(some, terms)) if (one.lines.length >= from) yield one;
};

/** Minutes since midnight of `HH:MM`. */
function minuteOf(clock: string): number {
  return Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3, 5));
}

/** How each signal is found. */
export const DETECTORS: Readonly<Record<Signal, Detector>> = {
  'emptied-soon': emptiedSoon,
  'wrong-codes': counted('codes.guessed'),
  'typed-codes': typedCodes,
  'own-refunds': ownRefunds,
  'late-refunds': lateRefunds,
  reprints: counted('voucher.reprinted', 'printer.printed-again'),
  'approving-pair': approvingPair,
  'drawer-opened': counted('printer.drawer-opened'),
  stories,
  'refused-pins': counted('session.refused', 'pin.refused'),
  'outside-hours': outsideHours,
};

/**
 * Everything that a manager may want to look at.
 * @param detectors as {@link DETECTORS}; a test leaves some out
 */
export function exceptionsIn(
  deeds: Deeds,
  terms: SignalTerms,
  detectors: Partial<typeof DETECTORS> = DETECTORS,
): SightedException[] {
  return Object.entries(detectors).flatMap(([name, detector]) => {
    const signal = name as Signal;
    const from = terms.thresholds[signal];
    return from === 0 ? [] : [...detector(deeds, from, terms)].map((sighted) => ({ signal, ...sighted }));
  });
}
