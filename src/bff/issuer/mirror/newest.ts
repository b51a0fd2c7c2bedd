import { LIMITS } from '../../../contract/access/limits.ts';
import { ourTime } from '../issuer-time.ts';
import type { Period } from '../port.ts';
import { lastMinutes, limitOf, type MirrorContext } from './context.ts';
import { createGlanceReader } from './glance-reader.ts';
import { FULL_READING_MAX_MS, GLANCE_SHARED_MS, WINDOW_SHARED_MS } from './limits.ts';
import { endlessSearch, type Reading } from './reading.ts';
import { voucherHash } from './row.ts';
import { createShared } from './shared.ts';
import { createWindows, type Windows } from './window.ts';

/**
 * The time (our clock, milliseconds UTC) of the newest data in the table, null while it is empty;
 * and true if the issuer has given no usable answer since that time.
 */
export interface Freshness {
  readonly until: number | null;
  readonly isUnavailable: boolean;
}

/** The newest rows: glances, the last minutes, and how fresh the table is. */
export interface Newest extends Pick<Windows, 'latest'> {
  /**
   * Returns a glance at the newest rows that began at `atMs` (monotonic) or later; all callers that
   * wait share it. Until the last minutes have been read in full once, it reads back to the oldest
   * `since` of its callers (milliseconds UTC of the issuer's clock).
   */
  after(atMs: number, since?: number): Promise<Reading>;
  /**
   * Returns the ids of a voucher's rows that search shows now, to recognise earlier rows later.
   * @param wanted `complete` to read a busy merchant's last minutes in full, if that can be done
   * soon, because no other data about the voucher exists; `recent` if rows of the last second may
   * be missing
   * @returns null if unknown: no glance succeeded, or the last minutes were not recently read in
   * full
   */
  visibleRowIds(ref: string, wanted?: 'recent' | 'complete'): Promise<readonly string[] | null>;
  /** Reads the last minutes: in full, or the next strip of them for a busy merchant. */
  readWindow(): Promise<Reading>;
  /** Milliseconds since a caller last needed the newest rows; null if none did so far. */
  idleMs(): number | null;
  freshness(): Freshness;
  /** True if the last minutes were recently read in full. */
  isFresh(): boolean;
  /** Reads all of a period that lies in the last minutes. */
  complete(period: Period): Promise<Reading>;
  /** Marks the newest rows as needed now. */
  need(): void;
}

const UNREAD = 'the latest transactions were not read in full';

/** @param quietly turns a stopped reading into a failed one */
export function createNewest(context: MirrorContext, quietly: (reading: Promise<Reading>) => Promise<Reading>): Newest {
  const { issuer, keys, clock, rules, pages, signal, storedRows } = context;
  const windows = createWindows(context);
  const glanceReader = createGlanceReader(context, windows);
  const readRows = (period: Period, lane: 'glance' | 'list', mostMs: number) =>
    rules.readToEnd(pages, period, { lane, signal, tooLong: limitOf(context, mostMs) });
  const wholes = createShared(() => readRows(lastMinutes(context), 'glance', FULL_READING_MAX_MS), clock.monotonic);
  let neededMs: number | null = null;
  let glancedMs = Number.NEGATIVE_INFINITY;
  let fresh: Freshness = { until: null, isUnavailable: false };

  const isFresh = () => {
    const beganMs = windows.fullMs();
    return rules.isFresh(beganMs === null ? null : clock.monotonic() - beganMs);
  };
  const need = () => {
    neededMs = clock.monotonic();
  };

  /** Readings of the newest rows update the freshness of the table. */
  async function noted(read: Promise<Reading>): Promise<Reading> {
    const reading = await quietly(read);
    if (reading.outcome === 'ended') {
      const until = Math.min(reading.beganAt, ourTime(reading.period.to, issuer.clockOffset()));
      fresh = { until: Math.max(fresh.until ?? 0, until), isUnavailable: false };
    } else fresh = { ...fresh, isUnavailable: reading.trouble === null };
    return reading;
  }

  /** Reads a glance, and the last minutes in full if that was not done recently. */
  async function readBoth(): Promise<Reading> {
    need();
    const freshWindow = isFresh() ? null : noted(windows.after(clock.monotonic() - WINDOW_SHARED_MS));
    /* Before the first window, a glance would read the same rows. */
    const first = windows.fullMs() === null ? await freshWindow : null;
    if (first !== null && (first.outcome === 'failed' || windows.isTooMuch())) return first;
    const [glanced] = await Promise.all([noted(glanceReader.after(clock.monotonic())), freshWindow]);
    if (glanced.outcome === 'ended') glancedMs = glanced.beganMs;
    return glanced;
  }

  return {
    async after(atMs, since) {
      need();
      if (since === undefined && windows.fullMs() === null && !windows.isTooMuch()) {
        const full = await noted(windows.after(atMs));
        if (!windows.isTooMuch()) return full;
      }
      return noted(glanceReader.after(atMs, since));
    },
    async visibleRowIds(ref, wanted) {
      need();
      const isBusy = windows.isTooMuch();
      if (isBusy && wanted !== 'complete') return null;
      const isGlanced = wanted === 'recent' && clock.monotonic() - glancedMs <= GLANCE_SHARED_MS;
      if (!isBusy && isGlanced && isFresh()) return storedRows.ofVoucher(voucherHash(keys, ref));
      const read = await (isBusy ? noted(wholes.after(clock.monotonic())) : readBoth());
      if (read.outcome === 'failed' || !(isBusy || isFresh())) return null;
      return storedRows.ofVoucher(voucherHash(keys, ref));
    },
    async complete(period) {
      if (!windows.isTooMuch()) {
        const glanced = await readBoth();
        if (glanced.outcome === 'ended' && isFresh()) return glanced;
        if (!windows.isTooMuch())
          return glanced.outcome === 'failed' ? glanced : { ...endlessSearch(UNREAD), trouble: null };
      }
      const { from, to } = lastMinutes(context);
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
