import { magnitude, sameKind } from '../../contract/money.ts';
import type { ClockOffset, Issuer, IssuerTransaction } from '../issuer/port.ts';
import type { CaptureFact } from '../journal/facts.ts';
import type { Journal, TenderRecord } from '../journal/store.ts';
import type { Clock } from '../ports.ts';
import { balanceExplained, candidatePeriod, issuerTime, type Wanted, weigh } from './candidates.ts';
import { decide, type Evidence } from './rules.ts';
import { readPeriodTwice } from './scan.ts';

export interface SettleDeps {
  readonly journal: Journal;
  readonly issuer: Issuer;
  readonly clock: Clock;
  /** W: how late the issuer may still act plus how long its search may lag, milliseconds. */
  readonly settleWindowMs: number;
}

/** What settling remembers of one tender between two questions. It lives in memory: a restart begins it anew, which only makes it wait longer. */
export interface Watch {
  readonly startedMs: number;
  readonly nothingSinceMs: number | null;
  /** Wall clock less monotonic clock at the last question; a change means that the wall clock was set. */
  readonly clockGapMs: number;
}

/** Wall clocks are slewed and rounded by less than this in ordinary life. */
const CLOCK_JUMP_MS = 2_000;

/** Starts the memory of one tender's settling, now. */
export function beginWatch(clock: Clock): Watch {
  return { startedMs: clock.monotonic(), nothingSinceMs: null, clockGapMs: clock.now() - clock.monotonic() };
}

/**
 * Asks the issuer once about a tender whose outcome is not known, and writes what {@link decide} makes of the answer.
 * @returns the tender as it then stands, and what to remember for the next question
 * @throws when the journal cannot be written; nothing is lost, the next question starts from the journal
 */
export async function settleOnce(
  deps: SettleDeps,
  tender: TenderRecord,
  watch: Watch,
  signal?: AbortSignal,
): Promise<{ tender: TenderRecord; watch: Watch }> {
  const { journal, clock, settleWindowMs } = deps;
  const evidence = await gather(deps, tender, signal);
  const clockGapMs = clock.now() - clock.monotonic();
  const decision = decide(evidence, {
    nowMs: clock.monotonic(),
    startedMs: watch.startedMs,
    settleWindowMs,
    withManager: tender.standing.state === 'manager',
    nothingSinceMs: watch.nothingSinceMs,
    clockJumped: Math.abs(clockGapMs - watch.clockGapMs) > CLOCK_JUMP_MS,
  });
  const next: Watch = { ...watch, clockGapMs, nothingSinceMs: decision.do === 'wait' ? decision.nothingSinceMs : null };
  switch (decision.do) {
    case 'capture':
      return { tender: (await journal.capture(tender, captureFact(tender, decision.row))) ?? tender, watch: next };
    case 'manager':
      return { tender: await journal.append(tender, { kind: 'manager', reason: decision.reason }), watch: next };
    case 'not-captured':
      return { tender: await journal.append(tender, { kind: 'not_captured', reason: decision.reason }), watch: next };
    case 'wait':
      return { tender, watch: next };
    default:
      return decision satisfies never;
  }
}

/** One complete scan and, where it alone does not decide, the balance. */
async function gather({ issuer, journal, clock }: SettleDeps, tender: TenderRecord, signal?: AbortSignal): Promise<Evidence> {
  const wanted = await wantedOf(journal, tender, issuer.clockOffset());
  const scan = await readPeriodTwice(
    issuer,
    candidatePeriod(wanted.sentAt, issuerTime(clock.now(), issuer.clockOffset()), wanted.errorMs),
    signal,
  );
  if (scan.outcome !== 'found') return null;
  const ids = scan.value.map(({ transactionId }) => transactionId);
  const weighed = weigh(wanted, scan.value, await journal.claimed(tender.shop, ids), issuerTime(clock.now(), issuer.clockOffset()));
  if (weighed.verdict !== 'nothing' && weighed.verdict !== 'likely') return { weighed, balanceExplained: false };
  const supposed = weighed.verdict === 'likely' ? weighed.row.transactionId : null;
  return { weighed, balanceExplained: await isBalanceExplained({ issuer, tender, wanted, rows: scan.value, supposed }, signal) };
}

async function wantedOf(journal: Journal, tender: TenderRecord, offsetNow: ClockOffset | null): Promise<Wanted> {
  const { sentAt, snapshot, offset: offsetThen } = tender.standing;
  const offset = offsetThen ?? offsetNow;
  return {
    ref: tender.ref,
    requested: tender.requested,
    snapshot,
    sentAt: issuerTime(sentAt ?? tender.createdAt, offset),
    errorMs: offset?.errorMs ?? 0,
    mid: await journal.mid(tender.shop),
  };
}

interface Balance {
  readonly issuer: Issuer;
  readonly tender: TenderRecord;
  readonly wanted: Wanted;
  readonly rows: readonly IssuerTransaction[];
  /** Id of the row that the balance is asked about; null when it is asked whether anything happened at all. */
  readonly supposed: string | null;
}

async function isBalanceExplained({ issuer, tender, wanted, rows, supposed }: Balance, signal?: AbortSignal): Promise<boolean> {
  const checked = await issuer.checkByRef(tender.ref, signal);
  if (checked.outcome !== 'found' || checked.value.remaining === null) return false;
  const { remaining } = checked.value;
  if (!sameKind(remaining, tender.requested)) return false;
  return balanceExplained(wanted, rows, magnitude(remaining), issuer.clockOffset(), supposed);
}

/** A row that fits is a capture of exactly what was asked. */
function captureFact(tender: TenderRecord, row: IssuerTransaction): CaptureFact {
  return {
    kind: 'captured',
    captureId: row.transactionId,
    authorizationId: null,
    captured: magnitude(tender.requested),
    evidence: 'search',
    refundHandle: null,
    vouchers: [],
  };
}
