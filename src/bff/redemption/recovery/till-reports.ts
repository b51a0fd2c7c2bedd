import type { JournalStatus, TillReport, TillZ } from '../../../contract/redemption/journal.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { describeError } from '../../platform/base/logging.ts';
import type { Random } from '../../platform/base/ports.ts';
import type { Caller, DeviceCaller } from '../../platform/http/caller.ts';
import { Problem } from '../../platform/http/problem.ts';
import type { Gap, GapStore } from '../../platform/store/journal-gaps.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { tooEarly } from '../operation/problems.ts';
import type { Gate, GateMemory } from './gate.ts';
import type { Opening } from './opening.ts';
import type { Recovery } from './recovery.ts';
import type { ReportedTills } from './reported-tills.ts';
import type { Tags } from './tags.ts';
import { gapStartsAt } from './watch-journal.ts';

export interface TillReportsDeps extends Pick<Ports, 'clock' | 'log' | 'audit'> {
  readonly memory: GateMemory;
  readonly gate: Pick<Gate, 'closedFor' | 'mayHaveLost' | 'wasClosedSince'>;
  readonly gaps: GapStore;
  readonly opening: Pick<Opening, 'hasRead'>;
  readonly recovery: Pick<Recovery, 'restoreUnconfirmed' | 'restoreCaptured' | 'contestAll'>;
  readonly reportedTills: Pick<ReportedTills, 'note'>;
  readonly tags: Pick<Tags, 'agoMs'>;
  readonly journal: Pick<TenderJournal, 'read'>;
  /** Id of the journal; empty if it has none. */
  readonly journalId: () => Promise<string>;
  readonly settleWindowMs: number;
  /** Burns numbers of closed shifts that a till received and the journal lacks. */
  readonly burnLost: (by: Caller, lostZs: readonly TillZ[]) => Promise<void>;
  readonly random: Pick<Random, 'uuid'>;
}

/** Handles reports from tills, and a manager's decision about a gap. */
export interface TillReports {
  status(caller: DeviceCaller): Promise<JournalStatus>;
  /**
   * Handles what a till remembers. If the till knows redemptions that are missing from the journal,
   * the shop closes: their tags prove that they were confirmed. Redemptions that the till sent
   * without an answer count until it has reported for the latest gap.
   */
  handleReport(caller: Caller, report: TillReport): Promise<JournalStatus>;
  /**
   * A manager reopens the shop although not everything is explained.
   * @throws Problem `too-early` while the issuer may still act on earlier requests
   */
  overrule(caller: Caller, gapId: string, note: string): Promise<void>;
}

export function createTillReports(deps: TillReportsDeps): TillReports {
  const { memory, gate, gaps, recovery, reportedTills, journal, audit, clock, log } = deps;

  async function journalStatus({ device }: DeviceCaller): Promise<JournalStatus> {
    const gap = memory.latest();
    const awaitsThisTill = gap !== null && (await gaps.isAwaited(gap, device.id));
    const id = await deps.journalId();
    if (gap === null || gap.endedAt !== null) return { id, closed: null, awaited: awaitsThisTill };
    return { id, closed: { gap: gap.id, since: new Date(gap.foundAt).toISOString(), awaitsThisTill } };
  }

  async function close(caller: Caller, agoMs: number): Promise<void> {
    const now = clock.now();
    const fromAt = gapStartsAt(now - agoMs, now);
    const gap = await gaps.note({ id: deps.random.uuid(), reason: 'till-remembers', fromAt, foundAt: now });
    await memory.refresh();
    await audit.write({ by: caller, action: 'data.gap-found', subject: gap.id, details: { reason: gap.reason } });
    log.error(
      { deviceId: caller.device.id },
      'a till remembers redemptions that the journal lacks: redeeming is paused until they are reviewed',
    );
  }

  /**
   * Restores the redemptions of a report.
   * @returns the ids that could not be restored; and a flag if the till has to report again,
   * because a redemption of the same voucher is being sent
   */
  async function recover(
    caller: Caller,
    { wishes, taken }: Pick<TillReport, 'wishes' | 'taken'>,
    gap: Gap,
    isAwaited: boolean,
  ): Promise<{ readonly lacking: readonly string[]; readonly isEarly: boolean }> {
    const lacking: string[] = [];
    let isEarly = false;
    for (const one of taken) {
      if ((await journal.read(caller.shop, one.id)) !== null) continue;
      await gaps.remember(gap.id, one.id);
      if (!(await recovery.restoreCaptured(caller, one, gap))) lacking.push(one.id);
    }
    for (const operation of wishes) {
      if (gate.wasClosedSince(operation.sentAgoMs)) await gaps.remember(gap.id, operation.id);
      if (!isAwaited || !gate.mayHaveLost(operation.sentAgoMs)) continue;
      try {
        if (!(await recovery.restoreUnconfirmed(caller, operation, gap))) isEarly = true;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        /* For example, a voucher link that cannot be looked up now. The till reports it again. */
        log.warn(describeError(error), 'failed to recover a redemption reported by a till');
        lacking.push(operation.id);
      }
    }
    return { lacking, isEarly };
  }

  return {
    status: journalStatus,
    async handleReport(caller, report) {
      if (report.journal !== (await deps.journalId())) return journalStatus(caller);
      /* Written before the report counts as complete. */
      if (report.closings !== undefined) await deps.burnLost(caller, report.closings);
      const answered = await provedAnswers(deps.tags, caller, report);
      const agoMs = gate.closedFor() ? null : await lackingAgo(deps, caller, answered);
      if (agoMs !== null) await close(caller, agoMs);
      const gap = memory.latest();
      if (gap === null) return journalStatus(caller);
      /* The order matters: a row that is not found after a completed reading is missing. */
      const hasRead = deps.opening.hasRead();
      const isAwaited = await gaps.isAwaited(gap, caller.device.id);
      const redeemed = report.taken.filter(({ id }) => answered.has(id));
      const { lacking, isEarly } = await recover(caller, { wishes: report.wishes, taken: redeemed }, gap, isAwaited);
      reportedTills.note(gap, caller.device.id);
      /* A till also reports for a gap that a manager ended. Until it has reported, the server does
         not declare any of its ids as never arrived. */
      if (!isEarly && (lacking.length === 0 || hasRead)) {
        for (const id of lacking) await gaps.noteUnrestored(gap.id, id, null);
        await gaps.noteReport(gap.id, caller.device.id, clock.now());
      }
      return journalStatus(caller);
    },
    async overrule(caller, gapId, note) {
      const gap = gate.closedFor();
      if (gap?.id !== gapId) return;
      const waitMs = memory.seenMs() + deps.settleWindowMs - clock.monotonic();
      if (waitMs > 0) throw tooEarly(waitMs);
      await deps.recovery.contestAll();
      await audit.write({ by: caller, action: 'data.gap-overruled', subject: gap.id, details: { reason: note } });
      await gaps.end(gap.id, clock.now(), caller.person.id);
      await memory.refresh();
    },
  };
}

/**
 * Returns the age of the oldest redemption that a till received an answer for and the journal
 * lacks; null if it lacks none.
 */
async function lackingAgo(
  { gate, journal }: Pick<TillReportsDeps, 'gate' | 'journal'>,
  { shop }: Caller,
  answered: ReadonlyMap<string, number>,
): Promise<number | null> {
  const lacking: number[] = [];
  /* Losses of the known gap do not prove another one. */
  for (const [id, agoMs] of answered)
    if (!gate.mayHaveLost(agoMs) && (await journal.read(shop, id)) === null) lacking.push(agoMs);
  return lacking.length === 0 ? null : Math.max(...lacking);
}

/**
 * Returns the redemptions that a till provably received an answer for, and how long ago. The till
 * may claim more.
 */
async function provedAnswers(
  tags: Pick<Tags, 'agoMs'>,
  { device }: Caller,
  { heard }: TillReport,
): Promise<ReadonlyMap<string, number>> {
  const proved = new Map<string, number>();
  for (const { id, tag } of heard) {
    const agoMs = tag === undefined ? null : await tags.agoMs(tag, id, device.id);
    if (agoMs !== null) proved.set(id, agoMs);
  }
  return proved;
}
