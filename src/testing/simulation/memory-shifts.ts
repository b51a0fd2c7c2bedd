import { captureOf, type TenderFact } from '../../bff/redemption/journal/tender-facts.ts';
import type { AnyFact } from '../../bff/redemption/operation/facts.ts';
import { magnitude } from '../../contract/money/money.ts';
import { COUNTED, type CountedFact, isCountedKind, KIND_OF, START_FACT, type ZName } from '../../features/closings/bff/counted.ts';
import { burntView } from '../../features/closings/bff/open-shifts.ts';
import type { NewZ, ShiftStore, StoredZ, ZView } from '../../features/closings/bff/shift-store.ts';
import { present } from './memory-journal.ts';
import type { AskedRefunds } from './memory-refunds.ts';
import type { MemoryStore, StoredOperation } from './memory-store.ts';
import type { AskedTenders } from './memory-tenders.ts';
import { devicesOfTill, tillOfDevice } from './re-enrolled.ts';
import { CURRENCY } from './view.ts';

/** The Z of a world, in the memory that its journal is in. */
export interface MemoryShifts extends ShiftStore {
  /** The journal has lost its last commits: shifts closed since are lost, too. */
  forgetLost(): void;
  /** Every Z and every burnt number. */
  all(): readonly ZView[];
  /** Facts that no Z counts yet. */
  left(): readonly CountedFact[];
}

export interface MemoryShiftsOptions {
  readonly store: MemoryStore;
  readonly tenders: AskedTenders;
  readonly refunds: AskedRefunds;
  readonly dayOf: (at: number) => string;
  /** Devices of one name are one till. */
  readonly oneTill: boolean;
}

interface Stored extends StoredZ {
  readonly factIds: readonly string[];
  /** How many commits the journal had. */
  readonly after: number;
}

/** Stores the same data as the tables, and never waits. */
export function createMemoryShifts(options: MemoryShiftsOptions): MemoryShifts {
  const { store, dayOf } = options;
  let zs: Stored[] = [];
  const zOf = (factId: string) => zs.find(({ factIds }) => factIds.includes(factId))?.z;
  const openNow = () => countedIn(options, zOf).filter(({ id }) => zOf(id) === undefined);
  const openOf = (tillId: string | undefined) => openNow().filter(({ till }) => tillId === undefined || till.id === tillId);
  const highest = () => {
    const numbers = new Map<string, number>();
    for (const { z } of zs) numbers.set(z.tillId, Math.max(z.number, numbers.get(z.tillId) ?? 0));
    return numbers;
  };
  const keep = (z: ZView, { request, factIds }: Pick<NewZ, 'request' | 'factIds'>) => {
    zs.push({ z, request, factIds, after: store.commits() });
    return z;
  };

  return {
    all: () => zs.map(({ z }) => z),
    left: openNow,
    open: async (tillId) => openOf(tillId),
    async uncounted(since) {
      const before = openNow().filter(({ at }) => at < since);
      const hasBegun = openNow().some(({ at, isBeginning }) => isBeginning && at >= since);
      return { hasBegun, tills: [...new Set(before.map(({ till }) => till.id))] };
    },
    tillOf: async (id) => openNow().find(({ operation }) => operation.id === id)?.till.id ?? null,
    read: async (id) => zs.find(({ z }) => z.id === id) ?? null,
    opened: async (from, to) => zs.map(({ z }) => z).filter(({ opened }) => Date.parse(opened) >= from && Date.parse(opened) <= to),
    ofPerson: async (personId) => zs.map(({ z }) => z).filter((z) => z.personId === personId),
    async close(tillId, decide) {
      const closing = decide(openOf(tillId), highest());
      return closing && keep(closing.z, closing);
    },
    async burn(upTo, at) {
      const before = highest();
      let burnt = 0;
      for (const [id, to] of upTo)
        for (let number = (before.get(id) ?? 0) + 1; number <= to; number += 1, burnt += 1)
          keep(burntView({ till: { id, name: id }, number, at, day: dayOf(at) }), { request: '', factIds: [] });
      return burnt;
    },
    async newest(tillId) {
      const last = zs.filter(({ z }) => z.tillId === tillId).toSorted((a, b) => b.z.number - a.z.number)[0]?.z;
      return last ? { number: last.number, at: Date.parse(last.closed ?? last.opened) } : null;
    },
    devicesOf: async (tillId) => (options.oneTill ? devicesOfTill(tillId) : [tillId]),
    notesOf: async () => [],
    addNote: async () => undefined,
    forgetLost() {
      zs = zs.filter(({ after }) => after <= store.commits());
    },
  };
}

/** The facts of the journal that count, oldest first. */
function countedIn(options: MemoryShiftsOptions, zOf: (factId: string) => ZView | undefined): CountedFact[] {
  const nameOf = (factId: string): ZName | null => {
    const z = zOf(factId);
    return z ? { number: z.number, till: z.till } : null;
  };
  return [...options.store.all()].flatMap((operation) => countedOf(options, operation, nameOf)).sort((a, b) => a.at - b.at);
}

function countedOf(
  { store, tenders, refunds, oneTill }: MemoryShiftsOptions,
  operation: StoredOperation,
  nameOf: (factId: string) => ZName | null,
): CountedFact[] {
  const { id, kind, facts, device, open: isOpen, createdAt } = operation;
  if (!isCountedKind(kind) || device === null || facts.length === 0) return [];
  const given = refunds.get(id);
  const asked = kind === 'tender' ? present(tenders.get(id)) : present(given);
  const taken = given ? capturesIn(store.get(given.tender.id)).at(-1) : undefined;
  const requested = magnitude(kind === 'tender' ? present(tenders.get(id)).requested : present(given).tender.requested);
  return facts.flatMap(({ at, fact }, index): CountedFact[] => {
    if (!COUNTED[kind].includes(fact.kind)) return [];
    const isBeginning = fact.kind === START_FACT;
    const moved = kind === 'tender' ? captured(fact) : fact.kind === 'refunded' ? (taken?.amount ?? 0) : null;
    return [
      {
        id: `${id} ${index}`,
        at,
        fact: fact.kind,
        isBeginning,
        kind: KIND_OF[kind],
        operation: { id, isOpen, createdAt },
        till: { ...device, id: oneTill ? tillOfDevice(device.id) : device.id },
        person: asked.person,
        currency: CURRENCY,
        amount: isBeginning ? requested : (moved ?? 0),
        count: isBeginning || moved === null ? 0 : 1,
        forfeited: 0,
        begunIn: nameOf(`${id} 0`),
        takenIn: taken ? nameOf(taken.factId) : null,
      },
    ];
  });
}

function capturesIn(operation: StoredOperation | undefined): { factId: string; amount: number }[] {
  return (operation?.facts ?? []).flatMap(({ fact }, index) => {
    const amount = captured(fact);
    return amount === null ? [] : [{ factId: `${operation?.id} ${index}`, amount }];
  });
}

const captured = (fact: AnyFact) => captureOf(fact as TenderFact)?.captured ?? null;
