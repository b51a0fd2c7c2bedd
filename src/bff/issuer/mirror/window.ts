import { LIMITS } from '../../../contract/access/limits.ts';
import { issuerTime } from '../issuer-time.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import {
  lastMinutes,
  limitOf,
  type MirrorContext,
  noteFinalPart,
  rereadOnClockChange,
  WINDOW_LENGTH_MS,
} from './context.ts';
import { ISSUER_WINDOW_MS, WINDOW_OVERLAP_MS } from './limits.ts';
import type { Reading } from './reading.ts';
import { createShared, type SharedWork } from './shared.ts';

/**
 * The last minutes are read in full again when their rows number less than the maximum divided by
 * this.
 */
const FULL_READING_FACTOR = 2;
/** Length of the first strip; a strip that would be longer is left to the reading of the past. */
const STRIP_MS = { first: 10_000, longest: 150_000 };

export interface FinishedWindow {
  readonly period: Period;
  /** Start of the reading: monotonic, and the earliest time of the issuer's clock. */
  readonly beganMs: number;
  readonly beganAt: number;
  /** All rows up to this time are stored; issuer's clock. */
  readonly until: number;
}

/**
 * Readings of the last minutes: in full, or, for a busy merchant, the part that gets no more late
 * rows.
 */
export interface Windows extends SharedWork<Reading> {
  /** The latest completed one of either kind; null before the first. */
  latest(): FinishedWindow | null;
  /**
   * When the latest completed full reading began, monotonic; null before the first, and while the
   * last minutes contain too much.
   */
  fullMs(): number | null;
  /** True if the last minutes contain too much to read in full. */
  isTooMuch(): boolean;
}

export function createWindows(context: MirrorContext): Windows {
  const { storedRows, pages, rules, signal, clock, issuer } = context;
  let latest: FinishedWindow | null = null;
  let full: FinishedWindow | null = null;
  let isTooMuch = false;
  /** Time when a reading last showed too many rows, monotonic. */
  let foundMs = Number.NEGATIVE_INFINITY;

  async function readFull(): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const isLate = limitOf(context, LIMITS.readingMaxMs);
    const tooLong = () => isLate() || rules.isTooMuch(met.size);
    const reading = await rereadOnClockChange(context, 'window', () => {
      met.clear();
      return rules.readToEnd(pages, lastMinutes(context), { lane: 'window', signal, onRows, tooLong });
    });
    isTooMuch = rules.isTooMuch(met.size);
    /* The earlier full reading proves nothing about later glances. */
    if (isTooMuch) {
      full = null;
      foundMs = clock.monotonic();
    }
    if (isTooMuch || reading.outcome === 'failed') return reading;
    storedRows.end(met);
    storedRows.forget(reading.period.to - ISSUER_WINDOW_MS);
    /* Only rows in both readings count, because a service with differing replicas may omit a row
       once. */
    if (full) {
      const from = Math.max(reading.period.from, full.period.from);
      await noteFinalPart(context, { from, to: Math.min(reading.period.to, full.period.to) }, reading);
    }
    const at = reading.period.from + WINDOW_LENGTH_MS;
    full = { period: reading.period, beganMs: reading.beganMs, beganAt: at, until: at };
    latest = full;
    return reading;
  }

  /** Returns where the next strip begins: at the end of the final part, unless that is too old. */
  function stripFrom(to: number): number {
    if (latest === null) return to - STRIP_MS.first;
    const done = Math.min(latest.until, rules.shownUntil(latest.beganAt));
    return to - done > STRIP_MS.longest ? to - STRIP_MS.first : Math.min(done, to) - WINDOW_OVERLAP_MS;
  }

  /** Reads, once and for all, the part that is old enough to get no more rows. */
  async function readStrip(): Promise<Reading> {
    const offset = issuer.clockOffset();
    const beganAt = issuerTime(clock.now(), offset) - (offset?.errorMs ?? LIMITS.candidatePadMs);
    const to = rules.shownUntil(beganAt);
    const period = { from: stripFrom(to), to };
    let rows = 0;
    const onRows = (page: readonly IssuerTransaction[]) => {
      rows += page.length;
    };
    const tooLong = limitOf(context, LIMITS.readingMaxMs);
    const reading = await rules.readToEnd(pages, period, { lane: 'window', signal, onRows, tooLong });
    if (reading.outcome === 'failed') return reading;
    storedRows.forget(period.from - WINDOW_LENGTH_MS);
    await noteFinalPart(context, period, reading);
    latest = { period, beganMs: reading.beganMs, beganAt, until: to };
    /* A strip is minutes old, so it proves nothing about later rows. */
    isTooMuch =
      clock.monotonic() - foundMs < WINDOW_LENGTH_MS ||
      rules.isTooMuch(((FULL_READING_FACTOR * rows) / (to - period.from)) * WINDOW_LENGTH_MS);
    return reading;
  }

  async function read(): Promise<Reading> {
    if (isTooMuch) return readStrip();
    const reading = await readFull();
    return isTooMuch ? readStrip() : reading;
  }

  return {
    ...createShared(read, clock.monotonic),
    latest: () => latest,
    fullMs: () => full?.beganMs ?? null,
    isTooMuch: () => isTooMuch,
  };
}
