import { LIMITS } from '../../../contract/access/limits.ts';
import { ourTime } from '../issuer-time.ts';
import type { Period } from '../port.ts';
import { createGlances } from './glances.ts';
import { lastMinutes, limitOf, type MirrorGround } from './ground.ts';
import { endless, type Reading } from './reading.ts';
import { voucherHash } from './row.ts';
import { createShared } from './shared.ts';
import { createWindows, type Windows } from './window.ts';

/**
 * Until when (our clock, milliseconds UTC) what the issuer showed is in the table, null before
 * anything is; whether the issuer gave no usable answer since.
 */
export interface Freshness {
  readonly until: number | null;
  readonly isAway: boolean;
}

/** The newest rows: glances at them, the last minutes, and how fresh the table is. */
export interface Newest extends Pick<Windows, 'latest'> {
  /**
   * A glance at the newest rows that began at `atMs` (monotonic) or later; all who wait for one
   * share it. Before the last minutes were ever read in full it reads them, or no further back than
   * the oldest `since` (milliseconds UTC of the issuer's clock) that somebody needs rows from.
   */
  after(atMs: number, since?: number): Promise<Reading>;
  /**
   * Ids of the rows of a voucher that search shows now, for telling later what was there before.
   * @param isAllThereIs nothing else is known of the voucher: a busy merchant's last minutes are
   *   read in full for it, as far as that can be done soon
   * @returns null where that is not known: no glance could be had, or the last minutes were not
   * read in full lately
   */
  seen(ref: string, isAllThereIs?: boolean): Promise<readonly string[] | null>;
  /** Reads the last minutes: in full, or a busy merchant's next strip of them. */
  readWindow(): Promise<Reading>;
  /** How long ago somebody needed the newest rows, milliseconds; null when nobody did so far. */
  idleMs(): number | null;
  freshness(): Freshness;
  /** The last minutes were read in full lately. */
  isFresh(): boolean;
  /** Reads what of a period lies in the last minutes, all of it. */
  complete(period: Period): Promise<Reading>;
  /** Somebody needs the newest rows now. */
  need(): void;
}

/** A window that began so long ago is shared by who needs one. */
const WINDOW_SHARED_MS = 10_000;
/** Who has nothing else to go by reads a busy merchant's last minutes in full for so long. */
const WHOLE_MAX_MS = 5_000;
const UNREAD = 'the last minutes could not be read in full';

/** @param quietly makes a reading that was stopped one that failed */
export function createNewest(ground: MirrorGround, quietly: (reading: Promise<Reading>) => Promise<Reading>): Newest {
  const { issuer, keys, clock, rules, pages, signal, known } = ground;
  const windows = createWindows(ground);
  const glances = createGlances(ground, windows);
  const readRows = (period: Period, lane: 'glance' | 'list', mostMs: number) =>
    rules.readToEnd(pages, period, { lane, signal, tooLong: limitOf(ground, mostMs) });
  const wholes = createShared(() => readRows(lastMinutes(ground), 'glance', WHOLE_MAX_MS), clock.monotonic);
  let neededMs: number | null = null;
  let fresh: Freshness = { until: null, isAway: false };

  const isFresh = () => {
    const beganMs = windows.fullMs();
    return rules.isFresh(beganMs === null ? null : clock.monotonic() - beganMs);
  };
  const need = () => {
    neededMs = clock.monotonic();
  };

  /** Readings of the newest rows say how new the table is. */
  async function noted(asked: Promise<Reading>): Promise<Reading> {
    const reading = await quietly(asked);
    if (reading.outcome === 'ended') {
      const until = Math.min(reading.beganAt, ourTime(reading.period.to, issuer.clockOffset()));
      fresh = { until: Math.max(fresh.until ?? 0, until), isAway: false };
    } else fresh = { ...fresh, isAway: reading.trouble === null };
    return reading;
  }

  /** A glance, and the last minutes in full where that was not done lately. */
  async function readBoth(): Promise<Reading> {
    need();
    const freshWindow = isFresh() ? null : noted(windows.after(clock.monotonic() - WINDOW_SHARED_MS));
    /* A glance before the first of them would read as much as it does. */
    const first = windows.fullMs() === null ? await freshWindow : null;
    if (first !== null && (first.outcome === 'failed' || windows.isTooMuch())) return first;
    const [glanced] = await Promise.all([noted(glances.after(clock.monotonic())), freshWindow]);
    return glanced;
  }

  return {
    async after(atMs, since) {
      need();
      if (since === undefined && windows.fullMs() === null && !windows.isTooMuch()) {
        const whole = await noted(windows.after(atMs));
        if (!windows.isTooMuch()) return whole;
      }
      return noted(glances.after(atMs, since));
    },
    async seen(ref, isAllThereIs = false) {
      need();
      const isBusy = windows.isTooMuch();
      if (isBusy && !isAllThereIs) return null;
      const read = await (isBusy ? noted(wholes.after(clock.monotonic())) : readBoth());
      if (read.outcome === 'failed' || !(isBusy || isFresh())) return null;
      return known.ofVoucher(voucherHash(keys, ref));
    },
    async complete(period) {
      if (!windows.isTooMuch()) {
        const glanced = await readBoth();
        if (glanced.outcome === 'ended' && isFresh()) return glanced;
        if (!windows.isTooMuch()) return glanced.outcome === 'failed' ? glanced : { ...endless(UNREAD), trouble: null };
      }
      const { from, to } = lastMinutes(ground);
      const recent = { from: Math.max(period.from, from), to: Math.min(period.to, to) };
      return quietly(readRows(recent, 'list', LIMITS.readingMaxMs));
    },
    readWindow: () => noted(windows.after(clock.monotonic())),
    latest: windows.latest,
    need,
    idleMs: () => neededMs && clock.monotonic() - neededMs,
    freshness: () => fresh,
    isFresh,
  };
}
