import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import { type DayTerms, dayPeriod, isDate, shopDate } from '../../../contract/platform/shop-day.ts';
import { type Explanations, explain } from '../../transactions/bff/difference.ts';
import type { ExplainingLine } from '../../transactions/contract/transaction.ts';
import { SHIFT_DAYS_MAX } from '../contract/limits.ts';
import { type Shift, type ShiftSummary, shiftSummarySchema, type ZRequest } from '../contract/shift.ts';
import { type CloseShift, type CloseShiftDeps, headOf, type ShiftDays } from './close-shift.ts';
import { MINE_MAX } from './limits.ts';
import type { ZNumbers } from './numbers.ts';
import { contentOf, type OpenShift, openShiftsByTill, shiftNamed } from './open-shifts.ts';
import type { RedeemedLine } from './redeemed-lines.ts';
import type { ZView } from './shift-store.ts';

export interface ShiftsDeps extends Pick<CloseShiftDeps, 'clock' | 'store' | 'rules' | 'days'> {
  readonly closeShift: Pick<CloseShift, 'one'>;
  readonly numbers: Pick<ZNumbers, 'isKnown' | 'tag'>;
  readonly linesOf: (zId: string) => Promise<readonly RedeemedLine[]>;
  /** True if cashiers enter the register total before they see ours. */
  readonly isBlind: () => Promise<boolean>;
}

export interface ShiftsQuery {
  /** True for the caller's own shifts: all open ones, and the last closed ones. */
  readonly mine: boolean;
  /** Shifts that opened on a day of the shop, and up to another. */
  readonly day: string | undefined;
  readonly to: string | undefined;
}

/** Shifts of people at tills: X while one is open, Z once it is closed. */
export interface Shifts {
  /** Newest first. @throws Problem 403 for a cashier who requests a day, 400 */
  list(caller: Caller, query: ShiftsQuery): Promise<ShiftSummary[]>;
  /** @throws Problem 404 if the shift does not exist, or the caller may not see it */
  get(caller: Caller, id: string): Promise<Shift>;
  /**
   * Closes a shift with the next number of its till, even if it contains unsettled operations. The
   * same id and body again returns the same Z.
   * @throws Problem 404 as {@link Shifts.get}, 409 `shift-closed` for another body, 400 for a blind
   * closing without the register total, 503 `till-awaited`
   */
  close(caller: Caller, id: string, request: ZRequest): Promise<{ readonly shift: Shift; readonly isNew: boolean }>;
  /** Adds a note to a Z. @throws Problem 404 as {@link Shifts.get} */
  note(caller: Caller, id: string, note: string): Promise<Shift>;
}

const DAY_MS = 24 * 60 * 60_000;
/** The id of a shift begins with that of an operation. */
const UUID_CHARS = 36;

export function createShifts(deps: ShiftsDeps): Shifts {
  const { store, numbers, rules, clock } = deps;
  const openOf = async (till?: string) => openShiftsByTill(await store.open(till), (await deps.days()).dayOf);
  const isBlindTo = async (caller: Caller) => !seesAll(caller) && (await deps.isBlind());
  const xOf = (shift: OpenShift, id = shift.id) => {
    const undeclared = { declared: null, difference: null, ...NOT_COMPARED };
    return { ...headOf(shift, id), ...contentOf(shift, rules, clock.now()), ...undeclared };
  };

  async function openFor(caller: Caller, id: string): Promise<OpenShift | null> {
    const till = await store.tillOf(id.slice(0, UUID_CHARS));
    const shift = till === null ? undefined : shiftNamed(await openOf(till), id);
    return shift && canView(caller, shift.person.id) ? shift : null;
  }

  async function zOf(caller: Caller, id: string): Promise<ZView | null> {
    const stored = await store.read(id);
    return stored && canView(caller, stored.z.personId) ? stored.z : null;
  }

  async function zFor(caller: Caller, z: ZView): Promise<Shift> {
    const tag = caller.key || z.burnt ? {} : { tag: await numbers.tag(z.tillId, z.number) };
    const explained = await explainedBy(z, deps.linesOf);
    return { ...z, ...explained, notes: await store.notesOf(z.id), blind: false, ...tag };
  }

  /** Returns the Z of an id if the request had the same body. */
  async function again(caller: Caller, id: string, request: ZRequest): Promise<Shift | null> {
    const stored = await store.read(id);
    if (stored === null) return null;
    if (stored.z.burnt || !canView(caller, stored.z.personId)) throw shiftNotFound();
    if (stored.request !== JSON.stringify(request)) throw refuse('shift-closed');
    return zFor(caller, stored.z);
  }

  async function assertMayClose(caller: Caller, { till }: OpenShift, { declared }: ZRequest): Promise<void> {
    const message = 'Enter the register total first.';
    if (declared === undefined && (await isBlindTo(caller)))
      throw refuse('bad-request', { message, details: { field: 'declared' } });
    if (!(await numbers.isKnown(till.id))) throw refuse('till-awaited');
  }

  async function between(first: string, last: string): Promise<ShiftSummary[]> {
    const open = (await openOf()).filter(({ day }) => day >= first && day <= last);
    const { periodOf } = await deps.days();
    const stored = await store.opened(periodOf(first).from, periodOf(last).to);
    return newestFirst([...open.map((shift) => summaryOf(xOf(shift))), ...stored.map(summaryOf)]);
  }

  async function mine(caller: Caller): Promise<ShiftSummary[]> {
    const open = (await openOf()).filter(({ person }) => person.id === caller.person.id);
    const isBlind = await isBlindTo(caller);
    const all = open.map((shift) => summaryOf(xOf(shift))).map((x) => (isBlind ? { ...x, sums: [] } : x));
    return newestFirst([...all, ...(await store.ofPerson(caller.person.id, MINE_MAX)).map(summaryOf)]);
  }

  return {
    async list(caller, { mine: isMine, day, to }) {
      if (isMine || (day === undefined && !seesAll(caller))) return mine(caller);
      if (!seesAll(caller)) throw refuse('not-allowed', { message: 'Only managers can see all shifts of a day.' });
      const first = day ?? (await deps.days()).dayOf(clock.now());
      assertDays(first, to ?? first);
      return between(first, to ?? first);
    },
    async get(caller, id) {
      const z = await zOf(caller, id);
      if (z) return zFor(caller, z);
      const shift = await openFor(caller, id);
      if (shift === null) throw shiftNotFound();
      const x = { ...xOf(shift, id), notes: [] };
      const isBlind = await isBlindTo(caller);
      return isBlind ? { ...x, sums: [], forfeited: [], carried: [], blind: true } : { ...x, blind: false };
    },
    async close(caller, id, request) {
      const before = await again(caller, id, request);
      if (before) return { shift: before, isNew: false };
      const shift = await openFor(caller, id);
      if (shift) await assertMayClose(caller, shift, request);
      const closedBy = ({ person }: OpenShift) => (person.id === caller.person.id ? 'person' : 'manager');
      const z = shift && (await deps.closeShift.one(shift.till.id, id, request, { as: caller, closedBy }));
      if (z) return { shift: await zFor(caller, z), isNew: true };
      /* The shift may have been closed in the meantime, under this id or another of its ids. */
      const first = await again(caller, id, request);
      if (first === null) throw shiftNotFound();
      return { shift: first, isNew: false };
    },
    async note(caller, id, note) {
      const z = await zOf(caller, id);
      if (z === null || z.burnt) throw shiftNotFound();
      await store.addNote(id, caller, note);
      return zFor(caller, z);
    },
  };
}

type StoredShift = Omit<Shift, 'notes' | 'tag' | 'blind' | 'explanations' | 'found'>;

const NOT_COMPARED: Explanations = { explanations: [], found: 0 };

/** Finds lines of a Z that would explain its difference from the register. */
async function explainedBy({ id, declared, difference }: ZView, linesOf: ShiftsDeps['linesOf']): Promise<Explanations> {
  if (declared === null || difference === null || difference === 0) return NOT_COMPARED;
  const lines = (await linesOf(id)).filter(({ currency }) => currency === declared.currency);
  return explain(lines.map(explainingLine), difference);
}

function explainingLine({ transactionId, kind, at, last4, amount, person, receiptNo }: RedeemedLine): ExplainingLine {
  const signed =
    kind === 'redeemed' ? ({ type: 'capture', amount } as const) : ({ type: 'refund', amount: -amount } as const);
  return { id: transactionId, at: new Date(at).toISOString(), last4, person: person.name, receiptNo, ...signed };
}

export function summaryOf(shift: StoredShift): ShiftSummary {
  return shiftSummarySchema.parse({ ...shift, unsettled: shift.unsettled.length });
}

function newestFirst(shifts: readonly ShiftSummary[]): ShiftSummary[] {
  return shifts.toSorted((a, b) => b.opened.localeCompare(a.opened) || (b.number ?? 0) - (a.number ?? 0));
}

/** A manager sees every shift of the shop, and so does a key that reads closings. */
function seesAll({ person, key }: Caller): boolean {
  return key ? key.scopes.includes('closings') : person.role === 'manager';
}

function canView(caller: Caller, personId: string | null): boolean {
  return seesAll(caller) || personId === caller.person.id;
}

function shiftNotFound() {
  return refuse('not-found', { message: 'Shift not found, or it belongs to another person.' });
}

/** @throws Problem 400 for days that do not exist, or too many */
export function assertDays(first: string, last: string, most = SHIFT_DAYS_MAX): void {
  for (const [field, day] of Object.entries({ from: first, to: last }))
    if (!isDate(day)) throw refuse('bad-request', { message: `"${field}" is not a valid date.`, details: { field } });
  const days = (Date.parse(last) - Date.parse(first)) / DAY_MS;
  if (days < 0 || days > most)
    throw refuse('bad-request', {
      message: `"to" must be at most ${most} days after the first day.`,
      details: { field: 'to' },
    });
}

export function daysIn(terms: DayTerms): ShiftDays {
  /* The last result: time zones are slow, and facts of a shift are mostly of one day. */
  let last = { day: '', from: 0, to: -1 };
  const periodOf = (day: string) => dayPeriod(day, terms);
  return {
    periodOf,
    dayOf(at) {
      if (at < last.from || at > last.to) {
        const day = shopDate(at, terms);
        last = { day, ...periodOf(day) };
      }
      return last.day;
    },
  };
}
