import type { OrphanFact } from '../../bff/redemption/journal/orphan-facts.ts';
import { grouped } from '../../contract/money/grouped.ts';
import type { CountedFact } from '../../features/closings/bff/counted.ts';
import type { ZView } from '../../features/closings/bff/shift-store.ts';
import { netOfShift, type Shift } from '../../features/closings/contract/shift.ts';
import type { Invariant, Violation } from './invariants.ts';
import type { IssuerBooks } from './ledger.ts';
import type { MemoryShifts } from './memory-shifts.ts';
import type { MemoryStore } from './memory-store.ts';
import type { ShopIdentity } from './plan.ts';
import { tillOfDevice } from './re-enrolled.ts';
import { CURRENCY } from './view.ts';

/** Compares closings with the issuer's ledger, independently of the closing rules. */
export interface ClosingJudge {
  readonly violations: readonly Violation[];
  /** A till received a Z report. */
  told(z: Shift): void;
  /** The shop is added again, with other tills. */
  forgetTills(): void;
  /** True if a till received a number that was lost and not explained yet. */
  isMissing(): boolean;
  /** The world has ended, and all that can be closed is. */
  end(): void;
}

export interface ClosingJudgeOptions {
  readonly identity: ShopIdentity;
  readonly books: () => IssuerBooks;
  readonly store: MemoryStore;
  readonly shifts: MemoryShifts;
  /** The world's time, milliseconds. */
  readonly now: () => number;
  readonly say: (line: string) => void;
}

/** The part of a Z that never changes. */
const lasting = (z: Shift) => JSON.stringify({ ...z, notes: [], tag: '', blind: false });

export function createClosingJudge({ identity, books, store, shifts, now, say }: ClosingJudgeOptions): ClosingJudge {
  const violations: Violation[] = [];
  const told = new Map<string, Shift>();

  function broken(invariant: Invariant, what: string): void {
    say(`judge    ${invariant} ${what}`);
    violations.push({ invariant, atMs: now(), what });
  }

  /** The issuer's captures less refunds that the journal can contain. */
  function ledgerNet(): number {
    const claimed = books().rows.filter(
      ({ mid, transactionId }) => mid === identity.mid && store.claimer(transactionId)?.shop === identity.shop,
    );
    return claimed.reduce((net, { type, amount }) => net + (type === 'capture' ? amount : type === 'refund' ? -amount : 0), 0);
  }

  function judgeNumbers(all: readonly ZView[]): void {
    for (const [till, zs] of grouped(all, ({ tillId }) => tillOfDevice(tillId))) {
      const numbers = zs.map(({ number }) => number).sort((a, b) => a - b);
      if (numbers.some((number, index) => number !== index + 1)) broken('I12', `the Z of ${till} are ${numbers.join(', ')}`);
    }
    for (const z of told.values()) {
      const { tillId, number, id } = z;
      const kept = keptAs(all, z);
      if (!kept) broken('I12', `Z ${number} of ${tillId} is gone, and not named`);
      else if (!kept.burnt && kept.id !== id) broken('I12', `Z ${number} of ${tillId} is another one than somebody was told`);
    }
  }

  return {
    violations,
    isMissing: () => [...told.values()].some((z) => keptAs(shifts.all(), z) === undefined),
    forgetTills: () => told.clear(),
    told(z) {
      say(`till     is told of Z ${z.number} of ${z.tillId}: ${netOfShift(z.sums, CURRENCY)}`);
      const key = `${tillOfDevice(z.tillId)} ${z.number}`;
      const before = told.get(key);
      if (before && lasting(before) !== lasting(z)) broken('I12', `Z ${z.number} of ${z.tillId} is not what it was`);
      told.set(key, z);
    },
    end() {
      const all = shifts.all();
      const closed = all.reduce((sum, { sums }) => sum + netOfShift(sums, CURRENCY), 0);
      const left = shifts.left().reduce((sum, fact) => sum + signed(fact), 0);
      const unexplained = unexplainedIn(store);
      const net = ledgerNet();
      if (closed + left + unexplained !== net)
        broken('I11', `all Z are ${closed}, ${left} is left, ${unexplained} is unexplained, and the issuer has ${net}`);
      if (shifts.left().length > 0)
        broken(
          'I11',
          `${shifts
            .left()
            .map(({ id }) => id)
            .join(', ')} could not be closed`,
        );
      judgeNumbers(all);
    },
  };
}

const keptAs = (all: readonly ZView[], { tillId, number }: Shift) =>
  all.find((z) => z.number === number && tillOfDevice(z.tillId) === tillOfDevice(tillId));
const signed = ({ kind, amount, count }: CountedFact) => (count === 0 ? 0 : kind === 'refunded' ? -amount : amount);

/** The sum of the unexplained list: orphans that were not assigned. */
function unexplainedIn(store: MemoryStore): number {
  let sum = 0;
  for (const { kind, facts } of store.all()) {
    if (kind !== 'orphan') continue;
    const all = facts.map(({ fact }) => fact as OrphanFact);
    const isGiven = all.some((fact) => fact.kind === 'closed' && fact.tenderId !== undefined);
    const [first] = all;
    if (!isGiven && first?.kind === 'found') sum += first.row.amount ?? 0;
  }
  return sum;
}
