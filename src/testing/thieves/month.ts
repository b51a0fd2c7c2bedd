import type { TrailLine } from '../../contract/platform/audit.ts';
import { type ActivityLine, activityLineOf, type OperationPair, type ShopActivity } from '../../features/exception-report/bff/activity.ts';
import type { Dice } from '../simulation/dice.ts';

/**
 * A month of a shop: honest activity, and the thefts planted in it. It is independent of the
 * detector.
 */
export interface ThievesMonth {
  readonly deeds: ShopActivity;
  readonly planted: readonly Planted[];
}

/** The person and pattern to detect, and the day of the month. */
export interface Planted {
  readonly pattern: Pattern;
  readonly person: string;
  readonly day: string;
}

/** Ways of employees to steal with vouchers. */
export const PATTERNS = [
  'sells vouchers and has them used at once',
  'tries codes until one is a voucher',
  'types codes of cards that nobody brought',
  'redeems and gives back to their own card',
  'gives back when nobody looks any more',
  'prints vouchers that were sold once more',
  'has a friend who approves everything, and the other way round',
  'opens the drawer without a sale',
  'looks up balances of strangers',
  'tries the PIN of a manager',
  'comes back at night',
  'watches cards until somebody pays for them',
  'clicks the questions away',
  'sticks a code of their own on cards',
  'activates cards where nobody pays',
  'feels for what the shop lets pass',
  'switches a limit off for an hour',
] as const;
export type Pattern = (typeof PATTERNS)[number];

export const HOURS = { from: '10:00', to: '22:00' } as const;
export const DAYS = 28;
/** The shop's time zone is UTC, which makes days easy to compute. */
const ZONE = { timeZone: 'UTC', dayBegins: '00:00' };
const BEGAN = Date.parse('2031-03-01T00:00:00Z');
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const CASHIERS = ['Ana', 'Ben', 'Chen', 'Devi'] as const;
const MANAGERS = ['Mia', 'Noor'] as const;

interface Scribe {
  /** Adds a line at a time of a day, in hours. @returns the id of its subject */
  readonly write: (person: string, action: string, day: number, hour: number, details?: TrailLine['details'], till?: number) => string;
  readonly refund: (by: string, back: string, day: number, hour: number, afterMin: number) => void;
  readonly emptied: (by: string, day: number, hour: number, afterMin: number) => void;
}

/** @param dice decides everything; the same seed is the same month */
export function thievesMonth(dice: Dice): ThievesMonth {
  const lines: ActivityLine[] = [];
  const refunds: OperationPair[] = [];
  const emptied: OperationPair[] = [];
  const scribe: Scribe = {
    write(person, action, day, hour, details = {}, till = 1) {
      const id = `${lines.length}`;
      const at = new Date(BEGAN + day * 24 * HOUR_MS + Math.round(hour * HOUR_MS)).toISOString();
      const who = { id: `p-${person}`, name: person };
      const line = {
        id,
        at,
        action,
        person: who,
        device: { id: `d${till}`, name: `Till ${till}` },
        subject: `s${id}`,
        details,
        opens: null,
      };
      lines.push(activityLineOf(line, ZONE));
      return `s${id}`;
    },
    refund(by, back, day, hour, afterMin) {
      scribe.write(by, 'tender.taken', day, hour - afterMin / 60, { entry: 'camera' });
      refunds.push({ id: scribe.write(back, 'refund.done', day, hour), earlierBy: `p-${by}`, afterMs: afterMin * MINUTE_MS });
    },
    emptied(by, day, hour, afterMin) {
      const id = scribe.write(by, 'tender.taken', day, hour, { entry: 'camera' });
      emptied.push({ id, earlierBy: `p-${by}`, afterMs: afterMin * MINUTE_MS });
    },
  };
  for (let day = 0; day < DAYS; day += 1) honestDay(dice, day, scribe);
  const planted = PATTERNS.map((pattern) => plant(dice, pattern, scribe));
  return { deeds: { lines: lines.toSorted((a, b) => a.at.localeCompare(b.at)), refunds, emptied }, planted };
}

const between = (dice: Dice, from: number, to: number) => from + dice.below((to - from) * 1_000) / 1_000;
const open = (dice: Dice) => between(dice, 10.1, 21.3);

function honestDay(dice: Dice, day: number, { write, refund, emptied }: Scribe): void {
  for (const person of CASHIERS) {
    for (let left = dice.between(15, 35); left > 0; left -= 1)
      write(person, 'tender.taken', day, between(dice, 10.1, 21.9), { entry: dice.chance(0.06) ? 'typed' : 'camera' });
    if (dice.chance(0.4)) write(person, 'session.refused', day, open(dice));
    for (let left = dice.below(4); left > 0; left -= 1) write(person, 'story.opened', day, open(dice));
    for (let left = dice.below(3); left > 0; left -= 1) write(person, 'printer.drawer-opened', day, open(dice));
    for (let left = dice.below(2); left > 0; left -= 1) write(person, 'printer.printed-again', day, open(dice));
    for (let left = dice.below(3); left > 0; left -= 1)
      write(person, 'issue.asked', day, open(dice), { noAfterMs: dice.chance(0.05) ? 900 : dice.between(2_000, 9_000) });
    if (dice.chance(0.4)) write(person, 'activation.asked', day, open(dice), { cards: 1 }, dice.between(1, 2));
    if (dice.chance(0.1)) write(person, 'limit.met', day, open(dice));
    if (dice.chance(0.3)) write(dice.pick(MANAGERS), 'refund.approved', day, open(dice), { for: person });
    if (dice.chance(0.5)) refund(person, dice.pick([...MANAGERS, person]), day, open(dice), dice.between(2, 240));
    if (dice.chance(0.2)) refund(person, dice.pick(MANAGERS), day, between(dice, 21.5, 21.9), dice.between(20, 400));
  }
  if (dice.chance(0.01)) write(dice.pick(CASHIERS), 'codes.checked-often', day, open(dice), { checks: 5 });
  if (dice.chance(0.01)) write(dice.pick(CASHIERS), 'card.set-aside', day, open(dice));
  if (dice.chance(0.2)) emptied(dice.pick(CASHIERS), day, open(dice), dice.between(3, 9));
  if (dice.chance(0.03)) write(dice.pick(CASHIERS), 'codes.guessed', day, open(dice), { codes: 6 });
  if (dice.chance(0.05)) write(dice.pick(CASHIERS), 'tender.taken', day, 22.05, { entry: 'camera' });
}

/** Adds one thief on one day; the pair of accomplices approves on several days. */
function plant(dice: Dice, pattern: Pattern, { write, refund, emptied }: Scribe): Planted {
  const day = dice.below(DAYS);
  const person = dice.pick(CASHIERS);
  const manager = dice.pick(MANAGERS);
  const times = (count: number, act: (hour: number) => unknown) => {
    for (let left = count; left > 0; left -= 1) act(open(dice));
  };
  const told = (who: string, on = day): Planted => ({
    pattern,
    person: who,
    day: new Date(BEGAN + on * 24 * HOUR_MS).toISOString().slice(0, 10),
  });
  switch (pattern) {
    case 'sells vouchers and has them used at once':
      times(dice.between(3, 6), (hour) => emptied(person, day, hour, dice.between(1, 8)));
      return told(person);
    case 'tries codes until one is a voucher':
      times(dice.between(1, 3), (hour) => write(person, 'codes.guessed', day, hour, { codes: dice.between(8, 40) }));
      return told(person);
    case 'types codes of cards that nobody brought':
      times(dice.between(16, 25), (hour) => write(person, 'tender.taken', day, hour, { entry: 'typed' }));
      return told(person);
    case 'redeems and gives back to their own card':
      times(dice.between(3, 5), (hour) => refund(manager, manager, day, hour, dice.between(1, 8)));
      return told(manager);
    case 'gives back when nobody looks any more':
      for (let left = dice.between(6, 9); left > 0; left -= 1)
        refund(person, manager, day, between(dice, 21.6, 21.9), dice.between(30, 300));
      return told(manager);
    case 'prints vouchers that were sold once more':
      times(dice.between(8, 14), (hour) => write(person, 'voucher.reprinted', day, hour));
      return told(person);
    case 'has a friend who approves everything, and the other way round': {
      const last = dice.between(8, DAYS - 1);
      for (let left = 7; left >= 0; left -= 1) {
        const [gives, asks] = left % 2 === 0 ? MANAGERS : MANAGERS.toReversed();
        write(gives ?? '', 'issue.approved', last - left, 15, { for: asks ?? '' });
      }
      return told(MANAGERS[0], last);
    }
    case 'opens the drawer without a sale':
      times(dice.between(11, 16), (hour) => write(person, 'printer.drawer-opened', day, hour));
      return told(person);
    case 'looks up balances of strangers':
      times(dice.between(16, 25), (hour) => write(person, 'story.opened', day, hour));
      return told(person);
    case 'tries the PIN of a manager':
      times(dice.between(7, 9), (hour) => write(manager, 'session.refused', day, hour));
      return told(manager);
    case 'comes back at night':
      for (let left = dice.between(2, 4); left > 0; left -= 1)
        write(person, 'tender.taken', day, between(dice, 22.5, 23.8), { entry: 'camera' });
      return told(person);
    case 'watches cards until somebody pays for them':
      times(dice.between(1, 3), (hour) => write(person, 'codes.checked-often', day, hour, { checks: 5 }));
      return told(person);
    case 'clicks the questions away':
      times(dice.between(3, 6), (hour) => write(person, 'issue.asked', day, hour, { noAfterMs: dice.between(150, 700) }));
      return told(person);
    case 'sticks a code of their own on cards':
      times(dice.between(1, 4), (hour) => write(person, 'card.set-aside', day, hour));
      return told(person);
    case 'activates cards where nobody pays':
      times(dice.between(6, 12), (hour) => write(person, 'activation.asked', day, hour, { cards: 1 }, 9));
      return told(person);
    case 'feels for what the shop lets pass':
      times(dice.between(6, 12), (hour) => write(person, 'limit.met', day, hour));
      return told(person);
    case 'switches a limit off for an hour':
      times(dice.between(1, 2), (hour) => write(person, 'limit.loosened', day, hour));
      return told(person);
  }
}
