import { setImmediate } from 'node:timers/promises';
import { grouped } from '../../../contract/money/grouped.ts';
import type { CarriedLine, Shift, ShiftSum, Unsettled } from '../contract/shift.ts';
import type { CountedFact, ZName } from './counted.ts';
import type { ZView } from './shift-store.ts';

/** A person's operations at a till on a day that no Z counts. */
export interface OpenShift {
  /**
   * The id of the shift's first operation; if the operation began in an earlier shift, followed by
   * the name of its fact.
   */
  readonly id: string;
  readonly till: CountedFact['till'];
  readonly person: CountedFact['person'];
  /** The day of the shop on which it opened. */
  readonly day: string;
  /** Milliseconds UTC. */
  readonly openedAt: number;
  readonly begun: readonly CountedFact[];
  readonly ended: readonly CountedFact[];
  /** Outcomes of the person's operations at this till whose beginning an earlier Z counts. */
  readonly carried: readonly CountedFact[];
}

/**
 * Returns the open shifts: facts that no Z counts, by till, person and day of the shop. Nothing is
 * written when a shift opens, so that no redemption waits for it.
 * @param facts oldest first
 * @param dayOf returns the day of the shop for an instant
 */
export function openShifts(facts: readonly CountedFact[], dayOf: (at: number) => string): OpenShift[] {
  const beginnings = facts.filter(({ isBeginning }) => isBeginning);
  const keyOf = ({ till, person, operation }: CountedFact) => `${till.id}\n${person.id}\n${dayOf(operation.createdAt)}`;
  const homes = new Map(beginnings.map((fact) => [fact.operation.id, keyOf(fact)]));
  const startsByShift = grouped(beginnings, keyOf);
  const rest = facts.filter(({ isBeginning }) => !isBeginning);
  const zsByShift = grouped(
    rest.filter(({ operation }) => homes.has(operation.id)),
    ({ operation }) => homes.get(operation.id) ?? '',
  );
  const carried = grouped(
    rest.filter(({ operation }) => !homes.has(operation.id)),
    keyOfCarried,
  );
  const shifts = [...startsByShift].map(([key, own]) => {
    const [{ operation, till, person }] = own;
    const openedAt = Math.min(...own.map((fact) => fact.operation.createdAt));
    const day = dayOf(operation.createdAt);
    return { id: operation.id, till, person, day, openedAt, begun: own, ended: zsByShift.get(key) ?? [] };
  });
  /* Late outcomes are in one shift: the person's oldest at that till, which stays the same while
     others open. */
  const oldest = grouped(shifts.sort(byOpening), keyOfCarried);
  const left = [...carried].flatMap(([carriedKey, [first]]) =>
    oldest.has(carriedKey) ? [] : [leftOver(first, dayOf)],
  );
  return [...shifts, ...left]
    .map((shift) => {
      const [first = shift] = oldest.get(keyOfCarried(shift)) ?? [];
      return { ...shift, carried: (first === shift && carried.get(keyOfCarried(shift))) || [] };
    })
    .sort(byOpening);
}

/** Facts folded at a time: some milliseconds of work. */
const FACTS_PER_TURN = 500;

/** As {@link openShifts}, till by till, so that other requests can run in between. */
export async function openShiftsByTill(
  facts: readonly CountedFact[],
  dayOf: (at: number) => string,
): Promise<OpenShift[]> {
  const shifts: OpenShift[] = [];
  let folded = 0;
  for (const ofTill of grouped(facts, ({ till }) => till.id).values()) {
    shifts.push(...openShifts(ofTill, dayOf));
    folded += ofTill.length;
    if (folded < FACTS_PER_TURN) continue;
    folded = 0;
    await setImmediate();
  }
  return shifts;
}

const keyOfCarried = ({ till, person }: Pick<CountedFact, 'till' | 'person'>) => `${till.id}\n${person.id}`;

function byOpening(a: Pick<OpenShift, 'openedAt' | 'id'>, b: Pick<OpenShift, 'openedAt' | 'id'>): number {
  return a.openedAt - b.openedAt || (a.id < b.id ? -1 : 1);
}

/**
 * Creates a shift for outcomes after a person's last Z at a till. The person has not worked at the
 * till since.
 */
function leftOver({ till, person, operation, fact, at }: CountedFact, dayOf: (at: number) => string) {
  return { id: `${operation.id}-${fact}`, till, person, day: dayOf(at), openedAt: at, begun: [], ended: [] };
}

/** Returns the open shift with an id, which may be that of any operation begun in it. */
export function shiftNamed(shifts: readonly OpenShift[], id: string): OpenShift | undefined {
  return shifts.find((shift) => shift.id === id || shift.begun.some(({ operation }) => operation.id === id));
}

/** Rules that the simulation switches off. */
export interface ShiftRules {
  /**
   * Returns the facts that a Z adds up.
   * @param now milliseconds UTC
   */
  readonly addedUp: (shift: OpenShift, now: number) => readonly CountedFact[];
}

/** A Z counts all facts that no other Z counts, regardless of their time. */
export const SHIFT_RULES: ShiftRules = { addedUp: ({ ended, carried }) => [...ended, ...carried] };

/** Returns the facts that the Z of a shift counts. */
export function factsOf({ begun, ended, carried }: OpenShift): string[] {
  return [...begun, ...ended, ...carried].map(({ id }) => id);
}

export function contentOf(
  shift: OpenShift,
  { addedUp }: Pick<ShiftRules, 'addedUp'>,
  now: number,
): Pick<Shift, 'sums' | 'forfeited' | 'unsettled' | 'carried'> {
  const counted = addedUp(shift, now);
  return {
    sums: sumsOf(counted),
    forfeited: forfeitedOf(counted),
    unsettled: unsettledIn(shift),
    carried: [
      ...shift.carried.map((fact) => carriedFrom(fact, fact.begunIn)),
      ...shift.ended.map((fact) => carriedFrom(fact, fact.count > 0 ? fact.takenIn : null)),
    ].flatMap((entry) => entry ?? []),
  };
}

const KINDS: readonly ShiftSum['kind'][] = ['redeemed', 'refunded', 'sold'];

function sumsOf(facts: readonly CountedFact[]): ShiftSum[] {
  const lines = grouped(
    facts.filter(({ count }) => count !== 0),
    ({ kind, currency }) => `${kind} ${currency}`,
  );
  return [...lines.values()]
    .map((all) => {
      const [{ kind, currency }] = all;
      return { kind, currency, count: total(all, 'count'), amount: total(all, 'amount') };
    })
    .sort((a, b) => a.currency.localeCompare(b.currency) || KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function forfeitedOf(facts: readonly CountedFact[]): Shift['forfeited'] {
  const forfeiting = facts.filter(({ forfeited }) => forfeited > 0);
  return [...grouped(forfeiting, ({ currency }) => currency)].map(([currency, all]) => ({
    currency,
    amount: total(all, 'forfeited'),
  }));
}

function unsettledIn({ begun, ended }: OpenShift): Unsettled[] {
  return begun
    .filter(({ operation }) => operation.isOpen)
    .map(({ operation: { id }, kind, amount, currency }) => {
      const carriedIntoZ = ended.filter(({ operation }) => operation.id === id);
      return { id, kind, amount: Math.max(0, amount - total(carriedIntoZ, 'amount')), currency };
    });
}

function carriedFrom(fact: CountedFact, from: ZName | null): CarriedLine | null {
  if (from === null) return null;
  const { kind, operation, fact: state, amount, currency } = fact;
  return { from: from.number, till: from.till, id: operation.id, kind, state, amount, currency };
}

function total(facts: readonly CountedFact[], what: 'count' | 'amount' | 'forfeited'): number {
  return facts.reduce((sum, fact) => sum + fact[what], 0);
}

/** A number lost by a restore, without a shift. */
interface BurntNumber {
  readonly till: CountedFact['till'];
  readonly number: number;
  /** When it was burned, milliseconds UTC, and on which day of the shop. */
  readonly at: number;
  readonly day: string;
}

export function burntView({ till, number, at, day }: BurntNumber): ZView {
  const when = new Date(at).toISOString();
  const who = { till: till.name, tillId: till.id, person: '', personId: null };
  const nothing = { sums: [], forfeited: [], unsettled: [], carried: [], declared: null, difference: null };
  const id = `burnt-${till.id}-${number}`;
  return { id, ...who, day, opened: when, closed: when, number, closedBy: null, burnt: true, ...nothing };
}
