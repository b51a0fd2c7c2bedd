import type { Signal, Thresholds } from '../../../contract/access/thresholds.ts';
import { grouped } from '../../../contract/money/grouped.ts';
import { isClosedAt, type OpenHours, openInterval } from '../../../contract/platform/open-hours.ts';
import type { ActivityLine, OperationPair, ShopActivity } from './activity.ts';
import { QUICK_ANSWER_MS, SIGNALS_SOON_MS } from './limits.ts';

export interface DetectionSettings {
  readonly thresholds: Thresholds;
  readonly openHours: OpenHours;
  /** The current day of the shop, `YYYY-MM-DD`. */
  readonly today: string;
}

type PersonName = NonNullable<ActivityLine['person']>;

/** The finding of one signal: people, a day of the shop, and their actions. */
export interface FoundException {
  readonly signal: Signal;
  readonly day: string;
  readonly people: readonly PersonName[];
  /** Oldest first. */
  readonly lines: readonly ActivityLine[];
}

type DetectedException = Omit<FoundException, 'signal'>;
type Detector = (activity: ShopActivity, from: number, settings: DetectionSettings) => Iterable<DetectedException>;

/** How long before the shop's closing time counts as near closing. */
const NEAR_CLOSING_MIN = 30;
/** How many times the share of others counts as much more. */
const MUCH_MORE = 3;
/** A card sale without other work at the till within this time is unusual. */
const NEAR_SALE_MIN = 30;
/** If others made fewer redemptions than this, their share counts as zero. */
const OTHERS_REDEMPTIONS_MIN = 20;
const MINUTES_A_DAY = 24 * 60;

const REDEEMED = new Set(['tender.taken', 'tender.partly-taken']);
const REFUNDED = new Set(['refund.done']);
const APPROVED = new Set([
  'refund.approved',
  'activation.approved',
  'issue.approved',
  'tender.approved',
  'reprint.approved',
]);
const WORK_ACTIONS = new Set([...REDEEMED, ...REFUNDED, 'issue.asked', 'activation.asked']);

function* byPersonAndDay(lines: Iterable<ActivityLine>): Iterable<DetectedException> {
  for (const all of grouped(lines, (line) => `${line.person?.id ?? ''} ${line.day}`).values()) {
    const { person } = all[0];
    if (person !== null) yield { day: all[0].day, people: [person], lines: all };
  }
}

const isAny = (actions: ReadonlySet<string>) => (line: ActivityLine) => actions.has(line.action);

/** Creates a detector for a number of certain actions by one person in a day. */
const countPerDay = (...actions: string[]): Detector =>
  function* (activity, from) {
    const some = activity.lines.filter(isAny(new Set(actions)));
    for (const one of byPersonAndDay(some)) if (one.lines.length >= from) yield one;
  };

/** Returns lines that are the later part of the matching pairs. */
function laterOf(
  lines: readonly ActivityLine[],
  actions: ReadonlySet<string>,
  pairs: readonly OperationPair[],
  isIncluded: (pair: OperationPair, line: ActivityLine) => boolean,
) {
  const byId = new Map(pairs.map((pair) => [pair.id, pair]));
  return lines.filter((line) => {
    const pair = actions.has(line.action) ? byId.get(line.subject ?? '') : undefined;
    return pair !== undefined && pair.afterMs <= SIGNALS_SOON_MS && isIncluded(pair, line);
  });
}

const emptiedSoon: Detector = function* ({ lines, emptied }, from) {
  const found = laterOf(lines, REDEEMED, emptied, () => true);
  for (const some of grouped(found, (line) => line.day).values()) {
    if (some.length < from) continue;
    const people = new Map(some.flatMap(({ person }) => (person === null ? [] : [[person.id, person]])));
    yield { day: some[0].day, people: [...people.values()], lines: some };
  }
};

const selfRefunds: Detector = function* ({ lines, refunds }, from) {
  const selfMade = laterOf(lines, REFUNDED, refunds, ({ earlierBy }, { person }) => earlierBy === person?.id);
  for (const one of byPersonAndDay(selfMade)) if (one.lines.length >= from) yield one;
};

/**
 * Near closing means before the configured hour, else before the last redemption of a past day:
 * today's last redemption is still unknown.
 */
const lateRefunds: Detector = function* ({ lines }, from, { openHours, today }) {
  const hours = openInterval(openHours);
  const closes = new Map(lines.filter(isAny(REDEEMED)).map((line) => [line.day, line.sinceBegin]));
  const isNearClosing = (line: ActivityLine) =>
    hours === null
      ? line.day < today && line.sinceBegin >= (closes.get(line.day) ?? MINUTES_A_DAY) - NEAR_CLOSING_MIN
      : hours.sinceOpening(line.minute) >= hours.lengthMin - NEAR_CLOSING_MIN;
  const late = lines.filter((line) => REFUNDED.has(line.action) && isNearClosing(line));
  for (const one of byPersonAndDay(late)) if (one.lines.length >= from) yield one;
};

/** Finds people whose share in a day is above the share of others. */
const typedCodes: Detector = function* ({ lines }, from) {
  const days = [...byPersonAndDay(lines.filter(isAny(REDEEMED)))].map((one) => ({
    ...one,
    typed: one.lines.filter(({ details }) => details['entry'] === 'typed'),
  }));
  for (const { day, people, lines: all, typed } of days) {
    if (typed.length < from) continue;
    const otherPeoplesDays = days.filter((other) => other.people[0]?.id !== people[0]?.id);
    const count = otherPeoplesDays.reduce((sum, other) => sum + other.lines.length, 0);
    const typedOf = otherPeoplesDays.reduce((sum, other) => sum + other.typed.length, 0);
    const share = count < OTHERS_REDEMPTIONS_MIN ? 0 : typedOf / count;
    if (typed.length > MUCH_MORE * share * all.length) yield { day, people, lines: typed };
  }
};

const openedHistories: Detector = function* ({ lines }, from) {
  const days = [...byPersonAndDay(lines.filter(({ action }) => action === 'story.opened'))];
  for (const one of days) {
    const otherPeoplesDays = days.filter(({ people }) => people[0]?.id !== one.people[0]?.id);
    const usual =
      otherPeoplesDays.length === 0
        ? 0
        : otherPeoplesDays.reduce((sum, other) => sum + other.lines.length, 0) / otherPeoplesDays.length;
    if (one.lines.length >= from && one.lines.length > MUCH_MORE * usual) yield one;
  }
};

/** Finds two people who have approved requests of each other. The trail names the requester. */
const approvingPair: Detector = function* ({ lines }, from) {
  const approvals = lines.filter((line) => APPROVED.has(line.action) && line.person !== null);
  const byName = new Map(lines.flatMap(({ person }) => (person === null ? [] : [[person.name, person]])));
  const pairOf = ({ person, details }: ActivityLine) => [person?.name ?? '', String(details['for'])].toSorted();
  for (const all of grouped(approvals, (line) => pairOf(line).join('\n')).values()) {
    const approvers = new Set(all.map(({ person }) => person?.name));
    if (all.length < from || approvers.size < 2) continue;
    const people = pairOf(all[0]).flatMap((name) => byName.get(name) ?? []);
    yield { day: (all.at(-1) ?? all[0]).day, people, lines: all };
  }
};

const outsideHours: Detector = function* ({ lines }, from, { openHours }) {
  const some = lines.filter((line) => WORK_ACTIONS.has(line.action) && isClosedAt(openHours, line.minute));
  for (const one of byPersonAndDay(some)) if (one.lines.length >= from) yield one;
};

/** Finds single cards at a till without other work shortly before or after. */
const unsoldCards: Detector = function* ({ lines }, from) {
  const work = grouped(
    lines.filter((line) => WORK_ACTIONS.has(line.action)),
    ({ device, day }) => `${device?.id ?? ''} ${day}`,
  );
  const unsold = [...work.values()].flatMap((all) => {
    const sales = all.filter(({ action }) => action !== 'activation.asked');
    const isNear = (line: ActivityLine) =>
      sales.some(({ sinceBegin }) => Math.abs(sinceBegin - line.sinceBegin) <= NEAR_SALE_MIN);
    return all.filter((line) => line.action === 'activation.asked' && line.details['cards'] === 1 && !isNear(line));
  });
  for (const one of byPersonAndDay(unsold)) if (one.lines.length >= from) yield one;
};

const quickAnswers: Detector = function* ({ lines }, from) {
  const quick = lines.filter(
    ({ action, details: { noAfterMs } }) =>
      action === 'issue.asked' && Number(noAfterMs ?? QUICK_ANSWER_MS) < QUICK_ANSWER_MS,
  );
  for (const one of byPersonAndDay(quick)) if (one.lines.length >= from) yield one;
};

export const DETECTORS: Readonly<Record<Signal, Detector>> = {
  'emptied-soon': emptiedSoon,
  'wrong-codes': countPerDay('codes.guessed'),
  'typed-codes': typedCodes,
  'own-refunds': selfRefunds,
  'late-refunds': lateRefunds,
  reprints: countPerDay('voucher.reprinted', 'printer.printed-again'),
  'approving-pair': approvingPair,
  'drawer-opened': countPerDay('printer.drawer-opened'),
  stories: openedHistories,
  'refused-pins': countPerDay('session.refused', 'pin.refused'),
  'outside-hours': outsideHours,
  'checked-often': countPerDay('codes.checked-often'),
  'quick-answers': quickAnswers,
  'tampered-cards': countPerDay('card.set-aside'),
  'unsold-cards': unsoldCards,
  'limits-met': countPerDay('limit.met'),
  'limits-loosened': countPerDay('limit.loosened'),
};

/**
 * Returns all exceptions for managers.
 * @param detectors as {@link DETECTORS}; a test leaves some out
 */
export function exceptionsIn(
  activity: ShopActivity,
  settings: DetectionSettings,
  detectors: Partial<typeof DETECTORS> = DETECTORS,
): FoundException[] {
  return Object.entries(detectors).flatMap(([name, detector]) => {
    const signal = name as Signal;
    const from = settings.thresholds[signal];
    return from === 0 ? [] : [...detector(activity, from, settings)].map((sighted) => ({ signal, ...sighted }));
  });
}
