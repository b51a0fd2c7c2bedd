import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import { OTHER_SHOPS_MS } from '../../../bff/issuer/mirror/context.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import { within } from '../../../bff/platform/base/within.ts';
import type { Looks, LookupResult } from '../../../bff/redemption/check/lookups.ts';
import { inStoryOrder } from './events.ts';
import { type GatherDeps, type Gathered, gather, lookedAt } from './gather.ts';
import { readBack } from './read-back.ts';
import { type ToldStory, tellStory } from './story.ts';
import type { ToldSoFar } from './token.ts';

export interface TellDeps extends GatherDeps {
  readonly mirror: GatherDeps['mirror'] & Pick<Mirror, 'complete' | 'scan' | 'after'>;
  readonly looks: Pick<Looks, 'lookAt'>;
}

/** Reads a part further back, and adds the result. */
export async function goneOn(deps: TellDeps, looked: LookupResult, carried: ToldSoFar, signal: AbortSignal) {
  const { unread } = await gather(deps, looked, { carried, sequence: null });
  if (unread === null) return { carried, isAway: false };
  const { lengthMs } = carried;
  const mid = await deps.journals.tenders.mid(deps.shop);
  const read = await readBack({ ...deps, mid }, looked.ref, { period: unread, lengthMs, signal });
  const all = [...new Map([...carried.events, ...read.events].map((event) => [event.id, event])).values()];
  const { readFrom, isAway } = read;
  return { carried: { ...carried, events: inStoryOrder(all), readFrom, lengthMs: read.lengthMs }, isAway };
}

const READS_MS = 2_000;

export interface GatheredStory {
  readonly gathered: Gathered;
  readonly told: ToldStory;
  /** The lookup behind the history. */
  readonly state: LookupResult;
}

/**
 * Builds a history from the stored data. If the last days have not been read yet, or something is
 * missing that the newest rows may explain, it queries the issuer once and is built again.
 */
export async function toldWith(
  deps: TellDeps,
  looked: LookupResult,
  about: { readonly carried: ToldSoFar; readonly sequence: string | null },
): Promise<GatheredStory> {
  const first = await gather(deps, looked, about);
  const told = tellStory(first.events, first.ground);
  const isOld = isOlder(deps, first, told, looked);
  const rows = looked.isAbsent ? null : rowsWanted(deps, first, told, looked);
  if (!isOld && rows === null) return { gathered: first, told, state: looked };
  const [newer] = await Promise.all([isOld ? deps.looks.lookAt(looked.ref) : looked, rows]);
  const state = newer.state === null ? looked : newer;
  const gathered = await gather(deps, state, about);
  return { gathered, told: tellStory(gathered.events, gathered.ground), state };
}

/** Returns the rows to read first; null if the time is covered. */
function rowsWanted(
  deps: TellDeps,
  { ground, until }: Gathered,
  { missing, cause }: ToldStory,
  looked: LookupResult,
): Promise<unknown> | null {
  const { clock, mirror, issuer } = deps;
  const now = issuerTime(clock.now(), issuer.clockOffset());
  const from = now - OTHER_SHOPS_MS;
  if (ground.completeSince === null || ground.completeSince > from + SLACK_MS)
    return within(clock, READS_MS, mirror.complete({ from, to: now }));
  const isLacking = missing !== null || cause === 'unexplained';
  const isBehind = until === null || until < lookedAt(deps, looked);
  return isLacking && isBehind ? within(clock, READS_MS, mirror.after(clock.monotonic())) : null;
}

/** Stored rows of other shops end a little later than two days ago. */
const SLACK_MS = 60_000;

/**
 * True if something may have happened to it after the lookup. Times alone do not decide: those of
 * rows may be behind.
 */
function isOlder(deps: TellDeps, { events }: Gathered, { isCurrent }: ToldStory, looked: LookupResult): boolean {
  if (looked.isAbsent) return false;
  if (looked.state?.remaining != null && !isCurrent) return true;
  const since = lookedAt(deps, looked);
  const isMove = ({ what }: (typeof events)[number]) => what === 'redeemed' || what === 'refunded';
  return events.some((event) => isMove(event) && event.at > since);
}
