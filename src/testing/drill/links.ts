import { randomUUID } from 'node:crypto';
import { type PayLink, type PayLinkView, payLinkViewSchema } from '../../features/registers/contract/register.ts';
import { type DrillRegister, listRegister, type Said } from './register.ts';
import { type DrillShop, LINK_TILLS } from './shop.ts';
import { AGAIN_MS, type DrillWish, isSettledWish, pause, send, whileClosed } from './wishes.ts';

/** Cents of a link, and of each voucher that is redeemed for it, which does not pay all of it. */
const DUE = 5_000;
const VOUCHER_TAKES = 2_400;
/** Between two customers. */
const WALK_MS = 250;
/** Shares of all sales. */
const NOBODY_REDEEMS = 0.2;
const ASKED_TOO_EARLY = 0.4;
const SECOND_VOUCHER = 0.2;
const OTHER_TILL = 0.3;
const OPENED_AGAIN = 0.3;
const ASKED_WITHIN_MS = 20_000;

type LinkTill = (typeof LINK_TILLS)[number];

/** One answer to a register. Times are of this process, milliseconds. */
export interface ToldRegister extends Said {
  readonly askedAt: number;
  readonly heardAt: number;
}

/**
 * A redemption for a link, with the times of sending and of its final answer, as in
 * {@link ToldRegister}; null for never.
 */
export interface LinkWish {
  readonly wish: DrillWish;
  readonly sentAt: number;
  settledAt: number | null;
}

/** A sale as its register has it: one link, whichever sales of ours it led to. */
export interface LinkSale {
  readonly link: PayLink;
  readonly wishes: LinkWish[];
  readonly told: ToldRegister[];
  /** Answers that it must not believe. */
  readonly unbelieved: string[];
}

/** Tills that redeem for registers by link. */
export interface Links {
  readonly sales: readonly LinkSale[];
  readonly wishes: () => readonly DrillWish[];
  /** Those of one till. The list grows. */
  readonly wishesOf: (number: LinkTill) => readonly DrillWish[];
  /** Resolves once the register is listed, and its links are signed. */
  readonly isListed: Promise<DrillRegister>;
  /** Settles when nothing more is sold. */
  readonly done: Promise<void>;
  /** The register opens links with unknown results again. */
  askAll(): Promise<void>;
}

/** The redemptions of a sale that a page has seen or made. */
interface Page {
  readonly number: LinkTill;
  readonly saleId: string;
  readonly held: Set<string>;
}

/** @param listed the register, if it is listed already */
export function openLinks(shop: DrillShop, listed: Promise<DrillRegister> = listRegister(() => shop.till(0), shop.slug)): Links {
  const { service, till, now, isSelling, isOver } = shop;
  const sales: LinkSale[] = [];
  const own: Readonly<Record<LinkTill, DrillWish[]>> = { 1: [], 2: [] };
  const happens = (share: number) => Math.random() < share;
  const otherThan = (number: LinkTill): LinkTill => (number === 1 ? 2 : 1);

  /**
   * Opens the link like a page, with its own id or a new one. @returns null after the trial's end
   */
  async function open({ link }: LinkSale, number: LinkTill, held: Page | null, isAwaited = () => !isOver()): Promise<Page | null> {
    const id = held?.saleId ?? randomUUID();
    while (isAwaited()) {
      const view = readView(await till(number).send('PUT', `/api/pay-links/${id}`, link));
      if (view !== null) {
        const kept = held !== null && held.saleId === view.id ? [...held.held] : [];
        return { number, saleId: view.id, held: new Set([...kept, ...view.tenders.map((tender) => tender.id)]) };
      }
      await pause(AGAIN_MS);
    }
    return null;
  }

  async function redeem(sale: LinkSale, { number, saleId, held }: Page): Promise<void> {
    await whileClosed(shop);
    const ref = await service.newVoucher();
    /* The trial may have ended while the customer waited for the first voucher. */
    if (isOver()) return;
    const asked = { id: randomUUID(), ref, amount: VOUCHER_TAKES, by: 'till', sentAt: now() } as const;
    const wish: DrillWish = { ...asked, sale: { saleId, receiptNo: sale.link.reference }, view: null, isRefused: false };
    const one: LinkWish = { wish, sentAt: performance.now(), settledAt: null };
    held.add(wish.id);
    own[number].push(wish);
    sale.wishes.push(one);
    await send(wish, () => till(number), now, isOver);
    if (isSettledWish(wish)) one.settledAt = performance.now();
  }

  /** Returns to the register. @returns its answer; null if the page stays */
  async function goBack(register: DrillRegister, sale: LinkSale, { number, saleId, held }: Page): Promise<Said | null> {
    const askedAt = performance.now();
    const answer = await till(number).send('POST', `/api/pay-links/${saleId}/return`, { awaiting: [...held] });
    const said = register.read(sale.link, answer?.body);
    if (typeof said === 'string') sale.unbelieved.push(said);
    else if (said !== null) sale.told.push({ ...said, askedAt, heardAt: performance.now() });
    return typeof said === 'string' ? null : said;
  }

  /** Returns, and opens the link again while the result is unknown, at either till. */
  async function untilKnown(register: DrillRegister, sale: LinkSale, first: Page | null, within: () => boolean): Promise<void> {
    for (let page = first; page !== null && within(); await pause(AGAIN_MS)) {
      const said = await goBack(register, sale, page);
      if (said !== null && said.outcome !== 'unknown') return;
      /* A page that returned to the register has lost its data; one that stayed is reused. */
      const next = said !== null && happens(OTHER_TILL) ? otherThan(page.number) : page.number;
      page = await open(sale, next, said === null ? page : null, within);
    }
  }

  async function serve(register: DrillRegister, number: LinkTill): Promise<LinkSale> {
    const sale: LinkSale = { link: register.newLink(DUE), wishes: [], told: [], unbelieved: [] };
    sales.push(sale);
    const page = await open(sale, number, null);
    if (page === null) return sale;
    if (!happens(NOBODY_REDEEMS)) {
      const redeeming = redeem(sale, page);
      if (happens(ASKED_TOO_EARLY)) {
        const other = happens(OTHER_TILL) ? await open(sale, otherThan(number), null) : page;
        if (other !== null) await goBack(register, sale, other);
      }
      await redeeming;
      if (happens(SECOND_VOUCHER)) await redeem(sale, page);
    }
    await untilKnown(register, sale, page, () => !isOver());
    return sale;
  }

  async function sell(register: DrillRegister, number: LinkTill): Promise<void> {
    while (isSelling()) {
      const sale = await serve(register, number);
      await pause(WALK_MS);
      if (happens(OPENED_AGAIN)) await untilKnown(register, sale, await open(sale, number, null), () => !isOver());
    }
  }

  return {
    sales,
    wishes: () => [...own[1], ...own[2]],
    wishesOf: (number) => own[number],
    isListed: listed,
    done: listed.then(async (register) => void (await Promise.all(LINK_TILLS.map((number) => sell(register, number))))),
    async askAll() {
      const deadline = Date.now() + ASKED_WITHIN_MS;
      const isInTime = () => Date.now() < deadline;
      const register = await listed;
      for (const sale of sales.filter(({ told }) => (told.at(-1)?.outcome ?? 'unknown') === 'unknown'))
        await untilKnown(register, sale, await open(sale, 1, null, isInTime), isInTime);
    },
  };
}

function readView(answer: { readonly body: unknown } | null): PayLinkView | null {
  const view = payLinkViewSchema.safeParse(answer?.body);
  return view.success ? view.data : null;
}
