import * as z from 'zod';
import { hasRedeemed, isTenderOpen, type TenderView, tenderViewSchema } from '../../contract/redemption/tender.ts';
import type { CrashTill, TillReply } from '../crash/till.ts';
import type { DrillShop } from './shop.ts';

export const DRILL_CURRENCY = 'SGD';
/** The pause between repeated requests. */
export const AGAIN_MS = 200;
/** Number of final redemptions that a till remembers. */
const HEARD_MAX = 10;

/** A till's record of one redemption, independent of the server. */
export interface DrillWish {
  readonly id: string;
  readonly ref: string;
  readonly amount: number;
  readonly by: 'till' | 'program';
  readonly sentAt: number;
  /** The sale of a register's link, and the register's number of it. */
  readonly sale: { readonly saleId: string; readonly receiptNo: string } | null;
  /** The server's latest report; null before the first. */
  view: TenderView | null;
  /**
   * The server refused it, so it never began: the shop was closed, another shop was redeeming the
   * voucher, or a register had received "nothing redeemed" for its sale.
   */
  isRefused: boolean;
}

const tenderIdSchema = z.object({ id: z.string() });
const refusedSchema = z.object({ error: z.object({ code: z.enum(['sale-closed', 'journal-gap', 'voucher-open']) }) });

export function isSettledWish({ view, isRefused }: DrillWish): boolean {
  return isRefused || (view !== null && !isTenderOpen(view.state));
}

/** Repeats the request until the server reports the outcome, like repeated taps in the app. */
export async function send(wish: DrillWish, asker: () => CrashTill, now: () => number, isOver: () => boolean): Promise<void> {
  for (let isAgain = false; !isOver() && !isSettledWish(wish); isAgain = true) {
    const ago = isAgain && wish.by === 'till' ? { sentAgoMs: now() - wish.sentAt } : {};
    const answer = await asker().send('PUT', `/api/tenders/${wish.id}`, { ...bodyOf(wish), ...ago });
    hearAnswer(wish, answer);
    const code = refusedSchema.safeParse(answer?.body).data?.error.code;
    /* If the shop is closed now, that proves nothing about the first sending. */
    if (wish.view === null && wish.by === 'till')
      wish.isRefused = code === 'sale-closed' || ((code === 'journal-gap' || code === 'voucher-open') && !isAgain);
    if (!isSettledWish(wish)) await pause(AGAIN_MS);
  }
}

export function hearAnswer(wish: DrillWish, answer: TillReply | null): void {
  if (answer === null) return;
  if (tenderIdSchema.safeParse(answer.body).success) wish.view = tenderViewSchema.parse(answer.body);
}

/** The records of a till of this shop that has stored all of them. */
export function remembered(journal: string, wishes: readonly DrillWish[], now: () => number) {
  const agoMs = ({ sentAt }: DrillWish) => now() - sentAt;
  const heard = wishes.filter(({ view }) => view !== null).slice(-HEARD_MAX);
  return {
    journal,
    wishes: wishes.filter((wish) => !isSettledWish(wish)).map((wish) => ({ id: wish.id, body: bodyOf(wish), sentAgoMs: agoMs(wish) })),
    heard: heard.map((wish) => ({ id: wish.id, agoMs: agoMs(wish), tag: wish.view?.tag ?? '' })),
    taken: heard.flatMap(({ id, view, sale }) =>
      view !== null && hasRedeemed(view.state) && view.captureId !== null && view.captured !== null
        ? [{ id, captureId: view.captureId, captured: view.captured, ...sale }]
        : [],
    ),
  };
}

export function bodyOf({ ref, amount, sale }: DrillWish) {
  return { code: ref, amount, currency: DRILL_CURRENCY, ...sale };
}

/** Waits while the till shows the shop as closed: nothing is begun then. */
export async function whileClosed({ isClosed, isOver }: Pick<DrillShop, 'isClosed' | 'isOver'>): Promise<void> {
  while (isClosed() && !isOver()) await pause(AGAIN_MS);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
