import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { journalStatusSchema } from '../../contract/redemption/journal.ts';
import { type CrashTill, programAt } from '../crash/till.ts';
import { type LinkSale, openLinks } from './links.ts';
import { type KeptOrder, openOrders } from './orders.ts';
import { type DrillRefund, openRefunds } from './refunds.ts';
import type { DrillRegister } from './register.ts';
import { type DrillShop, TILLS, type TillNumber } from './shop.ts';
import { AGAIN_MS, bodyOf, type DrillWish, hearAnswer, isSettledWish, pause, remembered, send, whileClosed } from './wishes.ts';

/** Cents redeemed from each voucher; a second redemption could only be partial. */
export const AMOUNT = 3_000;
/** The amount of a program, small enough that a second redemption would succeed. */
const PROGRAM_AMOUNT = 2_000;
/** The number of parallel customers; programs run in addition, without records of their own. */
const QUEUES = 3;
const PROGRAMS = 2;
const TELL_MS = 300;

/**
 * A shop that never stops: tills that redeem one voucher after the other, and report their records.
 */
export interface Tills {
  readonly wishes: readonly DrillWish[];
  readonly sales: readonly LinkSale[];
  /**
   * Resolves once the key is created and the register listed: an earlier misfortune would leave
   * nothing to test.
   */
  readonly isOpen: Promise<unknown>;
  readonly orders: readonly KeptOrder[];
  readonly refunds: readonly DrillRefund[];
  readonly register: Promise<DrillRegister>;
  /** The program, with the newest secret of its key. */
  program(): CrashTill;
  /** The register opens links with unknown results again. */
  askLinks(): Promise<void>;
  /** Programs repeat requests with unknown results, without the time of the first sending. */
  askPrograms(): Promise<void>;
  /**
   * Managers refund the remaining redemption of each voucher that has two, and repeat all earlier
   * refund requests.
   */
  refundAll(): Promise<void>;
  /** How long the shop was closed, milliseconds; null if it never was. */
  closedMs(): number | null;
  isClosed(): boolean;
  /**
   * Stops new customers. Resolves when the shop is open and all requests are settled or a manager's
   * cases, or after this time.
   * @param listed returns the ids of a manager's cases
   */
  finish(withinMs: number, listed: () => Promise<ReadonlySet<string>>): Promise<void>;
}

const keySchema = z.object({ id: z.string(), key: z.string() });

/** @param shop as {@link DrillShop} */
export function openTills({ service, till, now }: Pick<DrillShop, 'service' | 'till' | 'now'>): Tills {
  const wishes = [] as DrillWish[];
  const state = { isSelling: true, isOver: false };
  const secrets: string[] = [];
  let closedAt: number | null = null;
  let closedFor: number | null = null;
  const isClosed = () => closedAt !== null && closedFor === null;
  const shop: DrillShop = { service, till, now, isClosed, isSelling: () => state.isSelling, isOver: () => state.isOver };

  async function sell(by: DrillWish['by'], asker: () => CrashTill): Promise<void> {
    for (; state.isSelling; await whileClosed(shop)) {
      const amount = by === 'till' ? AMOUNT : PROGRAM_AMOUNT;
      const ref = await service.newVoucher();
      if (state.isOver) return;
      const asked = { id: randomUUID(), ref, amount, by, sentAt: now(), sale: null };
      const wish: DrillWish = { ...asked, view: null, isRefused: false };
      wishes.push(wish);
      await send(wish, asker, now, shop.isOver);
    }
  }

  const program = (secret: number) => programAt(till(0).origin, secrets[secret] ?? '');

  /** The key is created, and its secret replaced, before any failure. */
  async function makeKey(): Promise<void> {
    const made = keySchema.parse((await till(0).send('POST', '/api/keys', { name: 'Web shop', scopes: ['redeem', 'read'] }))?.body);
    const replaced = keySchema.parse((await till(0).send('POST', `/api/keys/${made.id}/replace`, {}))?.body);
    secrets.push(made.key, replaced.key);
  }

  async function sellByProgram(): Promise<void> {
    await isKeyMade;
    await Promise.all(Array.from({ length: PROGRAMS }, () => sell('program', () => program(Date.now() % 2))));
  }

  function noteClosed(isNow: boolean): void {
    if (isNow) closedAt ??= Date.now();
    else if (closedAt !== null) closedFor ??= Date.now() - closedAt;
  }

  /** Sends a till's own records. */
  async function tell(number: TillNumber, own: readonly DrillWish[]): Promise<void> {
    for (; !state.isOver; await pause(TELL_MS)) {
      const answer = await till(number).send('GET', '/api/journal');
      if (answer?.status !== 200) continue;
      const { id, closed } = journalStatusSchema.parse(answer.body);
      noteClosed(closed !== null);
      if (closed === null) continue;
      const told = own.filter(({ by }) => by === 'till');
      await till(number).send('POST', '/api/journal/remembered', remembered(id, told, now));
    }
  }

  const isKeyMade = makeKey();
  const links = openLinks(shop);
  const orders = openOrders(shop);
  const refunds = openRefunds(shop);
  const everyWish = () => [...wishes, ...links.wishes()];
  const selling = [
    ...Array.from({ length: QUEUES }, () => sell('till', () => till(0))),
    sellByProgram(),
    links.done,
    orders.done,
    refunds.done,
  ];
  const telling = TILLS.map((number) => tell(number, number === 0 ? wishes : links.wishesOf(number)));
  return {
    get wishes() {
      return everyWish();
    },
    isOpen: Promise.all([isKeyMade, links.isListed]),
    sales: links.sales,
    orders: orders.orders,
    refunds: refunds.refunds,
    register: links.isListed,
    program: () => program(secrets.length - 1),
    askLinks: links.askAll,
    async askPrograms() {
      for (const wish of wishes.filter((one) => one.by === 'program' && !isSettledWish(one)))
        hearAnswer(wish, await program(secrets.length - 1).send('PUT', `/api/tenders/${wish.id}`, bodyOf(wish)));
    },
    refundAll: refunds.refundAll,
    closedMs: () => closedFor,
    isClosed,
    async finish(withinMs, listed) {
      state.isSelling = false;
      const deadline = Date.now() + withinMs;
      const isAllKnown = async () => {
        const cases = await listed();
        return !isClosed() && everyWish().every((wish) => isSettledWish(wish) || cases.has(wish.id)) && orders.isAllHere();
      };
      while (Date.now() < deadline && !(await isAllKnown())) await pause(AGAIN_MS);
      await Promise.all([links.askAll(), orders.askAll()]);
      state.isOver = true;
      await Promise.all([...selling, ...telling]);
      for (const wish of everyWish()) if (!isSettledWish(wish)) hearAnswer(wish, await till(0).send('GET', `/api/tenders/${wish.id}`));
    },
  };
}
