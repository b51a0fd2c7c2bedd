import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction, Period } from '../issuer/port.ts';
import { lastMinutes, limitOf, type MirrorGround, steady } from './ground.ts';
import type { Reading } from './reading.ts';
import { createShared } from './shared.ts';
import type { Windows } from './window.ts';

/** Pieces overlap by as much as the issuer's times may be cut by. */
const OVERLAP_MS = 1_000;

/** The first reads most; given up it would only begin again. */
const FIRST_MAX_MS = 3 * 60_000;

/** Glances at the newest rows, of which all share one who wait for it. */
export interface Glances {
  /** See `Mirror.after`. */
  after(atMs: number, since?: number): Promise<Reading>;
  /**
   * Whether the very first is under way, which has the issuer for itself; once one has failed it
   * has not.
   */
  isFirst(): boolean;
}

/**
 * Glances of one process. Before the last minutes were ever read in full, which takes a busy
 * merchant most of a minute, the first one reads only as far back as somebody needs, and one that
 * needs more reads on from there: a server that has just started knows soon what became of a lost
 * answer.
 */
export function createGlances(ground: MirrorGround, windows: Pick<Windows, 'beganMs'>): Glances {
  const { known, pages, rules, signal, clock } = ground;
  /** From when on the newest rows were read to their end, before any window was; issuer's clock. */
  let readFrom: number | null = null;
  /** The furthest that somebody needed until then. */
  let neededFrom = Number.POSITIVE_INFINITY;
  let first: 'none' | 'reading' | 'over' = 'none';

  const isEarly = () => windows.beganMs() === null;
  const options = () => ({ signal, tooLong: limitOf(ground, isEarly() ? FIRST_MAX_MS : LIMITS.readingMaxMs) });
  const glance = (from: number) => rules.glance(pages, known, { ...lastMinutes(ground), from }, options());

  /** Reads what lies between a point and what was read before. */
  async function readOn(period: Period): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const reading = await rules.readToEnd(pages, period, { ...options(), lane: 'glance', onRows });
    if (reading.outcome === 'ended') known.end(met);
    return reading;
  }

  async function run(): Promise<Reading> {
    const { from } = lastMinutes(ground);
    if (!isEarly()) return glance(from);
    const needed = Math.max(from, neededFrom);
    const glanced = await glance(Math.max(from, readFrom ?? needed));
    if (glanced.outcome === 'failed') return glanced;
    readFrom ??= glanced.period.from;
    if (needed >= readFrom) return glanced;
    const older = await readOn({ from: needed, to: readFrom + OVERLAP_MS });
    if (older.outcome === 'failed') return older;
    readFrom = needed;
    return { ...glanced, period: { ...glanced.period, from: needed } };
  }

  async function next(): Promise<Reading> {
    if (first === 'none') first = 'reading';
    try {
      return await steady(ground, 'glance', run);
    } finally {
      first = 'over';
    }
  }

  const shared = createShared(next, clock.monotonic);
  return {
    after(atMs, since = neededFrom) {
      neededFrom = Math.min(neededFrom, since);
      return shared.after(atMs);
    },
    isFirst: () => first === 'reading',
  };
}
