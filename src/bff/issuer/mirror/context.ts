import { LIMITS } from '../../../contract/access/limits.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock } from '../../platform/base/ports.ts';
import { isStillSo, issuerTime, latestIssuerTime } from '../issuer-time.ts';
import type { Issuer, IssuerTransaction, Period } from '../port.ts';
import type { Budget, BudgetLane } from './budget.ts';
import { type MirrorRules, VISIBLE_WITHIN_MS } from './mirror-rules.ts';
import type { MirrorStore } from './mirror-store.ts';
import { type Pages, pageOf, type Reading } from './reading.ts';
import { mirrored, printOf } from './row.ts';
import type { StoredRows } from './stored-rows.ts';

export interface MirrorDeps {
  readonly issuer: Pick<Issuer, 'searchPage' | 'clockOffset'>;
  readonly store: MirrorStore;
  readonly budget: Budget;
  readonly keys: Pick<Keys, 'hash' | 'seal' | 'open'>;
  readonly clock: Clock;
  /** Our mid; null until an answer has contained it. */
  readonly mid: () => Promise<string | null>;
  readonly rules: MirrorRules;
}

export interface MirrorContext extends MirrorDeps {
  readonly known: StoredRows;
  readonly pages: Pages;
  readonly signal: AbortSignal;
}

/**
 * The length that is read in full each time. It covers rows that may appear between one window and
 * the next, which are a minute apart at most.
 */
export const WINDOW_LENGTH_MS = VISIBLE_WITHIN_MS + 60_000;

/** How long rows of other shops are stored. */
export const OTHER_SHOPS_MS = 2 * 24 * 60 * 60_000;

/**
 * Returns the newest period of the search. The end is fixed here. It lies ahead as far as the rows'
 * clock may be ahead of the clock of the answers.
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

/** Records the part of a completely read period that is old enough to get no more rows. */
export async function note(
  { issuer, store, rules }: MirrorContext,
  { from, to }: Period,
  { beganAt }: { readonly beganAt: number },
): Promise<void> {
  const until = Math.min(to, rules.shownUntil(issuerTime(beganAt, issuer.clockOffset())));
  if (until > from) await store.noteSpan({ kind: 'span', period: { from, to: until }, beganAt });
}

/**
 * The first answer, or the first since our clock was set, shows which period should have been read:
 * it is then read again. Before the very first answer, one page is enough to learn that, instead of
 * the last minutes of a busy merchant.
 */
export async function steady(context: MirrorContext, lane: BudgetLane, read: () => Promise<Reading>): Promise<Reading> {
  const { issuer, pages, signal } = context;
  if (issuer.clockOffset() === null) {
    const first = await pageOf(pages, lastMinutes(context), 0, 'few', { lane, signal });
    if (first.outcome === 'failed') return first;
  }
  const before = issuer.clockOffset();
  const reading = await read();
  return isStillSo(before, issuer.clockOffset()) ? reading : read();
}

/** Stores rows that are new or changed; rows that are cached unchanged cost nothing. */
export function createSavePage({ store, keys, clock, mid }: MirrorDeps, storedRows: StoredRows): Pages['keep'] {
  let shopMid: string | null = null;
  return async (rows) => {
    const news: IssuerTransaction[] = [];
    const prints: string[] = [];
    for (const row of rows) {
      const print = printOf(row);
      if (storedRows.isKept(row.transactionId, print)) continue;
      news.push(row);
      prints.push(print);
    }
    if (news.length === 0) return;
    shopMid ??= await mid();
    const saved = news.map((row) => mirrored(keys, row, shopMid));
    await store.save(saved, clock.now());
    saved.forEach(({ transactionId, createdAt, vouchers }, index) =>
      storedRows.keep(transactionId, {
        print: prints[index] ?? '',
        hashes: vouchers.map(({ hash }) => hash),
        createdAt,
      }),
    );
  };
}
