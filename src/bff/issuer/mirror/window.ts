import { LIMITS } from '../../../contract/access/limits.ts';
import { issuerTime } from '../issuer-time.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import { lastMinutes, limitOf, type MirrorGround, note, steady, WINDOW_LENGTH_MS } from './ground.ts';
import type { Reading } from './reading.ts';
import { createShared, type SharedWork } from './shared.ts';

/** Rows are remembered for so long, by their own time. */
const REMEMBERED_MS = 10 * 60_000;
/** So much less there has to be before the last minutes are read in full again. */
const AGAIN = 2;
/** The first strip is so long, and one that would be longer is left to the reading of the past. */
const STRIP_MS = { first: 10_000, longest: 150_000 };
/** Strips overlap by as much as the issuer's times may be cut by. */
const OVERLAP_MS = 1_000;

/** One that came to its end. */
export interface EndedWindow {
  readonly period: Period;
  /** When it began: monotonic, and the issuer's clock at the earliest. */
  readonly beganMs: number;
  readonly beganAt: number;
  /** Up to where every row is kept; issuer's clock. */
  readonly until: number;
}

/** Readings of the last minutes: in full, or of a busy merchant what search shows no more late. */
export interface Windows extends SharedWork<Reading> {
  /** The latest of either kind that came to its end; null before the first. */
  latest(): EndedWindow | null;
  /**
   * When the latest reading in full began that came to its end, monotonic; null before the first,
   * and where the last minutes hold too much.
   */
  fullMs(): number | null;
  /** The last minutes hold too much to be read in full. */
  isTooMuch(): boolean;
}

export function createWindows(ground: MirrorGround): Windows {
  const { known, pages, rules, signal, clock, issuer } = ground;
  let latest: EndedWindow | null = null;
  let full: EndedWindow | null = null;
  let isTooMuch = false;
  /** When that was last found by reading them, monotonic. */
  let foundMs = Number.NEGATIVE_INFINITY;

  async function readFull(): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const isLate = limitOf(ground, LIMITS.readingMaxMs);
    const tooLong = () => isLate() || rules.isTooMuch(met.size);
    const reading = await steady(ground, 'window', () => {
      met.clear();
      return rules.readToEnd(pages, lastMinutes(ground), { lane: 'window', signal, onRows, tooLong });
    });
    isTooMuch = rules.isTooMuch(met.size);
    /* What was read in full before says nothing of what glances reach from now on. */
    if (isTooMuch) {
      full = null;
      foundMs = clock.monotonic();
    }
    if (isTooMuch || reading.outcome === 'failed') return reading;
    known.end(met);
    known.forget(reading.period.to - REMEMBERED_MS);
    /* What two of them had: a service whose copies differ may leave a row out once. */
    if (full) {
      const from = Math.max(reading.period.from, full.period.from);
      await note(ground, { from, to: Math.min(reading.period.to, full.period.to) }, reading);
    }
    const at = reading.period.from + WINDOW_LENGTH_MS;
    full = { period: reading.period, beganMs: reading.beganMs, beganAt: at, until: at };
    latest = full;
    return reading;
  }

  /** Where the next strip begins: where what was read for good ends, unless that is long ago. */
  function stripFrom(to: number): number {
    if (latest === null) return to - STRIP_MS.first;
    const done = Math.min(latest.until, rules.shownUntil(latest.beganAt));
    return to - done > STRIP_MS.longest ? to - STRIP_MS.first : Math.min(done, to) - OVERLAP_MS;
  }

  /** Reads what has become so old that search shows nothing more of it, once and for good. */
  async function readStrip(): Promise<Reading> {
    const offset = issuer.clockOffset();
    const beganAt = issuerTime(clock.now(), offset) - (offset?.errorMs ?? LIMITS.candidatePadMs);
    const to = rules.shownUntil(beganAt);
    const period = { from: stripFrom(to), to };
    let rows = 0;
    const onRows = (page: readonly IssuerTransaction[]) => {
      rows += page.length;
    };
    const tooLong = limitOf(ground, LIMITS.readingMaxMs);
    const reading = await rules.readToEnd(pages, period, { lane: 'window', signal, onRows, tooLong });
    if (reading.outcome === 'failed') return reading;
    known.forget(period.from - WINDOW_LENGTH_MS);
    await note(ground, period, reading);
    latest = { period, beganMs: reading.beganMs, beganAt, until: to };
    /* A strip tells how it was minutes ago: it says nothing of what has begun since. */
    isTooMuch =
      clock.monotonic() - foundMs < WINDOW_LENGTH_MS ||
      rules.isTooMuch(((AGAIN * rows) / (to - period.from)) * WINDOW_LENGTH_MS);
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
