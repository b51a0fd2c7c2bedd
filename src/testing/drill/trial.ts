import * as z from 'zod';
import { type AttentionItem, attentionItemSchema } from '../../contract/redemption/attention.ts';
import { startVoucherService } from '../crash/service.ts';
import type { CrashTill } from '../crash/till.ts';
import { type Judged, judge } from './judge.ts';
import { beginBehind } from './past.ts';
import { FIRST_SLUG } from './shop.ts';
import { DRILL_DAY_MS, type DrillStage, failoverStage, type Rig, restoreStage } from './stages.ts';
import { openTills } from './tills.ts';
import { liveThroughWeek } from './week.ts';
import { pause } from './wishes.ts';

/** Business before the misfortune. */
const BEFORE_MS = 2_500;
/** An orphan is listed, and a manager called, by then. */
const OPENS_WITHIN_MS = 30_000;
const AFTER_MS = 2_000;
const FINISHES_WITHIN_MS = 20_000;
const ANSWERS_WITHIN_MS = 20_000;
/** Characters of the server's log. */
export const WRITTEN_MAX = 4_000;

/**
 * A standby takes over that was behind, or that every commit waited for; or a backup is restored
 * that is a moment or a day old.
 */
export const MISFORTUNES = ['failover', 'synchronous-failover', 'restore', 'old-backup'] as const;
export type Misfortune = (typeof MISFORTUNES)[number];

/** The result of one misfortune. */
export interface DrillOutcome extends Judged {
  readonly wishes: number;
  /** Redemptions that a till received as captured, but the continuing journal did not know. */
  readonly lost: number;
  /** Sales that registers opened by link. */
  readonly sales: number;
  /** Orders of vouchers. */
  readonly orders: number;
  readonly refunds: number;
  /** Null if the shop was never closed. */
  readonly closedMs: number | null;
  /** Cases of a manager at the end. */
  readonly cases: number;
}

/**
 * Sells, causes the misfortune, continues to sell, and compares everything with the issuer's
 * ledger.
 */
export async function tryOut(misfortune: Misfortune, rig: Rig): Promise<DrillOutcome> {
  const isSynchronous = misfortune === 'synchronous-failover';
  const past = beginBehind(misfortune === 'old-backup' ? DRILL_DAY_MS : 0);
  const service = await startVoucherService(past.now);
  const stage = await openStage();
  function openStage(): Promise<DrillStage> {
    if (misfortune === 'failover' || isSynchronous) return failoverStage(rig, service, isSynchronous);
    return restoreStage(rig, service, { past, isOld: misfortune === 'old-backup' });
  }
  try {
    const tills = openTills({ service, slug: FIRST_SLUG, till: stage.till, now: past.now });
    const till = () => stage.till(0);
    await tills.isOpen;
    await pause(BEFORE_MS);
    const known = await stage.strike(() => tills.wishes.length);
    const lost = tills.wishes.filter(({ id, view }) => view?.state === 'captured' && !known.has(id)).length;
    await stage.goOn();
    const deadline = Date.now() + OPENS_WITHIN_MS;
    await pause(AFTER_MS);
    while ((tills.isClosed() || !(await isServing(till()))) && Date.now() < deadline) await pause(200);
    await pause(AFTER_MS);
    await tills.finish(FINISHES_WITHIN_MS, async () => new Set((await casesSeen(till())).map(({ id }) => id)));
    const cases = await casesSeen(till());
    const week = misfortune === 'restore' ? await liveThroughWeek({ service, stage, tills, now: past.now }) : null;
    const judged = await judge(service, { till: till(), tills, cases, week });
    const found = [
      ...judged.faults,
      ...(isSynchronous && lost > 0 ? [`the standby that commits wait for lacks ${lost} confirmed redemptions`] : []),
    ];
    const faults = found.length === 0 ? [] : [...found, `the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`];
    const { wishes, sales, orders, refunds } = tills;
    const all = sales.length + (week?.sales.length ?? 0);
    const counts = { wishes: wishes.length, sales: all, orders: orders.length, refunds: refunds.length, cases: cases.length };
    return { ...judged, ...counts, faults, lost, closedMs: tills.closedMs() };
  } catch (error) {
    throw new Error(`the drill could not go on; the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`, { cause: error });
  } finally {
    await stage.close();
    await service.close();
  }
}

export async function isServing(till: CrashTill): Promise<boolean> {
  return (await till.send('GET', '/api/journal'))?.status === 200;
}

/** The manager's cases. If the database is busy, the query is repeated. */
export async function casesSeen(till: CrashTill): Promise<AttentionItem[]> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const answer = await till.send('GET', '/api/attention');
    if (answer?.status === 200 || Date.now() > deadline) return z.array(attentionItemSchema).parse(answer?.body);
    await pause(200);
  }
}
