import { issuerTime } from '../../../bff/issuer/issuer-time.ts';
import { pair } from '../../../bff/issuer/mirror/pairs.ts';
import type { ClockOffset, IssuerTransaction } from '../../../bff/issuer/port.ts';
import { evidenceOf } from '../../../bff/redemption/journal/evidence.ts';
import type { RefundRecord } from '../../../bff/redemption/journal/refund-store.ts';
import type { TenderRecord } from '../../../bff/redemption/journal/tender-store.ts';
import { balanceIfUsedUp, balanceWhenSent } from '../../../bff/redemption/operation/snapshot.ts';
import { readRemaining } from '../../../bff/redemption/tender/read-remaining.ts';
import { unitOf } from '../../../contract/money/money.ts';
import type { EvidenceLine } from '../../../contract/redemption/attention.ts';
import { isCounted } from '../../../contract/redemption/row-status.ts';
import type { CodeEntry } from '../../../contract/redemption/sale-facts.ts';
import type { StoryEventKind } from '../contract/story.ts';
import { CAPTURE_DELAY_MAX_MS } from './limits.ts';

/** Person and device of an event in this shop; null if the journal does not explain the event. */
export interface EventPerson {
  readonly person: string;
  readonly device: string;
  readonly receiptNo: string | null;
  readonly entry: CodeEntry | null;
  readonly evidence: readonly EvidenceLine[];
}

/** An event of a voucher. Times are the issuer's, milliseconds UTC. */
export interface StoryEvent {
  /** The issuer's id; for an event without one, our own. */
  readonly id: string;
  /** True if `id` is the issuer's. */
  readonly isRow: boolean;
  readonly what: StoryEventKind;
  readonly at: number;
  /** Possible error of the time, if it is that of our clock. */
  readonly errorMs: number;
  /** Minor units or items; null if unknown. */
  readonly value: number | null;
  /** The unit, see `unitOf`; null if unknown. */
  readonly unit: string | null;
  /** The shop's number; empty if unknown. */
  readonly mid: string;
  readonly own: boolean;
  readonly by: EventPerson | null;
  /** The capture that our refund reverses. */
  readonly givesBack: string | null;
  /** The known balance just before. */
  readonly before: number | null;
  readonly beforeAt: number | null;
  readonly after: number | null;
  /** How long before the event it was requested, if that is unusually long. */
  readonly lateMs: number | null;
  /** True if the redemption was recorded as not captured before its capture was found. */
  readonly wasFoundLate: boolean;
  /** True if the redemption used up the voucher, regardless of the captured amount. */
  readonly singleUse: boolean;
  /** The forfeited amount of a single-use voucher. */
  readonly forfeited: number | null;
  readonly cards: { readonly start: string; readonly end: string } | null;
}

/** An event with the minimal data. */
export const PLAIN_EVENT = {
  value: null,
  unit: null,
  mid: '',
  by: null,
  givesBack: null,
  before: null,
  beforeAt: null,
  after: null,
  lateMs: null,
  wasFoundLate: false,
  singleUse: false,
  forfeited: null,
  cards: null,
} as const;

const KINDS: Readonly<Record<IssuerTransaction['type'], StoryEventKind | null>> = {
  capture: 'redeemed',
  refund: 'refunded',
  other: 'checked',
  authorization: null,
};

/**
 * Converts rows of the issuer's search to events of one voucher. They contain the ref of no other
 * voucher. An authorization is no event, because it moves no money.
 */
export function eventsOfRows(rows: readonly IssuerTransaction[], shopMid: string | null): StoryEvent[] {
  const delays = lateness(rows);
  return rows.flatMap((row): StoryEvent[] => {
    const what = KINDS[row.type];
    if (what === null || !isCounted(row.status) || row.createdAt === null) return [];
    return [
      {
        ...PLAIN_EVENT,
        id: row.transactionId,
        isRow: true,
        what,
        at: row.createdAt,
        errorMs: 0,
        value: what === 'checked' ? null : valueIn(row),
        unit: what === 'checked' ? null : row.currency === '' ? 'items' : row.currency,
        mid: row.mid,
        own: shopMid !== null && row.mid === shopMid,
        lateMs: delays.get(row.transactionId) ?? null,
      },
    ];
  });
}

/**
 * Returns the amount of a row for the one voucher; if the row names several, its share is unknown.
 */
function valueIn({ vouchers, amount }: IssuerTransaction): number | null {
  const named = vouchers.find(({ ref }) => ref !== '');
  return named?.usingValue ?? (vouchers.length === 1 ? amount : null);
}

/** Returns how long before each capture its authorization was made, if that is unusually long. */
function lateness(rows: readonly IssuerTransaction[]): ReadonlyMap<string, number> {
  const mids = new Set(rows.map(({ mid }) => mid));
  const pairs = [...mids].flatMap((mid) =>
    pair(
      rows.flatMap(({ transactionId: id, type, amount, createdAt: at, ...row }) =>
        row.mid === mid && at !== null && (type === 'capture' || type === 'authorization')
          ? [{ id, type, amount, at }]
          : [],
      ),
    ),
  );
  return new Map(
    pairs.flatMap(([capture, { at }]) =>
      capture.at - at > CAPTURE_DELAY_MAX_MS ? [[capture.id, capture.at - at] as const] : [],
    ),
  );
}

export interface ShopOperations {
  readonly tenders: readonly TenderRecord[];
  readonly refunds: readonly RefundRecord[];
  /** The issuer's clock relative to ours. */
  readonly offset: ClockOffset | null;
  /** Further possible error of our times, in addition to that of the clock. */
  readonly errorMs: number;
}

/** Captures and refunds of our own journal. The issuer may or may not show a row for each. */
export function eventsOfJournal({ tenders, refunds, offset, errorMs }: ShopOperations): StoryEvent[] {
  const ours = { ...PLAIN_EVENT, isRow: true, own: true };
  const redemptions = tenders.flatMap((tender): StoryEvent[] => {
    const { capture } = tender.status;
    if (capture === null) return [];
    const dated = tender.facts.findLast(({ fact }) => CAPTURED.has(fact.kind))?.at ?? tender.status.changedAt;
    const clocks = tender.status.offset ?? offset;
    const at = issuerTime(Math.max(dated, tender.status.sentAt ?? 0), clocks);
    const unit = unitOf(tender.requested);
    const wasFoundLate = tender.facts.some(({ fact }) => fact.kind === 'late_capture');
    const value = capture.captured;
    return [
      {
        ...ours,
        id: capture.captureId,
        what: 'redeemed',
        at,
        errorMs: errorMs + (clocks?.errorMs ?? 0),
        value,
        unit,
        by: byOf(tender),
        wasFoundLate,
        ...detailsOf(tender),
      },
    ];
  });
  const back = refunds.flatMap((refund): StoryEvent[] => {
    const { refundId, changedAt } = refund.status;
    const { tender } = refund;
    if (refundId === null) return [];
    const clocks = refund.status.offset ?? offset;
    const at = issuerTime(changedAt, clocks);
    const wrongBy = errorMs + (clocks?.errorMs ?? 0);
    const { captured: value = null, captureId: givesBack = null } = tender.status.capture ?? {};
    const unit = unitOf(tender.requested);
    return [
      { ...ours, id: refundId, what: 'refunded', at, errorMs: wrongBy, value, unit, by: byOf(refund), givesBack },
    ];
  });
  return [...redemptions, ...back];
}

const CAPTURED: ReadonlySet<string> = new Set(['captured', 'captured_partial', 'late_capture']);

/**
 * Returns what is known about the balance around a redemption. Check and answer must not contradict
 * each other. Times are converted to the issuer's with the clock offset of that moment, because our
 * clock may have been set since. The error of the offset is subtracted, because an older balance
 * proves less.
 */
function detailsOf({ status, requested }: TenderRecord) {
  const { capture, snapshot, sentAt, offset } = status;
  const isDated = snapshot !== null && offset !== null && sentAt !== null && snapshot.at <= sentAt;
  const isKind = snapshot?.unit === unitOf(requested);
  const before = isKind ? balanceWhenSent(snapshot, sentAt) : null;
  const held = balanceIfUsedUp(snapshot, sentAt, requested);
  const isSingleUse = snapshot?.singleUse === true;
  const captured = capture?.captured ?? 0;
  const after = isSingleUse ? 0 : readRemaining(capture?.vouchers ?? [], requested);
  const agrees = isSingleUse || before === null || after === null || before - captured === after;
  return {
    before: agrees ? before : null,
    beforeAt: agrees && isDated ? issuerTime(snapshot.at, offset) - offset.errorMs : null,
    after: agrees ? after : null,
    singleUse: isSingleUse,
    forfeited: held !== null && held > captured ? held - captured : null,
  };
}

function byOf(operation: TenderRecord | RefundRecord): EventPerson {
  const { person, device, facts } = operation;
  const { receiptNo, entry } =
    'tender' in operation ? { receiptNo: operation.tender.receiptNo, entry: null } : operation;
  return { person: person.name, device: device.name, receiptNo, entry, evidence: evidenceOf(facts) };
}

/**
 * Merges events, each once, oldest first. A row provides the time and the amount; the journal
 * provides the person and the balances before and after.
 */
export function mergeEvents(rows: readonly StoryEvent[], journal: readonly StoryEvent[]): StoryEvent[] {
  const byId = new Map(journal.map((event) => [event.id, event]));
  const rowsById = new Map(rows.map((event) => [event.id, event]));
  const both = [...rowsById.values()].map((row): StoryEvent => {
    const recorded = byId.get(row.id);
    if (recorded === undefined) return row;
    const { by, givesBack, before, beforeAt, after, wasFoundLate, singleUse, forfeited } = recorded;
    const value = row.value ?? recorded.value;
    const around = { before, beforeAt, after, singleUse, forfeited };
    return { ...row, value, own: true, by, givesBack, wasFoundLate, ...around };
  });
  const alone = journal.filter(({ id }) => !rowsById.has(id));
  return inStoryOrder(redeemedFirst([...both, ...alone]));
}

/** Makes sure that no refund is dated before its capture, by adjusting times of our clock. */
function redeemedFirst(events: readonly StoryEvent[]): StoryEvent[] {
  const isGuess = ({ errorMs }: StoryEvent) => errorMs > 0;
  const rows = events.filter((event) => !isGuess(event));
  const backAt = new Map(rows.map(({ givesBack, at }) => [givesBack, at]));
  const captures = events.map((event) =>
    isGuess(event) ? { ...event, at: Math.min(event.at, backAt.get(event.id) ?? event.at) } : event,
  );
  const capturedAt = new Map<string | null, number>(captures.map(({ id, at }) => [id, at]));
  return captures.map((event) =>
    isGuess(event) ? { ...event, at: Math.max(event.at, capturedAt.get(event.givesBack) ?? event.at) } : event,
  );
}

const RANK: Readonly<Record<StoryEventKind, number>> = {
  issued: 0,
  activated: 1,
  checked: 2,
  redeemed: 3,
  refunded: 4,
  deactivated: 5,
};

/** Sorts oldest first; events of one instant in their usual order. */
export function inStoryOrder(events: readonly StoryEvent[]): StoryEvent[] {
  return [...events].sort(
    (a, b) => a.at - b.at || RANK[a.what] - RANK[b.what] || a.id.length - b.id.length || (a.id < b.id ? -1 : 1),
  );
}
