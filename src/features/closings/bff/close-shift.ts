import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { describeError } from '../../../bff/platform/base/logging.ts';
import type { Changes, DurableChange } from '../../../bff/redemption/operation/changes.ts';
import { netOfShift, type Shift, type ZRequest } from '../contract/shift.ts';
import type { ZNumbers } from './numbers.ts';
import { contentOf, factsOf, type OpenShift, openShifts, type ShiftRules, shiftNamed } from './open-shifts.ts';
import type { ClosedAs, ShiftStore, ZView } from './shift-store.ts';

/** The days of a shop, which separate its shifts. */
export interface ShiftDays {
  readonly dayOf: (at: number) => string;
  /** Returns the first and the last millisecond of a business day. */
  readonly periodOf: (day: string) => { readonly from: number; readonly to: number };
}

export interface CloseShiftDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly store: ShiftStore;
  readonly numbers: Pick<ZNumbers, 'isKnown' | 'record'>;
  readonly rules: ShiftRules;
  readonly days: () => Promise<ShiftDays>;
  readonly onClosed: () => void;
}

interface Closer {
  readonly as: ClosedAs;
  /** Returns the role of the person who closes an open shift. */
  readonly closedBy: (shift: OpenShift) => NonNullable<Shift['closedBy']>;
}

export interface CloseShift {
  /**
   * Closes one shift of a till, even if it contains unsettled operations. @returns null if no shift
   * has this id
   */
  one(tillId: string, id: string, request: ZRequest, closer: Closer): Promise<ZView | null>;
  /**
   * Closes shifts of earlier days, once a later day has begun.
   * @returns true if nothing is left to close today
   */
  left(): Promise<boolean>;
  /** Closes shifts of earlier days with the first action of each day. */
  follow(changes: Pick<Changes, 'on'>): void;
  /** Resolves once no automatic closing is running. */
  stop(): Promise<void>;
}

const ACTIONS: readonly DurableChange['kind'][] = ['tender', 'refund', 'issue'];
const NEXT_DAY: Closer = { as: { person: null, device: null }, closedBy: () => 'next-day' };

export function createCloseShift(deps: CloseShiftDeps): CloseShift {
  const { store, numbers, rules, clock, log } = deps;

  async function one(tillId: string, id: string, request: ZRequest, { as, closedBy }: Closer): Promise<ZView | null> {
    const { dayOf } = await deps.days();
    const z = await store.close(tillId, (open, highest) => {
      const shift = shiftNamed(openShifts(open, dayOf), id);
      if (!shift) return null;
      const now = clock.now();
      const number = (highest.get(shift.till.id) ?? 0) + 1;
      const content = contentOf(shift, rules, now);
      const { declared = null } = request;
      const difference = declared && declared.amount - netOfShift(content.sums, declared.currency);
      const closed = { closed: new Date(now).toISOString(), number, closedBy: closedBy(shift) };
      const view = { ...headOf(shift, id), ...closed, ...content, declared, difference };
      return { by: as, request: JSON.stringify(request), z: view, factIds: factsOf(shift) };
    });
    if (z === null) return null;
    await numbers.record(z.tillId, z.number);
    deps.onClosed();
    return z;
  }

  async function left(): Promise<boolean> {
    const days = await deps.days();
    const today = days.dayOf(clock.now());
    const { hasBegun, tills } = await store.uncounted(days.periodOf(today).from);
    if (!hasBegun) return false;
    let isAll = true;
    for (const till of tills) {
      if (await numbers.isKnown(till)) await ofTill(till, today, days);
      else isAll = false;
    }
    return isAll;
  }

  async function ofTill(till: string, today: string, { dayOf }: ShiftDays): Promise<void> {
    for (const { id, day } of openShifts(await store.open(till), dayOf))
      if (day < today) await one(till, id, {}, NEXT_DAY);
  }

  let doneOn = '';
  let isLooking = false;
  let isChanged = false;
  let closing = Promise.resolve();
  let stopFollowing = () => {};

  /**
   * Repeats the check after a change that arrived during it. If something is left, the next change
   * checks again.
   */
  async function refresh(): Promise<void> {
    isLooking = true;
    while (isChanged) {
      isChanged = false;
      try {
        const today = (await deps.days()).dayOf(clock.now());
        if (today !== doneOn && (await left())) doneOn = today;
      } catch (error) {
        log.error(describeError(error), 'failed to close a shift of an earlier day');
      }
    }
    isLooking = false;
  }

  return {
    one,
    left,
    follow(changes) {
      stopFollowing = changes.on(({ kind, version }) => {
        if (version === undefined || !ACTIONS.includes(kind)) return;
        isChanged = true;
        if (!isLooking) closing = refresh();
      });
    },
    async stop() {
      stopFollowing();
      await closing;
    },
  };
}

/** Returns the data of an open shift that need no totals. */
export function headOf({ till, person, day, openedAt }: OpenShift, id: string) {
  const who = { till: till.name, tillId: till.id, person: person.name, personId: person.id };
  const opened = new Date(openedAt).toISOString();
  return { id, ...who, day, opened, closed: null, number: null, closedBy: null, burnt: false };
}
