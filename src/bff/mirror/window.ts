import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction, Period } from '../issuer/port.ts';
import { lastMinutes, limitOf, type MirrorGround, note, steady } from './ground.ts';
import type { Reading } from './reading.ts';
import { createShared, type SharedWork } from './shared.ts';

/** Rows are remembered for so long, by their own time. */
const REMEMBERED_MS = 10 * 60_000;

/** Readings of the last minutes in full. */
export interface Windows extends SharedWork<Reading> {
  /** When the latest of them began that came to its end, monotonic; null before the first. */
  beganMs(): number | null;
}

/**
 * @param givesWay whether somebody waits for other rows meanwhile: it is given up then, and what it
 * read stays
 */
export function createWindows(ground: MirrorGround, givesWay: () => boolean): Windows {
  const { known, pages, rules, signal, clock } = ground;
  let beganMs: number | null = null;
  let last: Period | null = null;

  async function read(): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const isLate = limitOf(ground, LIMITS.readingMaxMs);
    const tooLong = () => isLate() || givesWay();
    const reading = await steady(ground, 'window', () => {
      met.clear();
      return rules.readToEnd(pages, lastMinutes(ground), { lane: 'window', signal, onRows, tooLong });
    });
    if (reading.outcome === 'failed') return reading;
    known.end(met);
    known.forget(reading.period.to - REMEMBERED_MS);
    beganMs = reading.beganMs;
    /* What two of them had: a service whose copies differ may leave a row out once. */
    if (last)
      await note(
        ground,
        { from: Math.max(reading.period.from, last.from), to: Math.min(reading.period.to, last.to) },
        reading,
      );
    last = reading.period;
    return reading;
  }

  return { ...createShared(read, clock.monotonic), beganMs: () => beganMs };
}
