import { LIMITS } from '../../../contract/access/limits.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import { lastMinutes, limitOf, type MirrorGround, steady } from './ground.ts';
import { isTooLarge, type Reading } from './reading.ts';
import { createShared } from './shared.ts';
import type { Windows } from './window.ts';

/** Pieces overlap by as much as the issuer's times may be cut by. */
const OVERLAP_MS = 1_000;
/** Who needs no rows of a time of a busy merchant gets those of the last seconds. */
const NEWEST_MS = 5_000;
/** After so long without one, a glance of a busy merchant begins anew and joins no other. */
const APART_MS = 20_000;
/** What is older is read in slices of so long. */
const SLICE_MS = 30_000;

type EndedReading = Extract<Reading, { outcome: 'ended' }>;

/** Glances at the newest rows, of which all share one who wait for it. */
export interface Glances {
  /** See `Mirror.after`. */
  after(atMs: number, since?: number): Promise<Reading>;
}

/**
 * Glances of one process. While the last minutes are not read in full, before the first time and
 * where a busy merchant has too many rows in them, a glance reads only as far back as somebody
 * needs, and one that needs more reads on from there.
 */
export function createGlances(ground: MirrorGround, windows: Pick<Windows, 'fullMs' | 'isTooMuch'>): Glances {
  const { known, pages, rules, signal, clock } = ground;
  /** From when on the newest rows were read to their end, while no window was; issuer's clock. */
  let readFrom: number | null = null;
  let readMs = Number.NEGATIVE_INFINITY;
  /** The furthest that somebody needs who waits. */
  let neededFrom = Number.POSITIVE_INFINITY;

  const options = () => ({ signal, tooLong: limitOf(ground, LIMITS.readingMaxMs) });

  async function readOlder(period: Period): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const reading = await rules.readToEnd(pages, period, { ...options(), lane: 'glance', onRows });
    if (reading.outcome === 'ended') known.end(met);
    return reading;
  }

  /** Reads on to an older point, in slices: what was read stays where the next one fails. */
  async function readOn(glanced: EndedReading, from: number): Promise<Reading> {
    let reached = readFrom ?? glanced.period.from;
    while (reached > from) {
      const slice = { from: Math.max(from, reached - SLICE_MS), to: reached + OVERLAP_MS };
      const older = await readOlder(slice);
      if (older.outcome === 'failed') return older;
      reached = slice.from;
      readFrom = reached;
    }
    return { ...glanced, period: { ...glanced.period, from: reached } };
  }

  async function run(): Promise<Reading> {
    const { from, to } = lastMinutes(ground);
    const glance = async (since: number) => {
      const glanced = await rules.glance(pages, known, { from: since, to }, options());
      return isTooLarge(glanced) ? readOlder({ from: since, to }) : glanced;
    };
    if (windows.fullMs() !== null && !windows.isTooMuch()) {
      readFrom = null;
      neededFrom = Number.POSITIVE_INFINITY;
      return glance(from);
    }
    readFrom = readFrom === null || clock.monotonic() - readMs > APART_MS ? null : Math.max(from, readFrom);
    const newest = to - LIMITS.candidatePadMs - NEWEST_MS;
    const glanced = await glance(readFrom ?? Math.max(from, Math.min(newest, neededFrom)));
    if (glanced.outcome === 'failed') return glanced;
    readFrom ??= glanced.period.from;
    readMs = glanced.beganMs;
    const needed = Math.max(from, neededFrom);
    neededFrom = Number.POSITIVE_INFINITY;
    return readOn(glanced, needed);
  }

  const shared = createShared(() => steady(ground, 'glance', run), clock.monotonic);
  return {
    after(atMs, since = Number.POSITIVE_INFINITY) {
      neededFrom = Math.min(neededFrom, since);
      return shared.after(atMs);
    },
  };
}
