import { expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { saleDueOf } from './due-report.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import type { Till, TillEvent } from './till.ts';

const ANA = { id: 'p-ana', name: 'Ana' };
const BOB = { id: 'p-bob', name: 'Bob' };
const fresh: Till = { ...freshTill('sale-1', 'SGD'), now: 1_000_000, person: ANA };
const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const due = (...pressed: Key[]): TillEvent[] => [
  { type: 'due-complete' },
  ...pressed.map((key): TillEvent => ({ type: 'due-key', key, newSaleId: 'sale-2' })),
];
const collected: TillEvent = { type: 'collected' };
const goOn: TillEvent = { type: 'continued', now: 9_000 };

function paid(till: Till, tenderId: string, ref: string, amount: number): Till {
  const checking = run(till, { type: 'scanned', scan: scanOf(ref, 20_000), newSaleId: 'sale-2' });
  if (checking.stage.at !== 'checking') throw new Error(`not being checked: ${checking.stage.at}`);
  const shown = run(checking, { type: 'checked', scanned: checking.stage.scanned, check: checkOf({ ref }) });
  const redeemed = run(shown, { type: 'redeem', tenderId, now: till.now, all: shown.sale.due.current === 0 });
  const view = exampleTender(tenderId, 'captured', { requested: sgd(amount), captured: sgd(amount) });
  return run(redeemed, { type: 'answered', view, now: till.now });
}
const part = paid(run(fresh, ...due('8', '0')), 't1', '1111111111', 5_000);
const over = run(part, collected);
const report = (amountDue: number, amount: number | null, revision: number, person = 'Ana') => ({
  currency: 'SGD',
  due: amountDue,
  collected: amount,
  revision,
  person,
});

it('a sale with one voucher is not reported, whether or not it is paid', () => {
  expect(saleDueOf(part.sale)).toBeNull();
  expect(saleDueOf(run(paid(run(fresh, ...due('5', '0')), 't1', '1111111111', 5_000), goOn).sale)).toBeNull();
});

it('a sale is reported with its collected amount, and the sale of the next customer is not', () => {
  expect(saleDueOf(over.sale)).toEqual(report(8_000, 3_000, 1));
  const next = run(over, ...due('9', '0'));
  expect([next.sale.id, saleDueOf(next.sale)]).toEqual(['sale-2', null]);
  expect(saleDueOf(paid(next, 't2', '2222222222', 5_000).sale)).toBeNull();
});

it('a sale that a colleague continues for its customer is reported with the name of the colleague', () => {
  const ofBob = run({ ...run(part, goOn), person: BOB }, { type: 'same-customer', newSaleId: 'sale-3' }, collected);
  expect(saleDueOf(ofBob.sale)).toEqual(report(8_000, 3_000, 1, 'Bob'));
});

it('a sale with several vouchers is reported, with its latest bill', () => {
  const second = paid(run(part, goOn), 't2', '2222222222', 1_000);
  expect(saleDueOf(second.sale)).toEqual(report(8_000, null, 1));
  expect(saleDueOf(run(second, goOn, ...due('9', '0')).sale)).toMatchObject({ due: 9_000, revision: 3 });
});

it('a bill that changed after a redemption is reported, even if none was typed before', () => {
  expect(saleDueOf(run(part, goOn, ...due('9', '0')).sale)).toMatchObject({ due: 9_000, collected: null });
  const without = paid(fresh, 't1', '1111111111', 5_000);
  const continued = run(without, goOn, { type: 'sale-continued' }, ...due('7', '0'));
  expect(saleDueOf(continued.sale)).toMatchObject({ due: 7_000, collected: null });
});

it('a bill that is being typed again, or that is unusually large, is not reported yet', () => {
  const typing = run(part, goOn, ...due('clear'));
  expect(saleDueOf(typing.sale)).toBeNull();
  const large = run({ ...part, rule: { ...part.rule, askAboveDue: 50_000 } }, goOn, ...due('9', '0', '0'));
  expect(saleDueOf(large.sale)?.due).toBe(9_000);
  expect(saleDueOf(run(large, { type: 'due-meant' }).sale)?.due).toBe(90_000);
});

it('a collected amount is withdrawn if the customer is the same, and counted again', () => {
  const again = run(over, { type: 'sale-continued' });
  expect(saleDueOf(again.sale)).toEqual(report(8_000, null, 2));
  expect(saleDueOf(run(again, collected).sale)).toEqual(report(8_000, 3_000, 3));
});

it('a sale that waits for its person is reported by that person after it was resumed', () => {
  const ofBob = run({ ...run(part, goOn), person: BOB }, ...due('1'));
  const left = run(ofBob, { type: 'parked-for-owner', newSaleId: 'sale-3' });
  expect([left.sale.id, saleDueOf(left.sale)]).toEqual(['sale-3', null]);
  const resumed = run({ ...left, person: ANA }, { type: 'signed-in' }, { type: 'same-customer', newSaleId: 'sale-4' });
  expect(saleDueOf(run(resumed, collected).sale)).toEqual(report(8_000, 3_000, 1));
});

it('the sale of a register is not reported, because the register has the bill', () => {
  const register = { name: 'Front', origin: 'https://register.example' };
  const linked = { ...fresh, sale: { ...run(fresh, ...due('8', '0')).sale, register } };
  const both = paid(run(paid(linked, 't1', '1111111111', 5_000), goOn), 't2', '2222222222', 1_000);
  expect([both.sale.rows.length, saleDueOf(both.sale)]).toEqual([2, null]);
});
