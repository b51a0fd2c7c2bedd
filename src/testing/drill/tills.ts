import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { journalStandingSchema } from '../../contract/journal.ts';
import { hasTaken, isTenderOpen, type TenderView, tenderViewSchema } from '../../contract/tender.ts';
import type { Service } from '../crash/service.ts';
import { programAt, type Reply, type Till } from '../crash/till.ts';

/** Cents that are taken from each voucher; it could pay once more only in part. */
export const AMOUNT = 3_000;
const CURRENCY = 'SGD';
/** What a program takes of it, so that a second time would go through. */
const PROGRAM_AMOUNT = 2_000;
/** So many customers at a time; and programs beside them, which remember nothing and are told nothing. */
const QUEUES = 3;
const PROGRAMS = 2;
/** Pauses before a till asks the same once more. */
const AGAIN_MS = 200;
const TELL_MS = 300;

/** What a till keeps of one redemption, whatever becomes of the server. */
export interface Wish {
  readonly id: string;
  readonly ref: string;
  readonly amount: number;
  readonly by: 'till' | 'program';
  readonly sentAt: number;
  /** What the server last said of it; null while it has said nothing. */
  view: TenderView | null;
}

/** A shop that is never closed: tills that redeem one voucher after the other, and tell what they remember. */
export interface Tills {
  readonly wishes: readonly Wish[];
  /** How long the shop was seen closed, milliseconds; null where it never was. */
  closedMs(): number | null;
  isClosed(): boolean;
  /**
   * No new customer comes; resolves when the shop is open and all wishes are settled or a manager's, or after this long.
   * @param listed what managers have to judge, by id
   */
  finish(withinMs: number, listed: () => Promise<ReadonlySet<string>>): Promise<void>;
}

const tenderIdSchema = z.object({ id: z.string() });
const keySchema = z.object({ id: z.string(), key: z.string() });

/**
 * @param till gives the till as it is signed in now
 * @param now the clock of the tills, milliseconds UTC
 */
export function openTills(service: Service, till: () => Till, now: () => number): Tills {
  const wishes: Wish[] = [];
  const shop = { isSelling: true, isOver: false };
  const secrets: string[] = [];
  let closedAt: number | null = null;
  let closedFor: number | null = null;

  async function sell(by: Wish['by']): Promise<void> {
    while (shop.isSelling) {
      const amount = by === 'till' ? AMOUNT : PROGRAM_AMOUNT;
      const wish: Wish = { id: randomUUID(), ref: await service.newVoucher(), amount, by, sentAt: now(), view: null };
      wishes.push(wish);
      await send(wish);
    }
  }

  /** The key is made, and its secret replaced, before anything goes wrong. */
  async function sellByProgram(): Promise<void> {
    const made = keySchema.parse((await till().send('POST', '/api/keys', { name: 'Web shop', scopes: ['redeem', 'read'] }))?.body);
    const replaced = keySchema.parse((await till().send('POST', `/api/keys/${made.id}/replace`, {}))?.body);
    secrets.push(made.key, replaced.key);
    await Promise.all(Array.from({ length: PROGRAMS }, () => sell('program')));
  }

  const asker = (wish: Wish) => (wish.by === 'till' ? till() : programAt(till().origin, secrets[Date.now() % 2] ?? ''));

  /** Sends the same until the server says what became of it, as the app does when somebody taps again. */
  async function send(wish: Wish): Promise<void> {
    let isAgain = false;
    while (!shop.isOver && !isSettled(wish)) {
      const ago = isAgain && wish.by === 'till' ? { sentAgoMs: now() - wish.sentAt } : {};
      const body = { code: wish.ref, amount: wish.amount, currency: CURRENCY, ...ago };
      const answer = await asker(wish).send('PUT', `/api/tenders/${wish.id}`, body);
      isAgain = true;
      hear(wish, answer);
      if (!isSettled(wish)) await pause(AGAIN_MS);
    }
  }

  function hear(wish: Wish, answer: Reply | null): void {
    if (answer !== null && tenderIdSchema.safeParse(answer.body).success) wish.view = tenderViewSchema.parse(answer.body);
  }

  async function tell(): Promise<void> {
    for (; !shop.isOver; await pause(TELL_MS)) {
      const answer = await till().send('GET', '/api/journal');
      if (answer?.status !== 200) continue;
      const { id, closed } = journalStandingSchema.parse(answer.body);
      if (closed === null) {
        if (closedAt !== null) closedFor ??= Date.now() - closedAt;
        continue;
      }
      closedAt ??= Date.now();
      await till().send('POST', '/api/journal/remembered', remembered(id));
    }
  }

  /** As a till of this shop would, had it kept all of them. */
  function remembered(journal: string) {
    const agoMs = ({ sentAt }: Wish) => now() - sentAt;
    const own = wishes.filter(({ by }) => by === 'till');
    const heard = own.filter(({ view }) => view !== null).slice(-10);
    return {
      journal,
      wishes: own
        .filter((wish) => !isSettled(wish))
        .map((wish) => ({ id: wish.id, body: { code: wish.ref, amount: AMOUNT, currency: CURRENCY }, sentAgoMs: agoMs(wish) })),
      heard: heard.map((wish) => ({ id: wish.id, agoMs: agoMs(wish), tag: wish.view?.tag ?? '' })),
      taken: heard.flatMap(({ id, view }) =>
        view !== null && hasTaken(view.state) && view.captureId !== null && view.captured !== null
          ? [{ id, captureId: view.captureId, captured: view.captured }]
          : [],
      ),
    };
  }

  const isClosed = () => closedAt !== null && closedFor === null;
  const selling = [...Array.from({ length: QUEUES }, () => sell('till')), sellByProgram()];
  const telling = tell();
  return {
    wishes,
    closedMs: () => closedFor,
    isClosed,
    async finish(withinMs, listed) {
      shop.isSelling = false;
      const deadline = Date.now() + withinMs;
      const isAllKnown = async () => {
        const cases = await listed();
        return !isClosed() && wishes.every((wish) => isSettled(wish) || cases.has(wish.id));
      };
      while (Date.now() < deadline && !(await isAllKnown())) await pause(AGAIN_MS);
      shop.isOver = true;
      await Promise.all([...selling, telling]);
      for (const wish of wishes) if (!isSettled(wish)) hear(wish, await till().send('GET', `/api/tenders/${wish.id}`));
    },
  };
}

export function isSettled({ view }: Wish): boolean {
  return view !== null && !isTenderOpen(view.state);
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
