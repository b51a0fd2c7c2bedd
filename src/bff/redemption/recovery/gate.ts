import type { IssuerTransaction } from '../../issuer/port.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Gap, GapDevice, GapStore } from '../../platform/store/journal-gaps.ts';
import { isContestedRefund } from '../journal/refund-facts.ts';
import type { RefundRecord } from '../journal/refund-store.ts';
import { isContested, isRecovered } from '../journal/tender-facts.ts';
import type { TenderRecord } from '../journal/tender-store.ts';
import type { Doubt, LostRefunds, PerhapsRepeated, UncertainSale } from './doubt.ts';
import { CLOCK_CHANGE_IGNORED_MS, GATE_GAP_MARGIN_MS } from './limits.ts';
import type { MidCheck } from './mid-check.ts';
import { journalGap } from './problems.ts';

/** Decides whether this server may redeem: not while its journal may lack operations. */
export interface Gate {
  /**
   * @throws Problem 503 `journal-gap` while the shop is closed, or 409 `shop-stopped` while the
   * issuer names another mid
   */
  assertOpen(): void;
  /**
   * Checks that nothing is left to read about the latest gap, also if a manager ended it.
   * @throws Problem 503 `journal-gap` while the shop is closed, or until the issuer's rows of the
   * gap have been read; also those of {@link Gate.assertOpen}
   */
  assertRead(): void;
  /**
   * Checks that an id unknown to the journal is new.
   *
   * A request can wait in a network, or in a stalled server, for longer than the shop was closed.
   * So no id from a till that existed before the gap counts as new until the till has reported what
   * it remembers, and no id that it remembers ever does.
   * @throws Problem 503 `journal-gap`, also while the shop is closed
   */
  assertNew(id: string, deviceId: string): Promise<void>;
  /**
   * Returns the earliest time (our clock) when an unknown id may have been sent; null if the id is
   * new. Programs, and tills enrolled since a gap, have no record to report, so the issuer's rows
   * of the gap decide.
   * @throws Problem 503 `journal-gap` while those rows cannot be read
   */
  perhapsSentSince(requested: PerhapsRepeated): Promise<number | null>;
  /**
   * Checks that a caller may learn that an unknown id never arrived.
   * @throws Problem 503 `journal-gap` while the shop is closed; after a gap that a manager ended,
   * until this till has reported what it remembers; and while a capture of the gap is unexplained,
   * for callers that have no record of it and for ids that a till remembers and that could not be
   * restored
   */
  assertNeverArrived(id: string, deviceId: string): Promise<void>;
  /**
   * True if the journal may lack a redemption of a sale.
   * @param devices tills that may have redeemed for the sale
   */
  isSaleInDoubt(sale: UncertainSale, devices: readonly string[]): Promise<boolean>;
  /**
   * Finds refunds that may have refunded a tender and that the journal lacks. Only a tender from
   * before the latest gap may have such refunds.
   * @throws Problem 503 `journal-gap` while the issuer's rows of the gap cannot be read
   */
  lostRefunds(tender: TenderRecord): Promise<LostRefunds>;
  /**
   * True if nothing may be concluded about an open refund until a manager decides or rows are read.
   */
  isRefundUndecidable(refund: RefundRecord): boolean;
  /** True if a row that fits a refund from before the gap may be another tender's. */
  isRefundAmbiguous(refund: RefundRecord, row: IssuerTransaction): Promise<boolean>;
  /** The gap that keeps the shop closed; null while it is open. */
  closedFor(): Gap | null;
  /**
   * True if the journal may have lost a request sent this long ago. If so, no attempt counts as the
   * first.
   */
  mayHaveLost(sentAgoMs: number): boolean;
  /** True if the shop was closed at some time within the last `agoMs`. */
  wasClosedSince(agoMs: number): boolean;
  /**
   * Returns the start (our clock) of the period whose captures tills may still explain, so that
   * nothing can be concluded from them; null if there is none.
   */
  undecidableSince(): number | null;
  /**
   * True if nothing may be concluded about an open tender. Until all tills have reported what they
   * remember, a row of the issuer may belong to a tender that the journal had lost. If it may
   * belong to two known tenders, a person decides.
   */
  isUndecidable(tender: TenderRecord): boolean;
  /**
   * True if a row that fits a tender may belong to another one. That tender may have been sent by a
   * program and lost by the journal, so a person assigns the row.
   */
  isAmbiguous(tender: TenderRecord): boolean;
  /**
   * True if a tender was begun before the latest gap. For such a tender, the journal may lack an
   * attempt.
   */
  isFromBefore(tender: TenderRecord): boolean;
  /**
   * True if the journal may have lost facts of an operation, because it began before the latest
   * gap.
   */
  mayLackFacts(operation: Pick<TenderRecord, 'createdAt'>): boolean;
  /** The reason why the shop is still closed; null while it is open. */
  progress(): Promise<GapProgress | null>;
}

/** The remaining steps until the shop opens by itself. */
export interface GapProgress {
  readonly gap: Gap;
  /** The share of the issuer's transactions since the gap that has been read, from 0 to 1. */
  readonly read: number;
  /**
   * Time (our clock) until which the issuer may still act on earlier requests; null if it has
   * passed.
   */
  readonly actsUntil: number | null;
  /** Tills that were in use before the gap and have not reported yet. */
  readonly awaited: readonly GapDevice[];
  /** Redemptions that tills reported and that are not settled. */
  readonly unsettled: number;
}

export interface GateMemory {
  readonly latest: () => Gap | null;
  /** When this process first saw the latest gap, monotonic, because wall clocks can be set. */
  readonly seenMs: () => number;
  /** Time when this server first saw the end of that gap, monotonic. */
  readonly endedMs: () => number;
  /** True if programs may have redeemed in the latest gap. */
  readonly hadPrograms: () => boolean;
  readonly assertMidAgreed: MidCheck['assertAgreed'];
  refresh(): Promise<Gap | null>;
}

export interface GateMemoryDeps {
  readonly gaps: Pick<GapStore, 'latest' | 'hadPrograms'>;
  readonly midCheck: Pick<MidCheck, 'refresh' | 'assertAgreed'>;
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly log: Logger;
}

export function createGateMemory({ gaps, midCheck, clock, log }: GateMemoryDeps): GateMemory {
  let currentGap: Gap | null = null;
  let seenMs = 0;
  let gapClosedMs = 0;
  let hadPrograms = false;
  return {
    latest: () => currentGap,
    seenMs: () => seenMs,
    endedMs: () => gapClosedMs,
    hadPrograms: () => hadPrograms,
    assertMidAgreed: midCheck.assertAgreed,
    async refresh() {
      await midCheck.refresh();
      try {
        const latest = await gaps.latest();
        const isOther = latest?.id !== currentGap?.id;
        if (isOther) {
          seenMs = clock.monotonic();
          hadPrograms = latest !== null && (await gaps.hadPrograms(latest));
        }
        if (latest?.endedAt != null && (isOther || currentGap?.endedAt == null)) gapClosedMs = clock.monotonic();
        currentGap = latest;
      } catch (error) {
        log.warn(describeError(error), 'failed to read whether the journal has a gap');
      }
      return currentGap;
    },
  };
}

interface GateParts {
  /** True while captures since the gap wait for tills to explain them. */
  readonly isHolding: () => boolean;
  /** True if tills still have to report what they remember. */
  readonly isAwaiting: () => boolean;
  readonly progress: (gap: Gap) => Promise<GapProgress>;
  /** True if a till still has to report for a gap, ended or not. */
  readonly isAwaited: (gap: Gap, deviceId: string) => Promise<boolean>;
  /**
   * True if a till has reported what it remembers of a gap. Some of the reported redemptions may
   * not have been restored.
   */
  readonly hasReported: (gap: Gap, deviceId: string) => Promise<boolean>;
  /**
   * True if a till remembers a redemption that the journal had lost. If the journal lacks it now,
   * it could not be restored.
   */
  readonly isRemembered: (id: string) => Promise<boolean>;
  /** True if the device has a record of the time before a gap. */
  readonly remembers: (gap: Gap, deviceId: string) => Promise<boolean>;
  readonly doubt: Doubt;
}

export function createGate(
  memory: GateMemory,
  clock: Pick<Clock, 'now' | 'monotonic'>,
  { isHolding, isAwaiting, progress, isAwaited, hasReported, isRemembered, remembers, doubt }: GateParts,
): Gate {
  const closedFor = () => {
    const gap = memory.latest();
    return gap?.endedAt === null ? gap : null;
  };
  const wasBefore = (agoMs: number, at: number, atMs: number) =>
    clock.now() - agoMs < at || (clock.now() - at < CLOCK_CHANGE_IGNORED_MS && clock.monotonic() - agoMs < atMs);
  const isBefore = ({ createdAt, facts }: TenderRecord, { foundAt }: Gap) => createdAt < foundAt || isRecovered(facts);
  async function lostRefunds(tender: TenderRecord): Promise<LostRefunds> {
    const gap = memory.latest();
    return gap !== null && isBefore(tender, gap) ? doubt.ofRefund(gap, tender) : { rows: [], isSure: false };
  }
  return {
    lostRefunds,
    closedFor,
    async assertNeverArrived(id, deviceId) {
      const gap = memory.latest();
      if (gap === null) return;
      if (gap.endedAt === null || (await isAwaited(gap, deviceId))) throw journalGap();
      const hasTillRecord = (await remembers(gap, deviceId)) && !(await isRemembered(id));
      if (!hasTillRecord && (await doubt.isAnyOpen(gap))) throw journalGap();
    },
    async isSaleInDoubt(sale, devices) {
      const gap = memory.latest();
      if (gap === null) return false;
      if (gap.endedAt === null) return true;
      for (const device of devices) if (await isAwaited(gap, device)) return true;
      return doubt.ofSale(gap, sale);
    },
    async perhapsSentSince(requested) {
      const gap = memory.latest();
      if (gap === null || (await remembers(gap, requested.deviceId))) return null;
      return (await doubt.ofVoucher(gap, requested)) ? gap.fromAt : null;
    },
    isRefundUndecidable({ facts, createdAt }) {
      const gap = memory.latest();
      const isUnread = gap !== null && createdAt < gap.foundAt && (gap.endedAt === null || !doubt.isRead(gap));
      return isUnread || isContestedRefund(facts);
    },
    async isRefundAmbiguous({ tender, createdAt }, { transactionId }) {
      const gap = memory.latest();
      if (gap === null || createdAt >= gap.foundAt) return false;
      const { rows, isSure } = await lostRefunds(tender);
      return !isSure && rows.some((row) => row.transactionId === transactionId);
    },
    assertOpen() {
      if (closedFor()) throw journalGap();
      memory.assertMidAgreed();
    },
    assertRead() {
      const gap = memory.latest();
      if (gap !== null && (gap.endedAt === null || !doubt.isRead(gap))) throw journalGap();
      memory.assertMidAgreed();
    },
    async assertNew(id, deviceId) {
      const gap = memory.latest();
      if (gap === null) return;
      if (gap.endedAt === null || !(await hasReported(gap, deviceId)) || (await isRemembered(id))) throw journalGap();
    },
    mayHaveLost(sentAgoMs) {
      const gap = memory.latest();
      return (
        gap !== null && wasBefore(sentAgoMs, gap.foundAt + GATE_GAP_MARGIN_MS, memory.seenMs() + GATE_GAP_MARGIN_MS)
      );
    },
    wasClosedSince(agoMs) {
      const gap = memory.latest();
      return gap !== null && (gap.endedAt === null || wasBefore(agoMs, gap.endedAt, memory.endedMs()));
    },
    undecidableSince() {
      const gap = closedFor();
      return gap !== null && isHolding() ? gap.fromAt : null;
    },
    isFromBefore(tender) {
      const gap = memory.latest();
      return gap !== null && isBefore(tender, gap);
    },
    mayLackFacts({ createdAt }) {
      const gap = memory.latest();
      return gap !== null && createdAt < gap.foundAt;
    },
    isAmbiguous(tender) {
      const gap = memory.latest();
      return gap !== null && memory.hadPrograms() && isBefore(tender, gap);
    },
    isUndecidable: ({ facts }) => isContested(facts) || (closedFor() !== null && isAwaiting()),
    async progress() {
      const gap = closedFor();
      return gap && progress(gap);
    },
  };
}
