import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import { OTHER_SHOPS_MS } from '../../../bff/issuer/mirror/limits.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { waitAtMost } from '../../../bff/platform/base/wait-at-most.ts';
import type { LookupResult, Lookups } from '../../../bff/redemption/check/lookups.ts';
import { inStoryOrder } from './events.ts';
import { type ExplainedHistory, explainHistory } from './explain-history.ts';
import { DELETION_MARGIN_MS, ISSUER_READING_MAX_MS } from './limits.ts';
import { readBack } from './read-back.ts';
import { type HistoryData, type HistoryDeps, readHistory } from './read-history.ts';
import type { HistoryProgress } from './token.ts';

export interface BuildDeps extends HistoryDeps {
  readonly mirror: HistoryDeps['mirror'] & Pick<Mirror, 'complete' | 'scan' | 'after'>;
  readonly lookups: Pick<Lookups, 'lookAt'>;
}

/** Reads a part further back, and adds the result. */
export async function continueHistory(
  deps: BuildDeps,
  lookup: LookupResult,
  carried: HistoryProgress,
  signal: AbortSignal,
) {
  const { unread } = await readHistory(deps, lookup, { carried, sequence: null });
  if (unread === null) return { carried, isUnavailable: false };
  const { lengthMs } = carried;
  const mid = await deps.journals.tenders.mid(deps.shop);
  const read = await readBack({ ...deps, mid }, lookup.ref, { period: unread, lengthMs, signal });
  const all = [...new Map([...carried.events, ...read.events].map((event) => [event.id, event])).values()];
  const { readFrom, isUnavailable } = read;
  return { carried: { ...carried, events: inStoryOrder(all), readFrom, lengthMs: read.lengthMs }, isUnavailable };
}

export interface BuiltHistory {
  readonly data: HistoryData;
  readonly explanation: ExplainedHistory;
  /** The lookup behind the history. */
  readonly lookup: LookupResult;
}

/**
 * Builds a history from the stored data. If the last days have not been read yet, or the newest
 * rows may explain a difference, it queries the issuer once and builds the history again.
 */
export async function buildHistory(
  deps: BuildDeps,
  lookup: LookupResult,
  about: { readonly carried: HistoryProgress; readonly sequence: string | null },
): Promise<BuiltHistory> {
  const first = await readHistory(deps, lookup, about);
  const explained = explainHistory(first.events, first.baseline);
  const isOld = mayBeOutdated(first, explained, lookup);
  const rows = lookup.isAbsent ? null : readMissingRows(deps, first, explained, lookup);
  if (!isOld && rows === null) return { data: first, explanation: explained, lookup };
  const [newer] = await Promise.all([isOld ? deps.lookups.lookAt(lookup.ref) : lookup, rows]);
  const state = newer.state === null ? lookup : newer;
  const data = await readHistory(deps, state, about);
  return { data, explanation: explainHistory(data.events, data.baseline), lookup: state };
}

/** Returns the rows to read first; null if the time is covered. */
function readMissingRows(
  deps: BuildDeps,
  { baseline, until }: HistoryData,
  { missing, cause }: ExplainedHistory,
  lookup: LookupResult,
): Promise<unknown> | null {
  const { clock, mirror, issuer } = deps;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const from = now - OTHER_SHOPS_MS;
  if (baseline.completeSince === null || baseline.completeSince > from + DELETION_MARGIN_MS)
    return waitAtMost(clock, ISSUER_READING_MAX_MS, mirror.complete({ from, to: now }));
  const isLacking = missing !== null || cause === 'unexplained';
  const isBehind = until === null || until < lookup.at;
  return isLacking && isBehind ? waitAtMost(clock, ISSUER_READING_MAX_MS, mirror.after(clock.monotonic())) : null;
}

/** True if an event may be newer than the lookup. A clock may lag, so times alone do not decide. */
function mayBeOutdated({ events }: HistoryData, { isCurrent }: ExplainedHistory, lookup: LookupResult): boolean {
  if (lookup.isAbsent) return false;
  if (lookup.state?.remaining != null && !isCurrent) return true;
  const isMove = ({ what }: (typeof events)[number]) => what === 'redeemed' || what === 'refunded';
  return events.some((event) => isMove(event) && event.at > lookup.at);
}
