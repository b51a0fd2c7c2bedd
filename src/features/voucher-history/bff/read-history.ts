import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import type { Mirror } from '../../../bff/issuer/mirror/mirror.ts';
import type { Issuer, IssuerTransaction, Period } from '../../../bff/issuer/port.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { LookupResult } from '../../../bff/redemption/check/lookups.ts';
import type { Journals } from '../../../bff/redemption/journal/journals.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { eventsOfJournal, eventsOfRows, inStoryOrder, mergeEvents, type StoryEvent } from './events.ts';
import type { HistoryBaseline, StoryVoucher } from './explain-history.ts';
import { CONTINUABLE_MS } from './limits.ts';
import { type OwnEventsDeps, ownEventsOf } from './own-events.ts';
import { type HistoryProgress } from './token.ts';

export interface HistoryDeps extends Pick<Ports, 'shop' | 'clock'>, Pick<OwnEventsDeps, 'voucherEvents'> {
  readonly issuer: Pick<Issuer, 'clockOffset'>;
  readonly mirror: Pick<Mirror, 'rowsOf' | 'completeFor'>;
  readonly journals: Pick<Journals, 'tenders' | 'refunds'>;
  /** How far back the issuer's search is read, milliseconds. */
  readonly historyMs: number;
}

/** All known data about a voucher, including what was read back. */
export interface HistoryData {
  readonly events: readonly StoryEvent[];
  readonly baseline: HistoryBaseline;
  /** Start (our clock) of an unsettled operation of this shop on the voucher. */
  readonly openSince: number | null;
  /** Time (issuer's clock) up to which rows are included; null if unknown. */
  readonly until: number | null;
  /** The period (issuer's clock) that can still be read back; null for none. */
  readonly unread: Period | null;
}

/**
 * Combines rows, facts, activations and issues, in this order: our own rows, those of the account's
 * other shops, those that were read back. It sends no request to the issuer.
 */
export async function readHistory(
  deps: HistoryDeps,
  lookup: LookupResult,
  { carried, sequence }: { readonly carried: HistoryProgress; readonly sequence: string | null },
): Promise<HistoryData> {
  const { journals, shop, mirror, issuer } = deps;
  const { ref } = lookup;
  const offset = issuer.clockOffset();
  const [mid, rows, tenders, refunds, holder, completePeriod, own] = await Promise.all([
    journals.tenders.mid(shop),
    mirror.rowsOf(ref, 'shown'),
    journals.tenders.ofVoucher(shop, ref),
    journals.refunds.ofVoucher(shop, ref),
    journals.tenders.holder(shop, ref),
    mirror.completeFor(),
    ownEventsOf({ ...deps, offset }, { ref, sequence }),
  ]);
  const back = carried.events.map((event) => ({ ...event, own: mid !== null && event.mid === mid }));
  const visible = [...back, ...eventsOfRows(rows, mid)];
  const journalEvents = eventsOfJournal({ tenders, refunds, offset, errorMs: LIMITS.candidatePadMs });
  const isOpen = holder !== null;
  const completeSince =
    completePeriod === null ? null : Math.min(completePeriod.from, carried.readFrom ?? completePeriod.from);
  return {
    events: inStoryOrder([...mergeEvents(visible, journalEvents), ...own]),
    baseline: { now: nowOf(lookup), first: firstOf(lookup, own), isOpen, completeSince },
    openSince: holder?.since ?? null,
    until: completePeriod === null ? null : Math.min(completePeriod.to, ...rows.map(undecidedSince)),
    unread: unreadOf(deps, carried, completePeriod),
  };
}

/** Returns the time of a row that the issuer is processing: it may become an event at that time. */
function undecidedSince({ status, createdAt }: IssuerTransaction): number {
  return status === 'pending' && createdAt !== null ? createdAt : Number.POSITIVE_INFINITY;
}

function nowOf({ isAbsent, state, at }: LookupResult): HistoryBaseline['now'] {
  if (isAbsent) return 'absent';
  if (state === null) return null;
  const { status, holds, unit, singleUse, remaining } = state;
  const isConfirmed = remaining !== null;
  const now: StoryVoucher = { status, holds, unit, singleUse, isConfirmed, at };
  return now;
}

/**
 * Returns the initial balance: as this shop issued the voucher, else according to the catalogue.
 */
function firstOf({ state }: LookupResult, own: readonly StoryEvent[]): number | null {
  const issued = own.find(({ what }) => what === 'issued');
  const unit = state?.unit ?? null;
  if (issued !== undefined && issued.value !== null && (unit === null || issued.unit === unit)) return issued.value;
  return state?.faceValue ?? null;
}

function unreadOf(
  { issuer, clock, historyMs }: HistoryDeps,
  carried: HistoryProgress,
  completePeriod: Period | null,
): Period | null {
  /* Our clock may have been set back since the issuer's last answer. */
  const now = Math.max(issuerTime(clock.now(), issuer.clockOffset()), completePeriod?.to ?? 0);
  /* Stored rows of other shops get older while the history is open. */
  const to = carried.readFrom ?? (completePeriod === null ? now : Math.min(now, completePeriod.from + CONTINUABLE_MS));
  const from = now - historyMs;
  return to <= from || carried.events.length >= LIMITS.storyRowsMax ? null : { from, to };
}
