import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import type { Gap, GapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { isKeyId } from '../../../contract/access/key.ts';
import type { TillZ } from '../../../contract/redemption/journal.ts';
import type { ClosedAs, Highest, ShiftStore } from './shift-store.ts';

/** Stores the highest number of each till outside of the journal. */
export interface ZFolder {
  /** @param journal id of the current journal */
  read(journal: string): Highest;
  /** Stores a number durably before it returns. */
  note(journal: string, tillId: string, number: number): void;
}

export const NO_FOLDER: ZFolder = { read: () => new Map(), note: () => undefined };

export interface ZNumbersDeps {
  readonly store: Pick<ShiftStore, 'burn' | 'newest' | 'devicesOf'>;
  readonly gaps: Pick<GapStore, 'latest' | 'awaited' | 'isAwaited' | 'remembers' | 'hadPrograms'>;
  readonly folder: ZFolder;
  readonly keys: Pick<Keys, 'hash'>;
  readonly clock: Pick<Clock, 'now'>;
  /** Id of the journal; empty if it has none. */
  readonly journalId: () => Promise<string>;
}

/**
 * Prevents reuse of a number after a restore. The data folder remembers the numbers that this
 * server gave, and each device those that it received. Numbers that the journal lacks are burned:
 * listed, and never used again.
 */
export interface ZNumbers {
  /** Burns numbers that the folder remembers and the journal lacks; before the first request. */
  start(): Promise<void>;
  /** Burns numbers that a device proves to have received and the journal lacks. */
  take(by: ClosedAs, lostZs: readonly TillZ[]): Promise<void>;
  /**
   * True if the next number of a till is known: not while a device that may know a higher one still
   * has to report. If a manager did not wait for the report, or the till is a program without a
   * record, a few numbers are burned first.
   */
  isKnown(tillId: string): Promise<boolean>;
  /** Records the number of a new Z. */
  record(tillId: string, number: number): Promise<void>;
  /** Returns the proof that a device received a number. */
  tag(tillId: string, number: number): Promise<string>;
}

/**
 * Number of burned numbers if the next one is unknown: more than a till has between two backups.
 */
const UNSURE = 20;
/** Long enough to prevent guessing. */
const MAC_CHARS = 22;
const NO_CLOSER: ClosedAs = { person: null, device: null };

export function createZNumbers({ store, gaps, folder, keys, clock, journalId }: ZNumbersDeps): ZNumbers {
  const burn = (upTo: Highest, by: ClosedAs) => store.burn(upTo, clock.now(), by);

  async function tag(tillId: string, number: number): Promise<string> {
    return keys.hash(`z ${await journalId()} ${tillId} ${number}`).slice(-MAC_CHARS);
  }

  /**
   * True if a number from before a gap may be lost, without a device or folder that could prove it.
   */
  async function mayBeLost(gap: Gap, tillId: string, devices: readonly string[]): Promise<boolean> {
    if (isKeyId(tillId)) return !folder.read(await journalId()).has(tillId) && gaps.hadPrograms(gap);
    const remembers = await Promise.all(devices.map((device) => gaps.remembers(gap, device)));
    return gap.isOverruled && remembers.includes(true);
  }

  return {
    tag,
    async start() {
      const burntBefore = folder.read(await journalId());
      if (burntBefore.size > 0) await burn(burntBefore, NO_CLOSER);
    },
    async take(by, lostZs) {
      const proved = new Map<string, number>();
      for (const { till, number, tag: proof } of lostZs)
        if (number > (proved.get(till) ?? 0) && proof === (await tag(till, number))) proved.set(till, number);
      if (proved.size > 0) await burn(proved, by);
    },
    async isKnown(tillId) {
      const gap = await gaps.latest();
      if (gap === null) return true;
      const devices = await store.devicesOf(tillId);
      for (const device of devices) if (await gaps.isAwaited(gap, device)) return false;
      if (gap.endedAt === null) return (await gaps.awaited(gap)).length === 0;
      if (!(await mayBeLost(gap, tillId, devices))) return true;
      const newest = await store.newest(tillId);
      if (newest === null || newest.at < gap.endedAt)
        await burn(new Map([[tillId, (newest?.number ?? 0) + UNSURE]]), NO_CLOSER);
      return true;
    },
    async record(tillId, number) {
      folder.note(await journalId(), tillId, number);
    },
  };
}
