import { LIMITS } from '../../contract/limits.ts';
import type { IssuerTransaction, Period } from '../issuer/port.ts';
import { createKeep, type Ground, lastMinutes, limitOf, type MirrorDeps, steady } from './ground.ts';
import { createKnown } from './known.ts';
import type { UnclaimedQuery } from './mirror-store.ts';
import { createCover, createProofs, type ProofAsked, readTwice } from './proof.ts';
import { endless, type Pages, pageOf, type Reading, type ReadingOptions } from './reading.ts';
import { openedRow, rowAbout, voucherHash } from './row.ts';
import { createShared } from './shared.ts';
import { createWindows } from './window.ts';

/** The issuer's rows in our own database, and the one reader that keeps them. */
export interface Mirror {
  /** A glance at the newest rows that began at `atMs` (monotonic) or later; all who wait for one share it. */
  after(atMs: number): Promise<Reading>;
  /**
   * Ids of the rows of a voucher that search shows now, for telling later what was there before.
   * @returns null where that is not known: no glance could be had, or the last minutes were not read in full lately
   */
  seen(ref: string): Promise<readonly string[] | null>;
  /** Reads what of a period was never read to its end: after an outage, or a stop. */
  cover(period: Period): Promise<Reading>;
  /** Every kept row of a voucher. */
  rowsOf(ref: string): Promise<readonly IssuerTransaction[]>;
  /** Mids that kept rows of a period name. */
  mids(period: Period): Promise<readonly string[]>;
  /** Kept rows that no operation has claimed. */
  unclaimed(query: UnclaimedQuery): Promise<readonly IssuerTransaction[]>;
  /** Reads a period so that what is not among the rows of the voucher then is not in the search; begins after it was asked for, and is shared. */
  prove(asked: ProofAsked): Promise<Reading>;
  /** Reads the last minutes in full. */
  readWindow(): Promise<Reading>;
  /** Reads a period until two passes agree, and notes it as read. */
  readTwice(period: Period): Promise<Reading>;
  /** Reads a period to its end; `onRows` gets each page as it comes. */
  readPeriod(period: Period, lane: 'list' | 'day' | 'backfill', options?: Pick<ReadingOptions, 'signal' | 'onRows'>): Promise<Reading>;
  /** The newest rows of a period, as many as one page holds; null where they could not be had. */
  firstPage(period: Period, signal?: AbortSignal): Promise<readonly IssuerTransaction[] | null>;
  /** How long ago somebody needed the newest rows, milliseconds; null when nobody did so far. */
  idleMs(): number | null;
  /** When the last full reading of the last minutes began, monotonic; null before the first. */
  windowMs(): number | null;
  /** Stops reading. */
  stop(): void;
}

/** A window that began so long ago is shared by who needs one. */
const WINDOW_SHARED_MS = 10_000;

export function createMirror(deps: MirrorDeps): Mirror {
  const { issuer, store, budget, keys, clock, rules } = deps;
  const known = createKnown();
  const stopping = new AbortController();
  const { signal } = stopping;
  const pages: Pages = { issuer, budget, clock, keep: createKeep(deps, known), largest: 'many' };
  const ground: Ground = { ...deps, known, pages, signal };
  const windows = createWindows(ground);
  const prove = createProofs(ground);
  const cover = createCover(ground);
  const glance = () => rules.glance(pages, known, lastMinutes(ground), { signal, tooLong: limitOf(ground, LIMITS.readingMaxMs) });
  const glances = createShared(() => steady(ground, glance), clock.monotonic);
  let neededMs: number | null = null;

  const isFresh = () => {
    const beganMs = windows.beganMs();
    return rules.isFresh(beganMs === null ? null : clock.monotonic() - beganMs);
  };
  const need = () => {
    neededMs = clock.monotonic();
  };
  const quietly = (reading: Promise<Reading>) => reading.catch((error: unknown) => stopped(signal, error));

  return {
    after(atMs) {
      need();
      return quietly(glances.after(atMs));
    },
    async seen(ref) {
      need();
      const freshWindow = isFresh() ? null : quietly(windows.after(clock.monotonic() - WINDOW_SHARED_MS));
      const [glanced] = await Promise.all([quietly(glances.after(clock.monotonic())), freshWindow]);
      if (glanced.outcome === 'failed' || !isFresh()) return null;
      return known.ofVoucher(voucherHash(keys, ref));
    },
    cover: (period) => quietly(cover(period)),
    async rowsOf(ref) {
      const hash = voucherHash(keys, ref);
      return (await store.ofVoucher(hash)).map((row) => rowAbout(row, hash, ref));
    },
    mids: store.mids,
    unclaimed: async (query) => (await store.unclaimed(query)).map((row) => openedRow(keys, row)),
    prove(asked) {
      need();
      return quietly(prove(asked));
    },
    readWindow: () => quietly(windows.after(clock.monotonic())),
    readTwice: (period) => quietly(readTwice(ground, period, 'backfill')),
    readPeriod: (period, lane, options = {}) => quietly(rules.readToEnd(pages, period, { signal, ...options, lane })),
    async firstPage(period, given = signal) {
      const page = await pageOf(pages, period, 0, 'few', { lane: 'list', signal: given });
      return page.outcome === 'rows' ? page.rows : page.outcome === 'end' ? [] : null;
    },
    idleMs: () => neededMs && clock.monotonic() - neededMs,
    windowMs: windows.beganMs,
    stop: () => stopping.abort(new Error('the server is stopping')),
  };
}

function stopped(signal: AbortSignal, error: unknown): Reading {
  if (!signal.aborted) throw error;
  return { ...endless('the server is stopping'), trouble: null };
}
