import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import { OTHER_SHOPS_MS } from '../../../bff/issuer/mirror/context.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { within } from '../../../bff/platform/base/within.ts';
import type { LookupResult, Lookups } from '../../../bff/redemption/check/lookups.ts';
import { inStoryOrder } from './events.ts';
import { type ExplainedHistory, explainHistory } from './explain-history.ts';
import { readBack } from './read-back.ts';
import { type HistoryData, type HistoryDeps, lookupTime, readHistory } from './read-history.ts';
import type { CarriedHistory } from './token.ts';

export interface BuildDeps extends HistoryDeps {
  readonly mirror: HistoryDeps['mirror'] & Pick<Mirror, 'complete' | 'scan' | 'after'>;
  readonly looks: Pick<Lookups, 'lookAt'>;
}

/** Reads a part further back, and adds the result. */
export async function goneOn(deps: BuildDeps, lookup: LookupResult, carried: CarriedHistory, signal: AbortSignal) {
  const { unread } = await readHistory(deps, lookup, { carried, sequence: null });
  if (unread === null) return { carried, isAway: false };
  const { lengthMs } = carried;
  const mid = await deps.journals.tenders.mid(deps.shop);
  const read = await readBack({ ...deps, mid }, lookup.ref, { period: unread, lengthMs, signal });
  const all = [...new Map([...carried.events, ...read.events].map((event) => [event.id, event])).values()];
  const { readFrom, isAway } = read;
  return { carried: { ...carried, events: inStoryOrder(all), readFrom, lengthMs: read.lengthMs }, isAway };
}

const READS_MS = 2_000;

export interface BuiltHistory {
  readonly gathered: HistoryData;
  readonly told: ExplainedHistory;
  /** The lookup behind the history. */
  readonly state: LookupResult;
}

/**
 * Builds a history from the stored data. If the last days have not been read yet, or something is
 * missing that the newest rows may explain, it queries the issuer once and is built again.
 */
export async function buildHistory(
  deps: BuildDeps,
  lookup: LookupResult,
  about: { readonly carried: CarriedHistory; readonly sequence: string | null },
): Promise<BuiltHistory> {
  const first = await readHistory(deps, lookup, about);
  const explained = explainHistory(first.events, first.ground);
  const isOld = isOlder(deps, first, explained, lookup);
  const rows = lookup.isAbsent ? null : readMissingRows(deps, first, explained, lookup);
  if (!isOld && rows === null) return { gathered: first, told: explained, state: lookup };
  const [newer] = await Promise.all([isOld ? deps.looks.lookAt(lookup.ref) : lookup, rows]);
  const state = newer.state === null ? lookup : newer;
  const data = await readHistory(deps, state, about);
  return { gathered: data, told: explainHistory(data.events, data.ground), state };
}

/** Returns the rows to read first; null if the time is covered. */
function readMissingRows(
  deps: BuildDeps,
  { ground, until }: HistoryData,
  { missing, cause }: ExplainedHistory,
  lookup: LookupResult,
): Promise<unknown> | null {
  const { clock, mirror, issuer } = deps;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const from = now - OTHER_SHOPS_MS;
  if (ground.completeSince === null || ground.completeSince > from + SLACK_MS)
    return within(clock, READS_MS, mirror.complete({ from, to: now }));
  const isLacking = missing !== null || cause === 'unexplained';
  const isBehind = until === null || until < lookupTime(deps, lookup);
  return isLacking && isBehind ? within(clock, READS_MS, mirror.after(clock.monotonic())) : null;
}

/** Stored rows of other shops end a little later than two days ago. */
const SLACK_MS = 60_000;

/**
 * True if something may have happened to it after the lookup. Times alone do not decide: those of
 * rows may be behind.
 */
function isOlder(
  deps: BuildDeps,
  { events }: HistoryData,
  { isCurrent }: ExplainedHistory,
  lookup: LookupResult,
): boolean {
  if (lookup.isAbsent) return false;
  if (lookup.state?.remaining != null && !isCurrent) return true;
  const since = lookupTime(deps, lookup);
  const isMove = ({ what }: (typeof events)[number]) => what === 'redeemed' || what === 'refunded';
  return events.some((event) => isMove(event) && event.at > since);
}
