import { LIMITS } from '../../../contract/access/limits.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { isOffsetUnchanged, issuerTime, latestIssuerTime } from '../issuer-time.ts';
import type { Issuer, IssuerTransaction, Period } from '../port.ts';
import type { Budget, BudgetLane } from './budget.ts';
import { type MirrorRules, VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { MirrorStore } from './mirror-store.ts';
import { type Pages, pageOf, type Reading } from './reading.ts';
import { fingerprintText, toMirrorRow } from './row.ts';
import type { StoredRows } from './stored-rows.ts';

export interface MirrorDeps {
  readonly issuer: Pick<Issuer, 'searchPage' | 'clockOffset'>;
  readonly store: MirrorStore;
  readonly budget: Budget;
  readonly keys: Pick<Keys, 'hash' | 'seal' | 'open'>;
  readonly clock: Clock;
  /** The mids of this server's shops of the account; null while one is unknown. */
  readonly ownMids: () => Promise<readonly string[] | null>;
  readonly rules: MirrorRules;
}

export interface MirrorContext extends MirrorDeps {
  readonly storedRows: StoredRows;
  readonly pages: Pages;
  readonly signal: AbortSignal;
}

/**
 * The length of the last minutes that a window reads in full. It covers rows that appear late, and
 * a minute between two windows.
 */
export const WINDOW_LENGTH_MS = VISIBLE_WITHIN_MS + 60_000;

/**
 * Returns the newest period of the search. Its end lies in the future, because the clock of the
 * rows may be ahead of the clock of the answers.
 */
export function lastMinutes({ issuer, clock }: MirrorContext): Period {
  const offset = issuer.clockOffset();
  const errorMs = offset?.errorMs ?? LIMITS.candidatePadMs;
  return {
    from: issuerTime(clock.now(), offset) - WINDOW_LENGTH_MS - errorMs,
    to: latestIssuerTime(clock.now(), offset) + LIMITS.candidatePadMs,
  };
}

/** Returns a function that is true once a reading that begins now has taken too long. */
export function limitOf({ clock }: MirrorContext, mostMs: number): () => boolean {
  const beganMs = clock.monotonic();
  return () => clock.monotonic() - beganMs > mostMs;
}

/** Records the part of a completely read period that can get no more late rows. */
export async function noteFinalPart(
  { issuer, store, rules }: MirrorContext,
  { from, to }: Period,
  { beganAt }: { readonly beganAt: number },
): Promise<void> {
  const until = Math.min(to, rules.shownUntil(issuerTime(beganAt, issuer.clockOffset())));
  if (until > from) await store.noteSpan({ kind: 'span', period: { from, to: until }, beganAt });
}

/**
 * Reads again if an answer shows that the issuer's clock differs from the assumed one: the first
 * answer, or the first after our clock was set. Before the very first answer, only one page is read
 * to learn the offset, not the last minutes of a busy merchant.
 */
export async function rereadOnClockChange(
  context: MirrorContext,
  lane: BudgetLane,
  read: () => Promise<Reading>,
): Promise<Reading> {
  const { issuer, pages, signal } = context;
  if (issuer.clockOffset() === null) {
    const first = await pageOf(pages, lastMinutes(context), 0, 'few', { lane, signal });
    if (first.outcome === 'failed') return first;
  }
  const before = issuer.clockOffset();
  const reading = await read();
  return isOffsetUnchanged(before, issuer.clockOffset()) ? reading : read();
}

/** Stores rows that are new or changed; rows that are cached unchanged are skipped. */
export function createSavePage({ store, keys, clock, ownMids }: MirrorDeps, storedRows: StoredRows): Pages['saveRows'] {
  return async (rows) => {
    const news: IssuerTransaction[] = [];
    const prints: string[] = [];
    for (const row of rows) {
      const print = fingerprintText(row);
      if (storedRows.isStored(row.transactionId, print)) continue;
      news.push(row);
      prints.push(print);
    }
    if (news.length === 0) return;
    const mids = await ownMids();
    const saved = news.map((row) => toMirrorRow(keys, row, mids));
    await store.save(saved, clock.now());
    saved.forEach(({ transactionId, createdAt, vouchers }, index) =>
      storedRows.noteStored(transactionId, {
        print: prints[index] ?? '',
        hashes: vouchers.map(({ hash }) => hash),
        createdAt,
      }),
    );
  };
}
