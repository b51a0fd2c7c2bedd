import { describe, expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { freshTill, reduce } from './machine.ts';
import { dueOf, leftToPay, needsPrice } from './sale.ts';
import type { Till, TillEvent } from './till.ts';
import { isCustomerUnclear } from './whose-sale.ts';

const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const fresh = freshTill('sale-1', 'SGD');
const due = (...keys: ('1' | '0' | '6')[]): TillEvent[] =>
  keys.map((key) => ({ type: 'due-key', key, newSaleId: 'sale-2' }));
const scanned = (text: string): TillEvent => ({ type: 'scanned', scan: scanOf(text), newSaleId: 'sale-2' });
const onPanel = (till: Till, check = checkOf()) => {
  const checking = run(till, scanned(check.ref));
  if (checking.stage.at !== 'checking') throw new Error(`nothing is being checked: ${checking.stage.at}`);
  return reduce(checking, { type: 'checked', scanned: checking.stage.scanned, check });
};
const redeem: TillEvent = { type: 'redeem', tenderId: 't1', now: 2_000 };
const taken: TillEvent = { type: 'answered', view: exampleTender('t1', 'captured'), now: 3_000 };
const goOn: TillEvent = { type: 'continued', now: 4_000 };
const leave: TillEvent = { type: 'unattended' };
const same: TillEvent = { type: 'same-customer', newSaleId: 'sale-3' };
const other: TillEvent = { type: 'new-sale', newSaleId: 'sale-3' };
/** SGD 60.00 are due, and a voucher paid 30.00. */
const partPaid = run(onPanel(run(fresh, ...due('6', '0'))), redeem, taken, goOn);

describe('a sale that was left unattended', () => {
  const left = reduce(partPaid, leave);

  it('asks which customer it is for, and accepts no voucher before that', () => {
    expect(isCustomerUnclear(left)).toBe(true);
    const held = run(left, scanned('5555555555'));
    expect([held.stage.at, held.unattended?.scan?.text]).toEqual(['ready', '5555555555']);
  });

  it('continues for the same customer, with the vouchers scanned meanwhile', () => {
    const on = run(left, scanned('5555555555'), same);
    expect([isCustomerUnclear(on), on.stage.at, on.sale.id, leftToPay(on.sale)]).toEqual([
      false,
      'checking',
      'sale-1',
      sgd(3_000),
    ]);
    expect(run(left, same)).toMatchObject({ stage: { at: 'ready' }, unattended: null });
  });

  it('ends for a new customer, whose voucher begins the next sale', () => {
    const next = run(left, scanned('5555555555'), other);
    expect([isCustomerUnclear(next), next.stage.at, next.sale.id, leftToPay(next.sale)]).toEqual([
      false,
      'checking',
      'sale-3',
      null,
    ]);
  });

  it('needs confirmation on an unanswered verdict, but not during a redemption', () => {
    const inFlight = run(onPanel(run(fresh, ...due('6', '0'))), redeem, leave);
    expect(isCustomerUnclear(inFlight)).toBe(false);
    const verdict = run(inFlight, taken);
    expect([verdict.stage.at, isCustomerUnclear(verdict)]).toEqual(['verdict', true]);
    expect(run(verdict, same)).toMatchObject({ stage: { at: 'ready' }, unattended: null, sale: { id: 'sale-1' } });
  });

  it('needs confirmation after a restart if it is old', () => {
    const found = (unattended: boolean): TillEvent => ({ type: 'found', sale: partPaid.sale, rows: [], unattended });
    expect([true, false].map((away) => isCustomerUnclear(run(fresh, found(away))))).toEqual([true, false]);
  });

  it.each<[string, Till]>([
    ['nothing has begun', fresh],
    ['only a voucher was checked', onPanel(fresh)],
    ['everything was paid', run(onPanel(run(fresh, ...due('1', '0'))), redeem, taken, goOn)],
    [
      'a register requested it',
      { ...partPaid, sale: { ...partPaid.sale, register: { name: 'R', origin: 'https://r.example' } } },
    ],
  ])('needs no confirmation if %s', (_, till) => expect(isCustomerUnclear(run(till, leave))).toBe(false));
});

describe('the price of items', () => {
  const items = exampleTender('t1', 'captured', { requested: { items: 1 }, captured: { items: 1 } });
  const coffees = checkOf({ remaining: { items: 4 }, unit: 'items' });
  const took = run(onPanel(run(fresh, ...due('1', '0')), coffees), redeem, {
    type: 'answered',
    view: items,
    now: 3_000,
  });
  const priced = (amount: number): TillEvent => ({ type: 'priced', tenderId: 't1', amount });

  it('is requested while an amount is due, and the verdict waits for it', () => {
    expect([needsPrice(took.sale, items), took.stage]).toMatchObject([true, { at: 'verdict', returnsAt: null }]);
  });

  it('is subtracted from the amount due, and can be corrected', () => {
    const less = run(took, priced(350));
    expect([dueOf(less.sale), leftToPay(less.sale), needsPrice(less.sale, items)]).toEqual([sgd(650), sgd(650), false]);
    expect(dueOf(run(less, priced(400)).sale)).toEqual(sgd(600));
  });

  it('is subtracted down to zero at most, with nothing left to pay then', () => {
    const all = run(took, priced(5_000));
    expect([dueOf(all.sale), leftToPay(all.sale)]).toEqual([sgd(0), sgd(0)]);
    expect(dueOf(run(all, priced(350)).sale)).toEqual(sgd(650));
  });

  it('is due again once the items were refunded', () => {
    const refunded: TillEvent = { type: 'answered', view: { ...items, state: 'refunded' }, now: 4_000 };
    const back = run(took, priced(500), refunded);
    expect([dueOf(back.sale), leftToPay(back.sale)]).toEqual([sgd(1_000), sgd(1_000)]);
  });

  it('is not requested for money, without an amount due, or for a register’s sale', () => {
    expect(needsPrice(partPaid.sale, exampleTender('t1', 'captured'))).toBe(false);
    const free = run(onPanel(fresh, coffees), redeem, { type: 'answered', view: items, now: 3_000 });
    expect(needsPrice(free.sale, items)).toBe(false);
    const register = { name: 'R', origin: 'https://r.example' };
    expect(needsPrice({ ...took.sale, register }, items)).toBe(false);
  });
});
