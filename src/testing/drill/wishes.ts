import * as z from 'zod';
import { hasRedeemed, isTenderOpen, type TenderView, tenderViewSchema } from '../../contract/redemption/tender.ts';
import type { CrashTill, TillReply } from '../crash/till.ts';
import type { DrillShop } from './shop.ts';

export const DRILL_CURRENCY = 'SGD';
/** Pauses before the same is asked once more. */
export const AGAIN_MS = 200;
/** What a till remembers of those that it heard of. */
const HEARD_MAX = 10;

/** What a till keeps of one redemption, whatever becomes of the server. */
export interface DrillWish {
  readonly id: string;
  readonly ref: string;
  readonly amount: number;
  readonly by: 'till' | 'program';
  readonly sentAt: number;
  /** The sale of a register's link that it is for, and the register's number of it. */
  readonly sale: { readonly saleId: string; readonly receiptNo: string } | null;
  /** What the server last said of it; null while it has said nothing. */
  view: TenderView | null;
  /** The server refused it, so that it never began: the shop was closed, or a register had been told that nothing was taken for its sale. */
  isRefused: boolean;
}

const tenderIdSchema = z.object({ id: z.string() });
const refusedSchema = z.object({ error: z.object({ code: z.enum(['sale-closed', 'journal-gap']) }) });

export function isSettledWish({ view, isRefused }: DrillWish): boolean {
  return isRefused || (view !== null && !isTenderOpen(view.state));
}

/** Sends the same until the server says what became of it, as the app does when somebody taps again. */
export async function send(wish: DrillWish, asker: () => CrashTill, now: () => number, isOver: () => boolean): Promise<void> {
  for (let isAgain = false; !isOver() && !isSettledWish(wish); isAgain = true) {
    const ago = isAgain && wish.by === 'till' ? { sentAgoMs: now() - wish.sentAt } : {};
    const answer = await asker().send('PUT', `/api/tenders/${wish.id}`, { ...bodyOf(wish), ...ago });
    hearAnswer(wish, answer);
    const code = refusedSchema.safeParse(answer?.body).data?.error.code;
    /* That the shop is closed now says nothing of the first time. */
    if (wish.view === null && wish.by === 'till') wish.isRefused = code === 'sale-closed' || (code === 'journal-gap' && !isAgain);
    if (!isSettledWish(wish)) await pause(AGAIN_MS);
  }
}

export function hearAnswer(wish: DrillWish, answer: TillReply | null): void {
  if (answer === null) return;
  if (tenderIdSchema.safeParse(answer.body).success) wish.view = tenderViewSchema.parse(answer.body);
}

/** As a till of this shop would tell it, had it kept all of them. */
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

/** Nothing is begun at a till that shows that the shop is closed. */
export async function whileClosed({ isClosed, isOver }: Pick<DrillShop, 'isClosed' | 'isOver'>): Promise<void> {
  while (isClosed() && !isOver()) await pause(AGAIN_MS);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
