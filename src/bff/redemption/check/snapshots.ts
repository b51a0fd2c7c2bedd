import { unitOf } from '../../../contract/money/money.ts';
import { refIdentity } from '../../../contract/voucher/voucher.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { Issuer, IssuerReply, VoucherState } from '../../issuer/port.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { waitAtMost } from '../../platform/base/wait-at-most.ts';
import type { AttemptBaseline, Snapshot } from '../operation/snapshot.ts';
import { SEEN_WAIT_MS, SNAPSHOT_WAIT_MS, SNAPSHOTS_FRESH_MS, SNAPSHOTS_STORED_MAX } from './limits.ts';
import { checkInEachSpelling } from './resolve.ts';

/**
 * Stores what is known about a voucher before money is requested. Snapshots are taken while the
 * cashier reads the check, so that the redemption itself waits for nothing.
 */
export interface Snapshots {
  /** Begins a snapshot while a check is still running. */
  begin(ref: string, checked: Promise<IssuerReply<VoucherState>>): void;
  /**
   * Returns the evidence for a redemption or refund: the snapshot of the latest check, or a new one
   * if there is none or it is too old, and the offset of the issuer's clock. Each snapshot is used
   * once, and is null if none was taken in time.
   * @param changedMsAgo when the account's last redemption or refund of the voucher changed; a
   * check from before it shows another balance, and is not used
   */
  takeSnapshot(ref: string, changedMsAgo?: number): Promise<VoucherBaseline>;
}

/** Evidence for a redemption, and the voucher's ref as the issuer spells it. */
export interface VoucherBaseline extends AttemptBaseline {
  /** As the caller gave it, if no check found the voucher in time. */
  readonly ref: string;
}

interface StoredSnapshot {
  readonly at: number;
  readonly snapshot: Promise<DatedSnapshot>;
  readonly checked: Promise<DatedSnapshot>;
}

export interface SnapshotDeps {
  readonly issuer: Pick<Issuer, 'checkByRef' | 'clockOffset'>;
  readonly mirror: Pick<Mirror, 'visibleRowIds'>;
  readonly clock: Clock;
}

export function createSnapshots(deps: SnapshotDeps): Snapshots {
  const { issuer, clock } = deps;
  const stored = new Map<string, StoredSnapshot>();

  function begin(ref: string, checked: Promise<IssuerReply<VoucherState>>, wanted?: 'recent'): StoredSnapshot {
    const alone = checked.then((state) => datedSnapshotOf(clock, state, null));
    const entry: StoredSnapshot = { at: clock.monotonic(), snapshot: snap(deps, ref, checked, wanted), checked: alone };
    const key = refIdentity(ref);
    /* The later `await` handles errors. Until then, they must not count as unhandled. */
    entry.snapshot.catch(() => undefined);
    entry.checked.catch(() => undefined);
    stored.delete(key);
    stored.set(key, entry);
    for (const oldest of stored.keys()) {
      if (stored.size <= SNAPSHOTS_STORED_MAX) break;
      stored.delete(oldest);
    }
    return entry;
  }

  return {
    begin: (ref, checked) => void begin(ref, checked, 'recent'),
    async takeSnapshot(ref, changedMsAgo = Number.POSITIVE_INFINITY) {
      const key = refIdentity(ref);
      const latest = stored.get(key);
      const isChecked =
        latest !== undefined && clock.monotonic() - latest.at < Math.min(SNAPSHOTS_FRESH_MS, changedMsAgo);
      stored.delete(key);
      const takeNew = () => {
        const entry = begin(ref, checkInEachSpelling(issuer, ref));
        stored.delete(key);
        return awaitBest(clock, entry, false);
      };
      const best = isChecked ? awaitBest(clock, latest, true) : takeNew();
      /* A check without an answer is repeated: without a balance, nothing proves that a lost
         request took nothing. */
      const answered = isChecked ? best.then((dated) => (dated.isAnswered ? dated : takeNew())) : best;
      const dated = await waitAtMost(clock, SNAPSHOT_WAIT_MS, answered);
      return {
        ref: dated?.ref ?? ref,
        get snapshot() {
          return dated && byTheClock(clock, dated);
        },
        get offset() {
          return issuer.clockOffset();
        },
      };
    },
  };
}

/**
 * Returns the balance alone if search is slow. Without a balance, it waits for search.
 * @param isChecked true if a check came before, whose balance settles a lost answer, so that this
 * does not wait at all; single-use vouchers lose their whole balance, which proves less
 */
async function awaitBest(
  clock: Clock,
  { snapshot, checked }: StoredSnapshot,
  isChecked: boolean,
): Promise<DatedSnapshot> {
  const alone = await checked;
  const { remaining, singleUse } = alone.snapshot;
  if (remaining === null) return snapshot;
  if (isChecked && singleUse === false) return Promise.race([snapshot, checked]);
  return (await waitAtMost(clock, SEEN_WAIT_MS, snapshot)) ?? alone;
}

/** A snapshot, and its monotonic time. */
interface DatedSnapshot {
  /** The ref as the issuer spells it; null if it was not found. */
  readonly ref: string | null;
  readonly snapshot: Omit<Snapshot, 'at'>;
  readonly isAnswered: boolean;
  readonly atMs: number;
}

/**
 * Dates a snapshot by the current wall clock. The snapshot is stored with the request, and its time
 * is compared with the issuer's using the clock offset known then. If it were dated by a clock that
 * was set in between, an earlier capture would look like a later one.
 */
function byTheClock(clock: Clock, { snapshot, atMs }: DatedSnapshot): Snapshot {
  return { ...snapshot, at: Math.ceil(clock.now() - (clock.monotonic() - atMs)) };
}

/** Parts that could not be read are null in the snapshot. */
async function snap(
  { mirror, clock }: SnapshotDeps,
  ref: string,
  checked: Promise<IssuerReply<VoucherState>>,
  wanted?: 'recent',
): Promise<DatedSnapshot> {
  const [state, visibleRowIds] = await Promise.all([checked, mirror.visibleRowIds(ref, wanted)]);
  const alone = datedSnapshotOf(clock, state, visibleRowIds);
  if (visibleRowIds !== null || alone.snapshot.remaining !== null) return alone;
  return datedSnapshotOf(clock, state, await mirror.visibleRowIds(ref, 'complete'));
}

function datedSnapshotOf(
  clock: Clock,
  state: IssuerReply<VoucherState>,
  visibleRowIds: readonly string[] | null,
): DatedSnapshot {
  const voucher = state.outcome === 'found' ? state.value : null;
  const snapshot = {
    remaining: voucher?.holds ?? null,
    unit: voucher?.remaining ? unitOf(voucher.remaining) : null,
    source: voucher?.sources.holds ?? null,
    singleUse: voucher?.singleUse ?? null,
    product: voucher?.product?.name ?? null,
    expiresAt: voucher?.expiresAt ?? null,
    status: voucher?.status ?? null,
    seen: visibleRowIds && [...visibleRowIds],
  };
  return { ref: voucher?.ref ?? null, snapshot, isAnswered: state.outcome !== 'unclear', atMs: clock.monotonic() };
}
