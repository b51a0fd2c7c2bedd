import type { IssuerTransaction, Period } from '../issuer/port.ts';
import { completeFor } from './complete-for.ts';
import { createGlances, type Glances } from './glances.ts';
import { createKeep, lastMinutes, type MirrorDeps, type MirrorGround } from './ground.ts';
import { createKnown } from './known.ts';
import type { UnclaimedQuery } from './mirror-store.ts';
import { createCover, createProofs, type ProofAsked, readTwice } from './proof.ts';
import { endless, type Pages, type Reading, type ReadingOptions } from './reading.ts';
import { openedRow, rowAbout, voucherHash } from './row.ts';
import { createWindows, type Windows } from './window.ts';

/** The issuer's rows in our own database, and the one reader that keeps them. */
export interface Mirror {
  /**
   * A glance at the newest rows that began at `atMs` (monotonic) or later; all who wait for one
   * share it. Before the last minutes were ever read in full it reads them, or no further back than
   * the oldest `since` (milliseconds UTC of the issuer's clock) that somebody needs rows from.
   */
  after(atMs: number, since?: number): Promise<Reading>;
  /**
   * Ids of the rows of a voucher that search shows now, for telling later what was there before.
   * @returns null where that is not known: no glance could be had, or the last minutes were not
   * read in full lately
   */
  seen(ref: string): Promise<readonly string[] | null>;
  /**
   * Makes everything be in the table that the issuer shows now of a period: the newest rows anew,
   * and what of the rest was never read.
   */
  complete(period: Period): Promise<Reading>;
  /** Reads what of a period was never read to its end: after an outage, or a stop. */
  cover(period: Period): Promise<Reading>;
  /** Every kept row of a voucher; `shown`: that the issuer still shows. */
  rowsOf(ref: string, which?: 'all' | 'shown'): Promise<readonly IssuerTransaction[]>;
  /**
   * From when to when (issuer's clock) every row of the merchant is kept; null where that cannot be
   * said.
   */
  completeFor(): Promise<Period | null>;
  /** Reads a period to its end, the newest first, and keeps nothing of it. */
  scan(period: Period, options: Pick<ReadingOptions, 'signal' | 'onRows' | 'tooLong'>): Promise<Reading>;
  /** Mids that kept rows of a period name. */
  mids(period: Period): Promise<readonly string[]>;
  /** Kept rows that no operation has claimed. */
  unclaimed(query: UnclaimedQuery): Promise<readonly IssuerTransaction[]>;
  /**
   * Reads a period so that what is not among the rows of the voucher then is not in the search;
   * begins after it was asked for, and is shared.
   */
  prove(asked: ProofAsked): Promise<Reading>;
  /** Reads the last minutes in full. */
  readWindow(): Promise<Reading>;
  /** Reads a period until two passes agree, and notes it as read. */
  readTwice(period: Period, lane?: 'list' | 'backfill'): Promise<Reading>;
  /** Reads a period to its end; `onRows` gets each page as it comes. */
  readPeriod(
    period: Period,
    lane: 'list' | 'day' | 'backfill',
    options?: Pick<ReadingOptions, 'signal' | 'onRows'>,
  ): Promise<Reading>;
  /**
   * Marks kept rows of a period that a complete reading of it did not show; one that is shown again
   * is kept anew. @returns how many
   */
  markGone(period: Period, shown: ReadonlySet<string>): Promise<number>;
  /** How long ago somebody needed the newest rows, milliseconds; null when nobody did so far. */
  idleMs(): number | null;
  /** When the last full reading of the last minutes began, monotonic; null before the first. */
  windowMs(): number | null;
  /**
   * Until when (our clock, milliseconds UTC) what the issuer showed is in the table, null before
   * anything is; whether the issuer gave no usable answer since.
   */
  freshness(): Freshness;
  /** Stops reading. */
  stop(): void;
}

export interface Freshness {
  readonly until: number | null;
  readonly isAway: boolean;
}

/** A window that began so long ago is shared by who needs one. */
const WINDOW_SHARED_MS = 10_000;

export function createMirror(deps: MirrorDeps): Mirror {
  const { issuer, store, budget, keys, clock, rules } = deps;
  const known = createKnown();
  const stopping = new AbortController();
  const { signal } = stopping;
  const pages: Pages = { issuer, budget, clock, keep: createKeep(deps, known), largest: 'many' };
  const ground: MirrorGround = { ...deps, known, pages, signal };
  const windows: Windows = createWindows(ground, () => glances.isFirst());
  const prove = createProofs(ground);
  const cover = createCover(ground);
  const glances: Glances = createGlances(ground, windows);
  let neededMs: number | null = null;

  const isFresh = () => {
    const beganMs = windows.beganMs();
    return rules.isFresh(beganMs === null ? null : clock.monotonic() - beganMs);
  };
  const need = () => {
    neededMs = clock.monotonic();
  };
  const quietly = (reading: Promise<Reading>) => reading.catch((error: unknown) => stopped(signal, error));
  let fresh: Freshness = { until: null, isAway: false };
  /** Readings of the newest rows say how new the table is. */
  async function newest(asked: Promise<Reading>): Promise<Reading> {
    const reading = await quietly(asked);
    if (reading.outcome === 'ended') fresh = { until: Math.max(fresh.until ?? 0, reading.beganAt), isAway: false };
    else fresh = { ...fresh, isAway: reading.trouble === null };
    return reading;
  }

  /** A glance, and the last minutes in full where that was not done lately. */
  async function readNewest(): Promise<Reading> {
    need();
    const freshWindow = isFresh() ? null : newest(windows.after(clock.monotonic() - WINDOW_SHARED_MS));
    /* A glance before the first of them would read as much as it does. */
    const first = windows.beganMs() === null ? await freshWindow : null;
    if (first?.outcome === 'failed') return first;
    const [glanced] = await Promise.all([newest(glances.after(clock.monotonic())), freshWindow]);
    return glanced;
  }

  return {
    after(atMs, since) {
      need();
      return newest(
        since === undefined && windows.beganMs() === null ? windows.after(atMs) : glances.after(atMs, since),
      );
    },
    async seen(ref) {
      const glanced = await readNewest();
      if (glanced.outcome === 'failed' || !isFresh()) return null;
      return known.ofVoucher(voucherHash(keys, ref));
    },
    async complete(period) {
      const { from } = lastMinutes(ground);
      const older = { from: period.from, to: Math.min(period.to, from) };
      const [recent, before] = await Promise.all([
        period.to < from ? null : readNewest(),
        older.to > older.from ? quietly(cover(older)) : null,
      ]);
      if (recent?.outcome === 'ended' && !isFresh())
        return { ...endless('the last minutes could not be read in full'), trouble: null };
      const failed = [recent, before].find((reading) => reading?.outcome === 'failed');
      return (
        failed ?? before ?? recent ?? { outcome: 'ended', period, beganMs: clock.monotonic(), beganAt: clock.now() }
      );
    },
    cover: (period) => quietly(cover(period)),
    async rowsOf(ref, which) {
      const hash = voucherHash(keys, ref);
      return (await store.ofVoucher(hash, which)).map((row) => rowAbout(row, hash, ref));
    },
    completeFor: () => completeFor(ground, windows.latest()),
    scan: (period, options) => scan(ground, period, options),
    mids: store.mids,
    unclaimed: async (query) => (await store.unclaimed(query)).map((row) => openedRow(keys, row)),
    prove(asked) {
      need();
      return quietly(prove(asked));
    },
    readWindow: () => newest(windows.after(clock.monotonic())),
    readTwice: (period, lane = 'backfill') => quietly(readTwice(ground, period, lane)),
    readPeriod: (period, lane, options = {}) => quietly(rules.readToEnd(pages, period, { signal, ...options, lane })),
    async markGone(period, shown) {
      const count = await store.markGone(period, shown, clock.now());
      /* What is remembered as kept as it is would not be written again. */
      if (count > 0) known.forget(period.to + 1);
      return count;
    },
    idleMs: () => neededMs && clock.monotonic() - neededMs,
    windowMs: windows.beganMs,
    freshness: () => fresh,
    stop: () => stopping.abort(new Error('the server is stopping')),
  };
}

/** Reads a period, and keeps nothing of it. */
function scan(
  { rules, pages, signal }: Pick<MirrorGround, 'rules' | 'pages' | 'signal'>,
  period: Period,
  options: Parameters<Mirror['scan']>[1],
): Promise<Reading> {
  const either = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
  const kept = { ...pages, keep: async () => undefined };
  return rules
    .readToEnd(kept, period, { ...options, lane: 'story', signal: either })
    .catch((error: unknown) => stopped(either, error));
}

function stopped(signal: AbortSignal, error: unknown): Reading {
  if (!signal.aborted) throw error;
  return { ...endless('it was stopped'), trouble: null };
}
