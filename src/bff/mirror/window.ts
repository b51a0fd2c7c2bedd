import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction, Period } from '../issuer/port.ts';
import { lastMinutes, limitOf, type MirrorGround, note, steady } from './ground.ts';
import type { Reading } from './reading.ts';
import { createShared, type SharedWork } from './shared.ts';

/** Rows are remembered for so long, by their own time. */
const REMEMBERED_MS = 10 * 60_000;

/** One that came to its end: what it read, and when it began, monotonic. */
export interface EndedWindow {
  readonly period: Period;
  readonly beganMs: number;
}

/** Readings of the last minutes in full. */
export interface Windows extends SharedWork<Reading> {
  /** The latest of them that came to its end; null before the first. */
  latest(): EndedWindow | null;
  /** When the latest of them began that came to its end, monotonic; null before the first. */
  beganMs(): number | null;
}

/**
 * @param givesWay whether somebody waits for other rows meanwhile: it is given up then, and what it
 * read stays
 */
export function createWindows(ground: MirrorGround, givesWay: () => boolean): Windows {
  const { known, pages, rules, signal, clock } = ground;
  let last: EndedWindow | null = null;

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
    /* What two of them had: a service whose copies differ may leave a row out once. */
    if (last)
      await note(
        ground,
        {
          from: Math.max(reading.period.from, last.period.from),
          to: Math.min(reading.period.to, last.period.to),
        },
        reading,
      );
    last = reading;
    return reading;
  }

  return { ...createShared(read, clock.monotonic), latest: () => last, beganMs: () => last?.beganMs ?? null };
}
