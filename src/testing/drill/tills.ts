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
/** Small enough that a second redemption would succeed: of a program, and of a voucher that two shops redeem. */
const PROGRAM_AMOUNT = 2_000;
/** The usual numbers of parallel customers and programs, which have no records of their own. */
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
  /** The first till redeems this voucher, which another shop may redeem, too. */
  redeem(ref: string): Promise<void>;
  /** Ends everything, as if the devices were taken away. */
  leave(): Promise<void>;
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

/** A key whose secret is replaced, before any failure. @returns both secrets */
async function makeKey(till: () => CrashTill): Promise<string[]> {
  const made = keySchema.parse((await till().send('POST', '/api/keys', { name: 'Web shop', scopes: ['redeem', 'read'] }))?.body);
  const replaced = keySchema.parse((await till().send('POST', `/api/keys/${made.id}/replace`, {}))?.body);
  return [made.key, replaced.key];
}

/** Parallel customers and programs of a shop. */
export interface Crowd {
  readonly queues: number;
  readonly programs: number;
}

/** @param shop as {@link DrillShop} */
export function openTills(
  { service, slug, till, now }: Pick<DrillShop, 'service' | 'slug' | 'till' | 'now'>,
  { queues, programs }: Crowd = { queues: QUEUES, programs: PROGRAMS },
): Tills {
  const wishes = [] as DrillWish[];
  const state = { isSelling: true, isOver: false };
  const secrets: string[] = [];
  let closedAt: number | null = null;
  let closedFor: number | null = null;
  const isClosed = () => closedAt !== null && closedFor === null;
  const shop: DrillShop = { service, slug, till, now, isClosed, isSelling: () => state.isSelling, isOver: () => state.isOver };

  async function sell(by: DrillWish['by'], asker: () => CrashTill): Promise<void> {
    for (; state.isSelling; await whileClosed(shop)) {
      const ref = await service.newVoucher();
      if (state.isOver) return;
      await redeem({ ref, by, amount: by === 'till' ? AMOUNT : PROGRAM_AMOUNT }, asker);
    }
  }

  async function redeem(asked: Pick<DrillWish, 'ref' | 'by' | 'amount'>, asker: () => CrashTill): Promise<void> {
    const wish: DrillWish = { id: randomUUID(), ...asked, sentAt: now(), sale: null, view: null, isRefused: false };
    wishes.push(wish);
    await send(wish, asker, now, shop.isOver);
  }

  const program = (secret: number) => programAt(till(0).origin, secrets[secret] ?? '');

  async function sellByProgram(): Promise<void> {
    await isKeyMade;
    await Promise.all(Array.from({ length: programs }, () => sell('program', () => program(Date.now() % 2))));
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

  const isKeyMade = makeKey(() => till(0)).then((made) => void secrets.push(...made));
  const links = openLinks(shop);
  const orders = openOrders(shop);
  const refunds = openRefunds(shop);
  const everyWish = () => [...wishes, ...links.wishes()];
  const selling = [
    ...Array.from({ length: queues }, () => sell('till', () => till(0))),
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
    redeem: (ref) => redeem({ ref, by: 'till', amount: PROGRAM_AMOUNT }, () => till(0)),
    async leave() {
      Object.assign(state, { isSelling: false, isOver: true });
      await Promise.all([...selling, ...telling]);
    },
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
