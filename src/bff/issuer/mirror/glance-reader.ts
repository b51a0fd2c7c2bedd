import { LIMITS } from '../../../contract/access/limits.ts';
import type { IssuerTransaction, Period } from '../port.ts';
import { lastMinutes, limitOf, type MirrorContext, rereadOnClockChange } from './context.ts';
import { GLANCE_READER_NEWEST_MS, GLANCE_READER_OVERLAP_MS, RESTART_AFTER_MS, SLICE_MS } from './limits.ts';
import { isTooLarge, type Reading } from './reading.ts';
import { createShared } from './shared.ts';
import type { Windows } from './window.ts';

type CompleteReading = Extract<Reading, { outcome: 'ended' }>;

/** Reads the newest rows: one glance for all callers that wait at the same time. */
export interface GlanceReader {
  /** See `Mirror.after`. */
  after(atMs: number, since?: number): Promise<Reading>;
}

/**
 * Creates the reader of one process. Until the last minutes were read in full, which is impossible
 * for a busy merchant with too many rows, a glance reads only as far back as its caller needs. A
 * later glance that needs more continues from that point.
 */
export function createGlanceReader(
  context: MirrorContext,
  windows: Pick<Windows, 'fullMs' | 'isTooMuch'>,
): GlanceReader {
  const { storedRows, pages, rules, signal, clock } = context;
  /** Start of the period whose rows were all read, before any full window; issuer's clock. */
  let readFrom: number | null = null;
  let readMs = Number.NEGATIVE_INFINITY;
  /** The earliest time that a waiting caller needs. */
  let neededFrom = Number.POSITIVE_INFINITY;

  const options = () => ({ signal, tooLong: limitOf(context, LIMITS.readingMaxMs) });

  async function readOlder(period: Period): Promise<Reading> {
    const met = new Set<string>();
    const onRows = (rows: readonly IssuerTransaction[]) => rows.forEach(({ transactionId }) => met.add(transactionId));
    const reading = await rules.readToEnd(pages, period, { ...options(), lane: 'glance', onRows });
    if (reading.outcome === 'ended') storedRows.end(met);
    return reading;
  }

  /**
   * Continues to an earlier point, in slices: if a slice fails, the rows of earlier slices stay.
   */
  async function readOn(glanced: CompleteReading, from: number): Promise<Reading> {
    let reached = readFrom ?? glanced.period.from;
    while (reached > from) {
      const slice = { from: Math.max(from, reached - SLICE_MS), to: reached + GLANCE_READER_OVERLAP_MS };
      const older = await readOlder(slice);
      if (older.outcome === 'failed') return older;
      reached = slice.from;
      readFrom = reached;
    }
    return { ...glanced, period: { ...glanced.period, from: reached } };
  }

  async function run(): Promise<Reading> {
    const { from, to } = lastMinutes(context);
    const glance = async (since: number) => {
      const glanced = await rules.glance(pages, storedRows, { from: since, to }, options());
      return isTooLarge(glanced) ? readOlder({ from: since, to }) : glanced;
    };
    if (windows.fullMs() !== null && !windows.isTooMuch()) {
      readFrom = null;
      neededFrom = Number.POSITIVE_INFINITY;
      return glance(from);
    }
    readFrom = readFrom === null || clock.monotonic() - readMs > RESTART_AFTER_MS ? null : Math.max(from, readFrom);
    const newest = to - LIMITS.candidatePadMs - GLANCE_READER_NEWEST_MS;
    const glanced = await glance(readFrom ?? Math.max(from, Math.min(newest, neededFrom)));
    if (glanced.outcome === 'failed') return glanced;
    readFrom ??= glanced.period.from;
    readMs = glanced.beganMs;
    const needed = Math.max(from, neededFrom);
    neededFrom = Number.POSITIVE_INFINITY;
    return readOn(glanced, needed);
  }

  const shared = createShared(() => rereadOnClockChange(context, 'glance', run), clock.monotonic);
  return {
    after(atMs, since = Number.POSITIVE_INFINITY) {
      neededFrom = Math.min(neededFrom, since);
      return shared.after(atMs);
    },
  };
}
