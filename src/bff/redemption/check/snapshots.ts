import { unitOf } from '../../../contract/money/money.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Asked, Issuer, VoucherState } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { within } from '../../platform/base/within.ts';
import type { AttemptGround, Snapshot } from '../operation/snapshot.ts';
import { checkInEitherCase } from './resolve.ts';

/**
 * What is known about a voucher before money is asked for. It is taken while the cashier looks at
 * the check, so that the redemption itself waits for nothing.
 */
export interface Snapshots {
  /** Begins a snapshot beside a check that is under way. */
  begin(ref: string, checked: Promise<Asked<VoucherState>>): void;
  /**
   * What a redemption or refund stands on: the snapshot of the latest check, or a new one when
   * there is none or it is old, and the issuer's clock. Each snapshot serves one of them; it is
   * null when none could be had in time.
   */
  take(ref: string): Promise<VoucherGround>;
}

/** What a redemption stands on, and the voucher's ref as the issuer spells it. */
export interface VoucherGround extends AttemptGround {
  /** As given, if no check found the voucher in time. */
  readonly ref: string;
}

/** An older snapshot is taken anew: rows that others made since would look like ours. */
const FRESH_MS = 60_000;
/** Snapshots waiting to be taken; the oldest goes first. */
const KEPT_MAX = 500;
/**
 * A redemption does not wait longer than this for a snapshot; without one it can be settled only by
 * a manager.
 */
const TAKE_WAIT_MS = 2_000;
/**
 * The same for what search shows, where the balance is known: a lost answer can be settled by that
 * alone.
 */
const SEEN_WAIT_MS = 50;

interface Kept {
  readonly at: number;
  readonly snapshot: Promise<Taken>;
  /** What the check alone told. */
  readonly checked: Promise<Taken>;
}

export interface SnapshotDeps {
  readonly issuer: Pick<Issuer, 'checkByRef' | 'clockOffset'>;
  readonly mirror: Pick<Mirror, 'seen'>;
  readonly clock: Clock;
}

export function createSnapshots(deps: SnapshotDeps): Snapshots {
  const { issuer, clock } = deps;
  const kept = new Map<string, Kept>();

  function begin(ref: string, checked: Promise<Asked<VoucherState>>): Kept {
    const alone = checked.then((state) => takenOf(clock, state, null));
    const entry: Kept = { at: clock.monotonic(), snapshot: snap(deps, ref, checked), checked: alone };
    const key = refIdentity(ref);
    /* A fault in them is met where they are taken; until then it must not count as unhandled. */
    entry.snapshot.catch(() => undefined);
    entry.checked.catch(() => undefined);
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
      const entry =
        known && clock.monotonic() - known.at < FRESH_MS ? known : begin(ref, checkInEitherCase(issuer, ref));
      kept.delete(key);
      const taken = await within(clock, TAKE_WAIT_MS, whatThereIs(clock, entry));
      return {
        ref: taken?.ref ?? ref,
        get snapshot() {
          return taken && byTheClock(clock, taken);
        },
        get offset() {
          return issuer.clockOffset();
        },
      };
    },
  };
}

/**
 * The balance alone where search takes its time.
 *
 * Without a balance what search shows is waited for.
 */
async function whatThereIs(clock: Clock, { snapshot, checked }: Kept): Promise<Taken> {
  const alone = await checked;
  if (alone.snapshot.remaining === null) return snapshot;
  return (await within(clock, SEEN_WAIT_MS, snapshot)) ?? alone;
}

/** A snapshot, and when it was taken by the clock that does not jump. */
interface Taken {
  /** As the issuer spells it; null if it was not found. */
  readonly ref: string | null;
  readonly snapshot: Omit<Snapshot, 'at'>;
  readonly atMs: number;
}

/**
 * Dates a snapshot by the wall clock as it goes now. It stays with what is sent next, and its time
 * is compared with the issuer's by what is known of both clocks then: dated by a clock that was set
 * in between, a capture from before it would look like one from after.
 */
function byTheClock(clock: Clock, { snapshot, atMs }: Taken): Snapshot {
  return { ...snapshot, at: Math.ceil(clock.now() - (clock.monotonic() - atMs)) };
}

/** What could not be had is null in the snapshot. */
async function snap(
  { mirror, clock }: SnapshotDeps,
  ref: string,
  checked: Promise<Asked<VoucherState>>,
): Promise<Taken> {
  const [state, seen] = await Promise.all([checked, mirror.seen(ref)]);
  const alone = takenOf(clock, state, seen);
  if (seen !== null || alone.snapshot.remaining !== null) return alone;
  return takenOf(clock, state, await mirror.seen(ref, true));
}

function takenOf(clock: Clock, state: Asked<VoucherState>, seen: readonly string[] | null): Taken {
  const voucher = state.outcome === 'found' ? state.value : null;
  const snapshot = {
    remaining: voucher?.holds ?? null,
    unit: voucher?.remaining ? unitOf(voucher.remaining) : null,
    source: voucher?.sources.holds ?? null,
    singleUse: voucher?.singleUse ?? null,
    product: voucher?.product?.name ?? null,
    expiresAt: voucher?.expiresAt ?? null,
    status: voucher?.status ?? null,
    seen: seen && [...seen],
  };
  return { ref: voucher?.ref ?? null, snapshot, atMs: clock.monotonic() };
}
