import { LIMITS } from '../../contract/limits.ts';
import { unitOf } from '../../contract/money.ts';
import { refIdentity } from '../../contract/voucher.ts';
import type { Clock } from '../base/ports.ts';
import { within } from '../base/within.ts';
import type { Asked, ClockOffset, Issuer, IssuerTransaction, VoucherState } from '../issuer/port.ts';
import type { Snapshot } from '../operation/snapshot.ts';
import { issuerTime } from '../settle/candidates.ts';
import { readPeriod } from '../settle/reading.ts';

/**
 * What is known about a voucher before money is asked for. It is taken while the cashier looks at the check, so that the redemption
 * itself waits for nothing.
 */
export interface Snapshots {
  /** Begins a snapshot beside a check that is under way. */
  begin(ref: string, checked: Promise<Asked<VoucherState>>): void;
  /** The snapshot of the latest check, or a new one when there is none or it is old; each snapshot serves one tender. Null when none could be had in time. */
  take(ref: string): Promise<Snapshot | null>;
}

/** An older snapshot is taken anew: rows that others made since would look like ours. */
const FRESH_MS = 60_000;
/** A search that takes longer is given up: its snapshot would hardly be in time for anything. */
const SEARCH_MAX_MS = 15_000;
/** Snapshots waiting to be taken; the oldest goes first. */
const KEPT_MAX = 500;
/** A redemption does not wait longer than this for a snapshot; without one it can be settled only by a manager. */
const TAKE_WAIT_MS = 2_000;

interface Kept {
  readonly at: number;
  readonly snapshot: Promise<Snapshot>;
}

export function createSnapshots({ issuer, clock }: { issuer: Issuer; clock: Clock }): Snapshots {
  const kept = new Map<string, Kept>();

  function begin(ref: string, checked: Promise<Asked<VoucherState>>): Kept {
    const entry = { at: clock.monotonic(), snapshot: snap({ issuer, clock }, ref, checked) };
    const key = refIdentity(ref);
    /* A fault in it is met where it is taken; until then it must not count as unhandled. */
    entry.snapshot.catch(() => undefined);
    kept.delete(key);
    kept.set(key, entry);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return entry;
  }

  return {
    begin,
    async take(ref) {
      const key = refIdentity(ref);
      const known = kept.get(key);
      const entry = known && clock.monotonic() - known.at < FRESH_MS ? known : begin(ref, issuer.checkByRef(ref));
      kept.delete(key);
      return within(clock, TAKE_WAIT_MS, entry.snapshot);
    },
  };
}

/** What could not be had is null in the snapshot. */
async function snap(
  { issuer, clock }: { issuer: Issuer; clock: Clock },
  ref: string,
  checked: Promise<Asked<VoucherState>>,
): Promise<Snapshot> {
  const [state, seen] = await Promise.all([checked, seenOf(issuer, clock, ref)]);
  const voucher = state.outcome === 'found' ? state.value : null;
  return {
    remaining: voucher?.holds ?? null,
    unit: voucher?.remaining ? unitOf(voucher.remaining) : null,
    at: clock.now(),
    singleUse: voucher?.singleUse ?? null,
    seen,
  };
}

/** Ids of the transactions of a ref that search shows in the period in which a candidate could have been made. */
async function seenOf(issuer: Issuer, clock: Clock, ref: string): Promise<string[] | null> {
  const before = issuer.clockOffset();
  const rows = await recentRows(issuer, clock);
  if (isStillSo(before, issuer.clockOffset())) return rows && idsOf(rows, ref);
  /* The first answer, or the first since our clock was set: only now it is known which period was to be asked for. */
  const again = await recentRows(issuer, clock);
  return again && idsOf(again, ref);
}

async function recentRows(issuer: Issuer, clock: Clock): Promise<readonly IssuerTransaction[] | null> {
  const offset = issuer.clockOffset();
  const now = issuerTime(clock.now(), offset);
  const pad = LIMITS.candidatePadMs + (offset?.errorMs ?? 0);
  const beganMs = clock.monotonic();
  const tooLong = () => clock.monotonic() - beganMs > SEARCH_MAX_MS;
  const reading = await readPeriod(issuer, { from: now - pad, to: now + pad }, { tooLong });
  return reading.outcome === 'found' ? reading.value : null;
}

function idsOf(rows: readonly IssuerTransaction[], ref: string): string[] {
  return rows
    .filter((row) => row.vouchers.some((voucher) => refIdentity(voucher.ref) === refIdentity(ref)))
    .map(({ transactionId }) => transactionId);
}

/** Nothing was learned of the issuer's clock that was not known before. */
function isStillSo(before: ClockOffset | null, now: ClockOffset | null): boolean {
  return now === null || (before !== null && Math.abs(before.offsetMs - now.offsetMs) <= before.errorMs + now.errorMs);
}
