import * as z from 'zod';
import { type AttentionItem, attentionItemSchema } from '../../contract/attention.ts';
import { type Service, startService } from '../crash/service.ts';
import type { Till } from '../crash/till.ts';
import { beginBehind } from './past.ts';
import { DAY_MS, failoverStage, type Rig, restoreStage, type Stage } from './stages.ts';
import { isSettled, openTills, pause, type Tills } from './tills.ts';

/** Business before the misfortune. */
const BEFORE_MS = 2_500;
/** An orphan is listed, and a manager called, by then. */
const OPENS_WITHIN_MS = 30_000;
const AFTER_MS = 2_000;
const FINISHES_WITHIN_MS = 20_000;
const ANSWERS_WITHIN_MS = 20_000;
/** Characters of the server's log. */
const WRITTEN_MAX = 4_000;

/** A standby takes over that was behind; a backup of a moment ago is put back, or one of a day ago. */
export const MISFORTUNES = ['failover', 'restore', 'old-backup'] as const;
export type Misfortune = (typeof MISFORTUNES)[number];

/** What one misfortune came to. */
export interface Outcome {
  readonly wishes: number;
  /** Redemptions of which a till was told that they are taken, and which the journal that went on did not know. */
  readonly lost: number;
  /** Vouchers from which one redemption took more than once. */
  readonly doubles: number;
  /** Null where the shop was never closed. */
  readonly closedMs: number | null;
  /** Cases of a manager at the end. */
  readonly cases: number;
  /** What must not be. */
  readonly faults: readonly string[];
}

/** Sells, lets the misfortune happen, goes on selling, and compares everything with the issuer's books. */
export async function tryOut(misfortune: Misfortune, rig: Rig): Promise<Outcome> {
  const past = beginBehind(misfortune === 'old-backup' ? DAY_MS : 0);
  const service = await startService(past.now);
  const stage = await openStage();
  function openStage(): Promise<Stage> {
    if (misfortune === 'failover') return failoverStage(rig, service);
    return restoreStage(rig, service, misfortune === 'old-backup' ? past : null);
  }
  try {
    const tills = openTills(service, stage.till, past.now);
    await pause(BEFORE_MS);
    const known = await stage.strike(() => tills.wishes.length);
    const lost = tills.wishes.filter(({ id, view }) => view?.state === 'captured' && !known.has(id)).length;
    await stage.goOn();
    const deadline = Date.now() + OPENS_WITHIN_MS;
    await pause(AFTER_MS);
    while ((tills.isClosed() || !(await isServing(stage.till()))) && Date.now() < deadline) await pause(200);
    await pause(AFTER_MS);
    await tills.finish(FINISHES_WITHIN_MS, async () => new Set((await casesSeen(stage.till())).map(({ id }) => id)));
    const judged = await judge(service, stage.till(), tills);
    const faults = judged.faults.length === 0 ? [] : [...judged.faults, `the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`];
    return { ...judged, faults, lost, wishes: tills.wishes.length, closedMs: tills.closedMs() };
  } catch (error) {
    throw new Error(`the drill could not go on; the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`, { cause: error });
  } finally {
    await stage.close();
    await service.close();
  }
}

async function isServing(till: Till): Promise<boolean> {
  return (await till.send('GET', '/api/journal'))?.status === 200;
}

/** What managers have to judge. A database that is busy is asked again. */
async function casesSeen(till: Till): Promise<AttentionItem[]> {
  const deadline = Date.now() + ANSWERS_WITHIN_MS;
  for (;;) {
    const answer = await till.send('GET', '/api/attention');
    if (answer?.status === 200 || Date.now() > deadline) return z.array(attentionItemSchema).parse(answer?.body);
    await pause(200);
  }
}

/** Compares what tills were told, and what managers see, with the issuer's books. */
async function judge(service: Service, till: Till, { wishes, isClosed }: Tills): Promise<Pick<Outcome, 'doubles' | 'cases' | 'faults'>> {
  const cases = await casesSeen(till);
  const { transactions } = await service.ledger();
  const taken = new Set(transactions.map(({ transactionId }) => transactionId));
  const listed = new Set(cases.flatMap(({ id, candidates }) => [id, ...candidates.map(({ transactionId }) => transactionId)]));
  const faults = isClosed() ? [`the shop is still closed: ${JSON.stringify(cases.filter(({ kind }) => kind === 'gap'))}`] : [];
  let doubles = 0;
  for (const wish of wishes) {
    const { id, ref, amount, view } = wish;
    const captures = (await service.ledger(ref)).transactions.filter(({ type }) => type === 'Capture');
    if (captures.length > 1) doubles += 1;
    if (captures.length > 1) faults.push(`${id} took ${captures.length} times`);
    if (captures.some((capture) => capture.amount !== amount)) faults.push(`${id} took something else`);
    const isTold = view?.captureId != null && taken.has(view.captureId);
    const isListed = listed.has(id) || captures.every(({ transactionId }) => listed.has(transactionId));
    if (captures.length > 0 && !isTold && !isListed)
      faults.push(`${id} took money, and neither a till nor a manager knows: ${view?.state ?? 'nothing said'}`);
    if (captures.length === 0 && view?.state === 'captured') faults.push(`${id} is said to be taken, and is not`);
    const now = await till.send('GET', `/api/tenders/${id}`);
    if (captures.length > 0 && now?.status !== 200 && !isListed)
      faults.push(`${id} took money and the journal does not know it (${now?.status})`);
    if (!isSettled(wish) && !listed.has(id)) faults.push(`${id} is not settled: ${view?.state ?? 'nothing said'}`);
  }
  return { doubles, cases: cases.length, faults };
}
