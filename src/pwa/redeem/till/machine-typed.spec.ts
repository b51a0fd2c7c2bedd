import { describe, expect, it } from 'vitest';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { leftToPay } from './sale.ts';
import { type Till, type TillEvent, typedOf } from './till.ts';

const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const fresh = freshTill('sale-1', 'SGD');
const due = (...keys: Key[]): TillEvent[] => keys.map((key) => ({ type: 'due-key', key, newSaleId: 'sale-2' }));
const take = (...keys: Key[]): TillEvent[] => keys.map((key) => ({ type: 'take-key', key }));
const scanned = (text: string): TillEvent => ({ type: 'scanned', scan: scanOf(text), newSaleId: 'sale-2' });
const onPanel = (till = fresh, check = checkOf()) => {
  const checking = run(till, scanned(check.ref));
  if (checking.stage.at !== 'checking') throw new Error(`nothing is being checked: ${checking.stage.at}`);
  return reduce(checking, { type: 'checked', scanned: checking.stage.scanned, check });
};
/** Thirty dollars were due, and a voucher paid them. */
const finished = run(
  onPanel(run(fresh, ...due('3', '0'))),
  { type: 'redeem', tenderId: 't1', now: 2_000 },
  { type: 'answered', view: exampleTender('t1', 'captured'), now: 3_000 },
  { type: 'continued', now: 5_000 },
);

describe('digits followed by Enter in the code field', () => {
  const typed = (text: string, source: ScanEvent['source'] = 'typed'): TillEvent => ({
    type: 'scanned',
    scan: { text, source, at: 1_000 },
    newSaleId: 'sale-2',
  });
  const confirmed: TillEvent = { type: 'due-confirmed', newSaleId: 'sale-3' };

  it.each([
    ['80', 8_000],
    ['5', 500],
    ['12,5', 1_250],
    ['80.00', 8_000],
    ['1,234.50', 123_450],
  ])('are confirmed as the amount due with the next Enter: %s', (text, amount) => {
    const asked = run(fresh, typed(text));
    expect(asked.note).toMatchObject({ reason: 'due?', due: sgd(amount) });
    expect([asked.stage.at, leftToPay(asked.sale)]).toEqual(['ready', null]);
    const till = run(asked, confirmed);
    expect([leftToPay(till.sale), till.note, till.sale.id]).toEqual([sgd(amount), null, 'sale-1']);
    expect(reduce(till, confirmed)).toBe(till);
  });

  it('begin the next sale if the last sale is finished', () => {
    const till = run(finished, typed('80'), confirmed);
    expect([till.sale.id, leftToPay(till.sale)]).toEqual(['sale-3', sgd(8_000)]);
  });

  it.each<[string, Till, TillEvent]>([
    ['a scanner sent them', fresh, typed('80', 'wedge')],
    ['an amount is already due', run(fresh, ...due('7')), typed('80')],
    ['they amount to zero', fresh, typed('0')],
    ['they can be a code', fresh, typed('1234567890')],
    ['they are not an amount', fresh, typed('x1')],
    ['a voucher is on the screen', onPanel(), typed('80')],
  ])('do not prompt for anything if %s', (_, till, event) => expect(reduce(till, event).note?.reason).not.toBe('due?'));

  it.each<[string, TillEvent[]]>([
    ['Escape', [{ type: 'panel-closed' }]],
    ['a typed amount', due('5')],
    ['a scan', [scanned('1234567890')]],
  ])('no longer prompt after %s', (_, events) => {
    const till = run(fresh, typed('80'), ...events);
    expect(till.note).toBeNull();
    expect(reduce(till, confirmed)).toBe(till);
  });
});

describe('an unusually high amount due', () => {
  const typed = run(fresh, ...due('1', '2', '0', '00'));

  it('must be confirmed by a person before anything is due', () => {
    expect([typed.sale.doubted, leftToPay(typed.sale)]).toEqual([true, null]);
    expect(onPanel(typed).stage).toMatchObject({ amount: sgd(0) });
    const meant = reduce(typed, { type: 'due-meant' });
    expect([meant.sale.doubted, leftToPay(meant.sale)]).toEqual([false, sgd(1_200_000)]);
  });

  it('is suggested for the voucher on the screen after confirmation, unless another amount was typed', () => {
    expect(reduce(onPanel(typed), { type: 'due-meant' }).stage).toMatchObject({ amount: sgd(5_000) });
    const own = run(onPanel(typed), ...take('7'), { type: 'due-meant' });
    expect(own.stage).toMatchObject({ amount: sgd(700) });
  });

  it('is compared with the shop’s limit after each key', () => {
    const low: Till = { ...fresh, rule: { ...fresh.rule, askAboveDue: 5_000 } };
    const till = run(low, ...due('5', '1'));
    expect([till.sale.doubted, reduce(till, due('back')[0] as TillEvent).sale.doubted]).toEqual([true, false]);
  });

  it('is restored with its confirmation if the keys that changed it were a scan', () => {
    const meant = reduce(typed, { type: 'due-meant' });
    const back = run(meant, ...due('9'), { type: 'digits-restored', before: typedOf(meant) });
    expect(back.sale).toEqual(meant.sale);
  });
});

it('digits alone are cents in a shop with that setting, for the amount due, the amount to redeem and in place of a code', () => {
  const cents: Till = { ...fresh, rule: { ...fresh.rule, typedAmounts: 'cents' } };
  expect(leftToPay(run(cents, ...due('8', '0')).sale)).toEqual(sgd(80));
  expect(run(onPanel(cents), ...take('8', '0')).stage).toMatchObject({ amount: sgd(80) });
  const scan = { text: '80', source: 'typed', at: 1_000 } as const;
  expect(reduce(cents, { type: 'scanned', scan, newSaleId: 's' }).note).toMatchObject({ due: sgd(80) });
});

describe('scanned characters that were treated as typed', () => {
  const takenBack = (before: Till): TillEvent => ({ type: 'digits-restored', before: typedOf(before) });

  it('are removed from the amount due', () => {
    const before = run(fresh, ...due('2', '0'));
    expect(run(before, ...due('9'), takenBack(before))).toEqual(before);
  });

  it('are removed from the amount to redeem, and the suggestion is restored', () => {
    const before = onPanel(run(fresh, ...due('3', '0')));
    expect(run(before, ...take('9', '9'), takenBack(before))).toEqual(before);
  });

  it('do not leave an amount due if they had begun the next sale', () => {
    expect(leftToPay(run(finished, ...due('9'), takenBack(finished)).sale)).toBeNull();
  });

  it('do not affect another voucher that is on the screen by then', () => {
    const before = onPanel();
    const other = onPanel(run(before, { type: 'panel-closed' }), checkOf({ ref: '5555555555' }));
    expect(run(other, takenBack(before))).toEqual(other);
  });
});
