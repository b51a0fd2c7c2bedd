import { randomUUID } from 'node:crypto';
import { type IssueView, isIssueOpen, issueViewSchema } from '../../features/selling/contract/issue.ts';
import type { TillReply } from '../crash/till.ts';
import type { DrillShop } from './shop.ts';
import { AGAIN_MS, pause } from './wishes.ts';

const PRODUCT = 'ABCV010SG01';
/** Vouchers of an order: of one request to the issuer, and of several. */
const QUANTITIES = [1, 20, 45] as const;
/** The share of orders that are sent a second time at once, as after a lost answer. */
const SENT_TWICE = 0.3;
const ASKED_WITHIN_MS = 20_000;

/** A buyer's record of one order. The issuer stores its id as the reference of each voucher. */
export interface KeptOrder {
  readonly id: string;
  readonly quantity: number;
  /** The server's latest report; null before the first. */
  view: IssueView | null;
  /** Codes that the buyer received, regardless of lost journals. */
  readonly codes: Set<string>;
}

/** Orders of vouchers, one after the other. */
export interface Orders {
  readonly orders: readonly KeptOrder[];
  /** Settles when nothing more is ordered. */
  readonly done: Promise<void>;
  isAllHere(): boolean;
  /** Sends every order once more, also those whose vouchers are here. */
  askAll(): Promise<void>;
}

export function openOrders({ till, isSelling, isOver }: DrillShop): Orders {
  const orders: KeptOrder[] = [];

  async function ask(order: KeptOrder): Promise<void> {
    const body = { productCode: PRODUCT, quantity: order.quantity, clientReference: order.id };
    const put = () => till(0).send('PUT', `/api/issues/${order.id}`, body);
    if (Math.random() < SENT_TWICE) void put();
    hear(order, await put());
    if (order.view === null || isIssueOpen(order.view.state) || isDone(order)) return;
    hear(order, await till(0).send('POST', `/api/issues/${order.id}/resume`));
  }

  async function sell(): Promise<void> {
    /* More than a manager may issue without a PIN. */
    await till(0).send('PUT', '/api/settings', { pinAboveSum: 1_000_000_000, approvalAboveSum: 1_000_000_000 });
    while (isSelling()) {
      const quantity = QUANTITIES[orders.length % QUANTITIES.length] ?? 1;
      const order: KeptOrder = { id: randomUUID(), quantity, view: null, codes: new Set() };
      orders.push(order);
      while (!isOver() && !isDone(order)) {
        await ask(order);
        await pause(AGAIN_MS);
      }
    }
  }

  return {
    orders,
    done: sell(),
    isAllHere: () => orders.every(isDone),
    async askAll() {
      const deadline = Date.now() + ASKED_WITHIN_MS;
      for (const order of orders) {
        await ask(order);
        for (; !isDone(order) && Date.now() < deadline; await ask(order)) await pause(AGAIN_MS);
      }
    },
  };
}

function isDone({ view }: KeptOrder): boolean {
  return view?.state === 'done';
}

function hear(order: KeptOrder, answer: TillReply | null): void {
  const read = issueViewSchema.safeParse(answer?.body);
  if (!read.success) return;
  order.view = read.data;
  for (const { code } of read.data.vouchers) if (code !== null) order.codes.add(code);
}
