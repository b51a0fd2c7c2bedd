import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { type AttentionItem, type AttentionRequest, attentionItemSchema } from '../../contract/redemption/attention.ts';
import type { VoucherService } from '../crash/service.ts';
import { type CrashTill, joinShop } from '../crash/till.ts';
import { type LinkSale, openLinks } from './links.ts';
import { FIRST_SLUG } from './shop.ts';
import type { DrillStage } from './stages.ts';
import type { Tills } from './tills.ts';
import { AGAIN_MS, pause } from './wishes.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;
const DECIDES_WITHIN_MS = 20_000;
const SELLS_MS = 4_000;
const ENDS_WITHIN_MS = 20_000;
const REASON = 'looked into it';

/** The answers within a week to a shop with a lost journal, after a manager decided every case. */
export interface Week {
  /** Sales by link of that day, at a newly enrolled till and at one that came back. */
  readonly sales: readonly LinkSale[];
  readonly faults: readonly string[];
}

export interface WeekShop {
  readonly service: VoucherService;
  readonly stage: DrillStage;
  readonly tills: Tills;
  readonly now: () => number;
}

/**
 * A manager decides the ambiguous cases; a week later all queries are repeated, and selling
 * continues.
 */
export async function liveThroughWeek(shop: WeekShop): Promise<Week> {
  const { stage, tills } = shop;
  const till = () => stage.till(0);
  await decideAll(shop);
  await tills.askLinks();
  await stage.later(WEEK_MS);
  const newTill = await enrol(stage);
  await tills.askPrograms();
  await tills.refundAll();
  await decideAll(shop);
  await tills.refundAll();
  const left = await decideAll(shop);
  const sales = await sellByLink(shop, newTill);
  /*
   * Redemptions without an outcome are followed up for ten minutes before a manager is called.
   * Until then their captures leave ids in doubt.
   */
  const undecided = left.filter(({ state }) => state === 'unknown');
  const faults = left.filter((item) => !undecided.includes(item)).map((item) => `a week later a manager still has ${JSON.stringify(item)}`);
  const withoutMemory = [['a new till', newTill] as const, ['a program', tills.program()] as const];
  for (const [name, asker] of [['a till', till()] as const, ...(undecided.length === 0 ? withoutMemory : [])]) {
    const status = (await asker.send('GET', `/api/tenders/${randomUUID()}`))?.status;
    if (status !== 404) faults.push(`${name} hears ${status} of an id that never existed, a week later`);
  }
  return { sales, faults };
}

async function enrol(stage: DrillStage): Promise<CrashTill> {
  const cookie = await joinShop(stage.till(0), 'Till 9');
  return stage.tillWith(cookie);
}

async function sellByLink({ service, stage, tills, now }: WeekShop, newTill: CrashTill): Promise<readonly LinkSale[]> {
  const beganAt = Date.now();
  const within = (ms: number) => () => Date.now() < beganAt + ms;
  const isInTime = within(SELLS_MS + ENDS_WITHIN_MS);
  const till = (number: 0 | 1 | 2) => (number === 1 ? newTill : stage.till(number));
  const shop = { service, slug: FIRST_SLUG, till, now, isClosed: () => false, isSelling: within(SELLS_MS), isOver: () => !isInTime() };
  const links = openLinks(shop, tills.register);
  await links.done;
  return links.sales;
}

/** Decides the cases of the list until none is left. @returns the final list */
async function decideAll(shop: WeekShop): Promise<readonly AttentionItem[]> {
  const { stage } = shop;
  const deadline = Date.now() + DECIDES_WITHIN_MS;
  for (;;) {
    const listed = z.array(attentionItemSchema).safeParse((await stage.till(0).send('GET', '/api/attention'))?.body);
    const open = (listed.data ?? []).filter(({ actions }) => actions.includes('close'));
    if ((listed.success && open.length === 0) || Date.now() > deadline) return listed.data ?? [];
    for (const item of open) await stage.till(0).send('POST', `/api/attention/${item.id}`, await decisionOn(shop, item));
    await pause(AGAIN_MS);
  }
}

/**
 * Decides according to the issuer's ledger; an unexplained capture can only be closed as unknown.
 */
async function decisionOn({ service, tills }: WeekShop, { id, candidates }: AttentionItem): Promise<AttentionRequest> {
  const close: AttentionRequest = { action: 'close', reason: REASON };
  const wish = tills.wishes.find((one) => one.id === id);
  const refund = tills.refunds.find((one) => one.id === id);
  if (wish === undefined && refund === undefined) return close;
  const { transactions } = await service.ledger(wish?.ref);
  const own = wish
    ? transactions.find(({ type }) => type === 'Capture')?.transactionId
    : transactions.find(({ transactionId }) => transactionId === refund?.captureId)?.refundId;
  const row = candidates.find(({ transactionId }) => transactionId === own);
  return row ? { action: 'attach', reason: REASON, transactionId: row.transactionId } : close;
}
