import type { Logger } from '../../bff/platform/base/logging.ts';
import type { Changes } from '../../bff/redemption/operation/changes.ts';
import type { DayTerms } from '../../contract/platform/shop-day.ts';
import { type CloseShift, createCloseShift, type ShiftDays } from '../../features/closings/bff/close-shift.ts';
import { createZNumbers, type ZFolder, type ZNumbers } from '../../features/closings/bff/numbers.ts';
import type { ShiftRules } from '../../features/closings/bff/open-shifts.ts';
import { createShifts, daysIn, type Shifts } from '../../features/closings/bff/shifts.ts';
import { createDice, type Dice } from './dice.ts';
import { type Disk, journalled } from './guards.ts';
import type { Life } from './life.ts';
import type { MemoryGaps } from './memory-gaps.ts';
import type { AskedRefunds } from './memory-refunds.ts';
import { createMemoryShifts, type MemoryShifts } from './memory-shifts.ts';
import type { MemoryStore } from './memory-store.ts';
import type { AskedTenders } from './memory-tenders.ts';
import { BEGINNING_MS, type Plan } from './plan.ts';

const DAY_MS = 24 * 3_600_000;

/** The closing rules of a world; with one of them removed in an ablation. */
export interface ClosingRules {
  /** @param dayOf returns the day of the world that contains an instant */
  readonly shift: (dayOf: (at: number) => string) => ShiftRules;
  /** Numbers that a restore lost are burnt. */
  readonly burns: boolean;
  /** Devices that are enrolled under one name are one till with one sequence of numbers. */
  readonly oneTill: boolean;
}

/** The parts of a server for closing shifts. */
export interface ClosingParts {
  readonly shifts: Shifts;
  readonly closeShift: CloseShift;
  readonly zNumbers: ZNumbers;
}

/** The parts for closing shifts that all servers of a world share. */
export interface SharedClosings extends ShiftDays {
  readonly store: MemoryShifts;
  readonly rules: ClosingRules;
  readonly folder: ZFolder;
}

interface Sharing {
  readonly plan: Plan;
  readonly rules: { readonly closings: ClosingRules | null };
  readonly store: MemoryStore;
  readonly tenders: AskedTenders;
  readonly refunds: AskedRefunds;
}

/** Null in a world without closings. A day may last minutes, so that shifts are open at its end. */
export function shareClosings({ plan, rules, ...asked }: Sharing): SharedClosings | null {
  if (rules.closings === null) return null;
  const dice = createDice(plan.seed ^ 0xc105);
  const days = dice.chance(0.5) ? nightsOf(dice) : daysOf(dice.pick([120_000, 300_000, 900_000, DAY_MS]));
  const folder = createFolder(dice.chance(0.5));
  return { store: createMemoryShifts({ ...asked, ...days, oneTill: rules.closings.oneTill }), rules: rules.closings, folder, ...days };
}

/** Days of any length, each with a date of the calendar. */
function daysOf(dayMs: number): ShiftDays {
  const first = Math.floor(BEGINNING_MS / dayMs);
  const dates = BEGINNING_MS - (BEGINNING_MS % DAY_MS);
  return {
    dayOf: (at) => new Date(dates + (Math.floor(at / dayMs) - first) * DAY_MS).toISOString().slice(0, 10),
    periodOf(day) {
      const from = ((Date.parse(day) - dates) / DAY_MS + first) * dayMs;
      return { from, to: from + dayMs - 1 };
    },
  };
}

interface Night extends DayTerms {
  readonly date: string;
}

/**
 * Nights with the start of a business day: without and with a change of clocks, in the hour that is
 * skipped or repeated, and after it.
 */
const NIGHTS: readonly [Night, ...Night[]] = [
  { date: '2026-11-21', timeZone: 'Asia/Singapore', dayBegins: '04:00' },
  { date: '2026-03-29', timeZone: 'Europe/Paris', dayBegins: '02:30' },
  { date: '2026-10-25', timeZone: 'Europe/Paris', dayBegins: '02:30' },
  { date: '2026-10-25', timeZone: 'Europe/Paris', dayBegins: '03:00' },
];

/** The shop's own days, in a world that begins shortly before or after the start of one. */
function nightsOf(dice: Dice): ShiftDays {
  const { date, ...terms } = dice.pick(NIGHTS);
  const { dayOf, periodOf } = daysIn(terms);
  const aheadMs = periodOf(date).from + dice.between(-1_200_000, 1_800_000) - BEGINNING_MS;
  return {
    dayOf: (at) => dayOf(at + aheadMs),
    periodOf(day) {
      const { from, to } = periodOf(day);
      return { from: from - aheadMs, to: to - aheadMs };
    },
  };
}

/** A data folder. @param isThere false if a copy runs on another machine, without this folder */
function createFolder(isThere: boolean): ZFolder {
  const numbers = new Map<string, number>();
  return {
    read: () => numbers,
    note(_, tillId, number) {
      if (isThere) numbers.set(tillId, Math.max(number, numbers.get(tillId) ?? 0));
    },
  };
}

interface OpeningClosings {
  readonly life: Life;
  readonly disk: Disk;
  readonly log: Logger;
  readonly shared: { readonly closings: SharedClosings | null; readonly gaps: MemoryGaps };
}

/** The production code on the ports of one server. */
export function openClosings({ life, disk, log, shared }: OpeningClosings, changes: Pick<Changes, 'on'>): ClosingParts | null {
  const { closings, gaps } = shared;
  if (closings === null) return null;
  const { clock } = life;
  const { folder, rules, ...days } = closings;
  const store = journalled(life, disk, closings.store);
  const keys = { hash: (text: string) => text };
  const numbers = createZNumbers({ store, gaps, folder, keys, clock, journalId: async () => 'the journal' });
  const zNumbers: ZNumbers = rules.burns ? numbers : { ...numbers, start: async () => undefined, take: async () => undefined };
  const own = { days: async () => days, store, numbers: zNumbers, rules: rules.shift(days.dayOf), clock, log };
  const closeShift = createCloseShift({ ...own, onClosed: () => undefined });
  closeShift.follow(changes);
  return { zNumbers, closeShift, shifts: createShifts({ ...own, closeShift, isBlind: async () => false, linesOf: async () => [] }) };
}
