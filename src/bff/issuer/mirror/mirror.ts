import type { IssuerTransaction, Period } from '../port.ts';
import { completeFor } from './complete-for.ts';
import { createSavePage, lastMinutes, type MirrorContext, type MirrorDeps } from './context.ts';
import type { UnclaimedQuery } from './mirror-store.ts';
import { createNewest, type Newest } from './newest.ts';
import { createCover, createProofs, type ProofRequest, readTwice } from './proof.ts';
import { endlessSearch, type Pages, type Reading, type ReadingOptions } from './reading.ts';
import { decryptRow, rowOfVoucher, voucherHash } from './row.ts';
import { createStoredRows } from './stored-rows.ts';

/** The issuer's rows in our own database, and the only reader that stores them. */
export interface Mirror extends Pick<Newest, 'after' | 'visibleRowIds' | 'readWindow' | 'idleMs' | 'freshness'> {
  /**
   * Reads everything that the issuer shows now of a period into the table: the newest rows again,
   * and the other parts if they were never read.
   */
  complete(period: Period): Promise<Reading>;
  /** Reads the parts of a period that were never read completely, after an outage or a stop. */
  cover(period: Period): Promise<Reading>;
  /** All stored rows of a voucher; `shown`: those that the issuer still shows. */
  rowsOf(ref: string, which?: 'all' | 'shown'): Promise<readonly IssuerTransaction[]>;
  /** The period (issuer's clock) for which every row of the merchant is stored; null if unknown. */
  completeFor(): Promise<Period | null>;
  /** Reads a whole period, newest first, and stores nothing. */
  scan(period: Period, options: Pick<ReadingOptions, 'signal' | 'onRows' | 'tooLong'>): Promise<Reading>;
  mids(period: Period): Promise<readonly string[]>;
  /** Stored rows that no operation has claimed. */
  unclaimed(query: UnclaimedQuery): Promise<readonly IssuerTransaction[]>;
  /**
   * Reads a period until it is certain which rows of the voucher the search shows. Callers share
   * one proof, which begins after the call and reads slowly while nothing else reads.
   */
  prove(request: ProofRequest): Promise<Reading>;
  /** As {@link Mirror.prove}, without a pause, because a person waits for the result. */
  proveNow(request: ProofRequest): Promise<Reading>;
  /** Reads a period once more, for rows that appear late; shared by all callers. */
  lookAgain(request: ProofRequest): Promise<Reading>;
  /** Reads a period until two passes agree, and records it as read. */
  readTwice(period: Period, lane?: 'list' | 'backfill'): Promise<Reading>;
  /** Reads a whole period; `onRows` receives each page as it arrives. */
  readPeriod(
    period: Period,
    lane: 'list' | 'day' | 'backfill',
    options?: Pick<ReadingOptions, 'signal' | 'onRows'>,
  ): Promise<Reading>;
  /**
   * Marks stored rows that a complete reading of their period did not show; one that appears again
   * is stored again. @returns how many
   */
  markGone(period: Period, visible: ReadonlySet<string>): Promise<number>;
  /** When the latest reading of the last minutes began, monotonic; null before the first. */
  windowMs(): number | null;
  /** Stores rows again when they are read next, because another shop may see them now. */
  forgetCached(): void;
  stop(): void;
}

export function createMirror(deps: MirrorDeps): Mirror {
  const { issuer, store, budget, keys, clock, rules } = deps;
  const storedRows = createStoredRows();
  const stopping = new AbortController();
  const { signal } = stopping;
  const pages: Pages = { issuer, budget, clock, saveRows: createSavePage(deps, storedRows), largest: 'many' };
  const context: MirrorContext = { ...deps, storedRows: storedRows, pages, signal };
  const quietly = (reading: Promise<Reading>) => reading.catch((error: unknown) => stopped(signal, error));
  const newest = createNewest(context, quietly);
  const proveSlowly = createProofs(context, 'apart');
  const proveNow = createProofs(context, 'at-once');
  const proveAgain = createProofs(context, 'one');
  const cover = createCover(context);

  return {
    after: newest.after,
    visibleRowIds: newest.visibleRowIds,
    async complete(period) {
      const { from } = lastMinutes(context);
      const older = { from: period.from, to: Math.min(period.to, from) };
      const [recent, before] = await Promise.all([
        period.to < from ? null : newest.complete(period),
        older.to > older.from ? quietly(cover(older)) : null,
      ]);
      const failed = [recent, before].find((reading) => reading?.outcome === 'failed');
      return (
        failed ?? before ?? recent ?? { outcome: 'ended', period, beganMs: clock.monotonic(), beganAt: clock.now() }
      );
    },
    cover: (period) => quietly(cover(period)),
    async rowsOf(ref, which) {
      const hash = voucherHash(keys, ref);
      return (await store.ofVoucher(hash, which)).map((row) => rowOfVoucher(row, hash, ref));
    },
    completeFor: () => completeFor(context, newest.latest()),
    scan: (period, options) => readPages(context, period, options),
    mids: store.mids,
    unclaimed: async (query) => (await store.unclaimed(query)).map((row) => decryptRow(keys, row)),
    prove(request) {
      newest.need();
      /* Regular full readings find rows that a pass missed. Without them, a proof pauses between
         its passes. */
      return quietly(newest.isFresh() ? proveNow(request) : proveSlowly(request));
    },
    proveNow(request) {
      newest.need();
      return quietly(proveNow(request));
    },
    lookAgain: (request) => quietly(proveAgain(request)),
    readWindow: newest.readWindow,
    readTwice: (period, lane = 'backfill') => quietly(readTwice(context, period, lane)),
    readPeriod: (period, lane, options = {}) => quietly(rules.readToEnd(pages, period, { signal, ...options, lane })),
    async markGone(period, visible) {
      const count = await store.markGone(period, visible, clock.now());
      /* Cached rows would not be written again. */
      if (count > 0) storedRows.forget(period.to + 1);
      return count;
    },
    idleMs: newest.idleMs,
    windowMs: () => newest.latest()?.beganMs ?? null,
    freshness: newest.freshness,
    forgetCached: () => storedRows.forget(Number.POSITIVE_INFINITY),
    stop: () => stopping.abort(new Error('the server is stopping')),
  };
}

/** Reads a period and stores nothing. */
function readPages(
  { rules, pages, signal }: Pick<MirrorContext, 'rules' | 'pages' | 'signal'>,
  period: Period,
  options: Parameters<Mirror['scan']>[1],
): Promise<Reading> {
  const either = options.signal ? AbortSignal.any([signal, options.signal]) : signal;
  const readOnlyPages = { ...pages, saveRows: async () => undefined };
  return rules
    .readToEnd(readOnlyPages, period, { ...options, lane: 'story', signal: either })
    .catch((error: unknown) => stopped(either, error));
}

function stopped(signal: AbortSignal, error: unknown): Reading {
  if (!signal.aborted) throw error;
  return { ...endlessSearch('the search was stopped'), trouble: null };
}
