import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { Caller } from '../../bff/platform/http/caller.ts';
import { currenciesOfShift, type ShiftKind } from '../../features/closings/contract/shift.ts';
import type { Dice } from '../simulation/dice.ts';
import { type Entry, ledgerSums } from './ledger.ts';
import type { TradingShop, TradingWorld } from './trading-world.ts';

/** What a shop did, for later steps: sales that may be refunded, orders, cards. */
export interface ShopTrade {
  readonly shop: TradingShop;
  readonly tenders: { id: string; saleId: string; amount: number; by: Caller; isRefunded: boolean; isUnknown: boolean }[];
  readonly orders: { id: string; by: Caller; each: number; issued: number; isReturned: boolean; isPartly: boolean }[];
  readonly ranges: { id: string; isActive: boolean }[];
}

type Step = (world: TradingWorld, trade: ShopTrade, dice: Dice) => Promise<void>;

function write({ shop }: ShopTrade, world: TradingWorld, by: Caller, entry: Pick<Entry, 'kind' | 'amount' | 'id'>): void {
  shop.ledger.entries.push({ ...entry, person: by.person.id, day: world.today(shop), closed: false });
}

const cashierOf = ({ ana, ben }: TradingShop, dice: Dice) => dice.pick([ana, ben]);
const REASON = 'wrong amount';

async function redeem(
  world: TradingWorld,
  trade: ShopTrade,
  dice: Dice,
  fault: 'none' | 'part' | 'refused' | 'away' | 'lost' | 'never',
): Promise<void> {
  const { shop } = trade;
  const { parts, model, ref, currency } = shop;
  const [by, id, saleId, amount] = [cashierOf(shop, dice), randomUUID(), randomUUID(), dice.between(2, 5_000)];
  const isDone = fault === 'none' || fault === 'part' || fault === 'lost';
  const captured = fault === 'part' ? dice.between(1, amount - 1) : isDone ? amount : 0;
  if (fault === 'part') model.failNext({ commit: 'now', answer: 'normal', partial: captured });
  if (fault === 'away') model.failNext({ commit: 'never', answer: 'not-sent' });
  if (fault === 'lost' || fault === 'never') model.failNext({ commit: fault === 'lost' ? 'now' : 'never', answer: 'lost' });
  const order = { code: ref, amount: fault === 'refused' ? 999_000_000 : amount, currency, saleId, receiptNo: `R-${amount}` };
  const before = model.attempts();
  const answer = parts.tenders.put(by, id, order);
  if (fault === 'lost' || fault === 'never') {
    while (model.attempts() === before) await new Promise(setImmediate);
    await world.passing(answer);
  } else await answer;
  const stateOf = async () => (await parts.tenders.get(by, id)).state;
  for (let seconds = 0; (await stateOf()) === 'unknown' && seconds < 600; seconds += 1) await world.clock.advance(1_000);
  const expected = {
    none: 'captured',
    part: 'captured_partial',
    refused: 'declined',
    away: 'not_sent',
    lost: 'captured',
    never: 'not_captured',
  };
  expect([fault, await stateOf()]).toEqual([fault, expected[fault]]);
  if (captured > 0) write(trade, world, by, { kind: 'redeemed', amount: captured, id });
  trade.tenders.push({ id, saleId, amount: captured, by, isRefunded: !isDone, isUnknown: false });
}

async function refund(world: TradingWorld, trade: ShopTrade, dice: Dice): Promise<void> {
  const { parts, mei } = trade.shop;
  const open = trade.tenders.filter(({ isRefunded }) => !isRefunded);
  const tender = open[dice.below(open.length)];
  if (tender === undefined) return;
  const { view } = await parts.refunds.put(mei, randomUUID(), { tenderId: tender.id, reason: REASON });
  expect(view.state).toBe('refunded');
  tender.isRefunded = true;
  write(trade, world, mei, { kind: 'refunded', amount: tender.amount, id: tender.id });
}

async function sell(world: TradingWorld, trade: ShopTrade, dice: Dice): Promise<void> {
  const { shop } = trade;
  const [by, id, quantity] = [cashierOf(shop, dice), randomUUID(), dice.between(1, 3)];
  const [isOpenValue, isPartly] = [dice.chance(0.5), quantity > 1 && dice.chance(0.4)];
  const each = isOpenValue ? dice.between(100, 900) * 10 : 1_000;
  if (isPartly) shop.model.failNextIssues({ commit: 'now', answer: 'normal', only: 1 });
  const order = { productCode: isOpenValue ? 'GIFTOPEN' : 'GIFT10', quantity, ...(isOpenValue && { faceValue: each }) };
  const { view } = await shop.parts.issues.put(by, id, order);
  const issued = isPartly ? 1 : quantity;
  expect(view.issued).toBe(issued);
  trade.orders.push({ id, by, each, issued, isReturned: false, isPartly });
  write(trade, world, by, { kind: 'sold', amount: issued * each, id });
}

async function changeOrder(world: TradingWorld, trade: ShopTrade, dice: Dice): Promise<void> {
  const { parts, mei } = trade.shop;
  const order = trade.orders[dice.below(trade.orders.length)];
  if (order === undefined) return;
  const { id, by, each } = order;
  if (order.isReturned) {
    await parts.issues.undoReturn(mei, id);
    order.isReturned = false;
    write(trade, world, by, { kind: 'sold', amount: order.issued * each, id });
  } else if (order.isPartly && dice.chance(0.5)) {
    const { issued } = await parts.issues.resume(by, id);
    write(trade, world, by, { kind: 'sold', amount: (issued - order.issued) * each, id });
    order.issued = issued;
    order.isPartly = false;
  } else {
    await parts.issues.takeBack(mei, id, { reason: REASON });
    order.isReturned = true;
    write(trade, world, by, { kind: 'sold', amount: -order.issued * each, id });
  }
}

async function activate({ shops }: TradingWorld, trade: ShopTrade): Promise<void> {
  const { parts, mei } = trade.shop;
  const active = trade.ranges.find(({ isActive }) => isActive);
  if (active !== undefined && trade.ranges.length > 1) {
    await parts.activations.deactivate(mei, active.id, { range: 0, reason: REASON });
    active.isActive = false;
    return;
  }
  /* A card belongs to one shop of an account. */
  const first = 1_000 * (1 + shops.indexOf(trade.shop));
  const number = String(first + trade.ranges.length).padStart(6, '0');
  const id = randomUUID();
  await parts.activations.put(mei, id, { ranges: [{ start: number, end: number, count: 1 }] });
  trade.ranges.push({ id, isActive: true });
}

async function reprint({ clock }: TradingWorld, { shop, tenders, orders }: ShopTrade, dice: Dice): Promise<void> {
  const { parts, mei } = shop;
  const subject = tenders[dice.below(tenders.length)]?.id;
  if (subject !== undefined) await parts.prints.put(mei, randomUUID(), { what: 'receipt', subject });
  const order = orders.find(({ isReturned }) => !isReturned);
  if (order !== undefined) await parts.issues.print(mei, order.id, { print: randomUUID(), reason: 'paper jam' });
  await clock.advance(1_000);
}

/** Another program redeems under the shop's merchant id. */
async function captureElsewhere(world: TradingWorld, { shop }: ShopTrade, dice: Dice): Promise<void> {
  const amount = dice.between(1, 500);
  shop.model.captureElsewhere(shop.ref, amount, shop.mid);
  shop.ledger.unmatched.push({ day: world.today(shop), amount });
  await world.clock.advance(1_000);
}

/** Closes a person's shift: its Z equals the X just before, and the ledger since the last Z. */
export async function close({ ledger, parts, currency }: TradingShop, by: Caller): Promise<void> {
  const listed = await parts.shifts.list(by, { mine: true, day: undefined, to: undefined });
  const open = listed.filter(({ number }) => number === null);
  const own = ledger.entries.filter(({ person, closed }) => person === by.person.id && !closed);
  const counted = { redeemed: 0, refunded: 0, sold: 0 };
  for (const { id } of open) {
    const x = await parts.shifts.get(by, id);
    const { shift: z } = await parts.shifts.close(by, id, {});
    expect(z.sums).toEqual(x.sums);
    expect(z.unsettled).toEqual([]);
    expect(currenciesOfShift(z.sums).filter((one) => one !== currency)).toEqual([]);
    for (const { kind, amount } of z.sums) counted[kind satisfies ShiftKind] += amount;
  }
  expect(counted, `Z of ${by.person.name}`).toEqual(ledgerSums(own));
  for (const entry of own) entry.closed = true;
}

export async function closeAll({ shops }: TradingWorld): Promise<void> {
  for (const shop of shops) for (const by of [shop.ana, shop.ben, shop.mei]) await close(shop, by);
}

const STEPS: readonly [Step, ...Step[]] = [
  (world, trade, dice) => redeem(world, trade, dice, 'none'),
  (world, trade, dice) => redeem(world, trade, dice, dice.pick(['none', 'none', 'part', 'refused', 'away'])),
  (world, trade, dice) => redeem(world, trade, dice, dice.chance(0.15) ? dice.pick(['lost', 'never']) : 'part'),
  refund,
  sell,
  changeOrder,
  activate,
  reprint,
  captureElsewhere,
  (_world, { shop }, dice) => close(shop, cashierOf(shop, dice)),
];

export async function takeStep(world: TradingWorld, trades: readonly [ShopTrade, ...ShopTrade[]], dice: Dice): Promise<void> {
  if (dice.chance(0.06)) {
    await closeAll(world);
    await world.clock.advance(dice.between(1, 30) * 3_600_000);
  }
  await dice.pick(STEPS)(world, dice.pick(trades), dice);
  await world.clock.advance(1_000);
}

/** Redeems so often that no report of the shop fits into one page, part or query. */
export async function redeemOften(world: TradingWorld, trade: ShopTrade, dice: Dice, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) await redeem(world, trade, dice, 'none');
  /* Only sums matter of so many. */
  trade.tenders.splice(10);
}

export const newTrade = (shop: TradingShop): ShopTrade => ({ shop, tenders: [], orders: [], ranges: [] });
