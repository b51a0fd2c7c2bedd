import { describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import { refusal } from '../../../contract/voucher/refusal.ts';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { DONE_VERDICT_MS } from '../limits.ts';
import type { Key } from './entry.ts';
import { freshTill, reduce } from './machine.ts';
import { balanceOf, leftToPay } from './sale.ts';
import { allRows, isIdle, type Till, type TillEvent } from './till.ts';

const CODE = '1234567890';
const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const fresh = freshTill('sale-1', 'SGD');
const due = (...keys: Key[]): TillEvent[] => keys.map((key) => ({ type: 'due-key', key, newSaleId: 'sale-2' }));
const scanned = (text = CODE, at = 1_000): TillEvent => ({
  type: 'scanned',
  scan: scanOf(text, at),
  newSaleId: 'sale-2',
});
/** The camera reads a code. */
const seen = (text: string, at: number): TillEvent => ({
  type: 'scanned',
  scan: { text, source: 'camera', at },
  newSaleId: 'sale-2',
});
const checked = (till: Till, check = checkOf()): Till => {
  if (till.stage.at !== 'checking') throw new Error(`nothing is being checked: ${till.stage.at}`);
  return reduce(till, { type: 'checked', scanned: till.stage.scanned, check });
};
const onPanel = (till = fresh, check = checkOf()) => checked(run(till, scanned(check.ref)), check);
const redeem = (tenderId = 't1', now = 2_000): TillEvent => ({ type: 'redeem', tenderId, now });
const heard = (state: Parameters<typeof exampleTender>[1], id = 't1', now = 3_000): TillEvent => ({
  type: 'answered',
  view: exampleTender(id, state),
  now,
});
const redeemAll = (tenderId = 't1', now = 2_000): TillEvent => ({ type: 'redeem', tenderId, now, all: true });
const take = (...keys: Key[]): TillEvent[] => keys.map((key) => ({ type: 'take-key', key }));
const inFlight = (till = fresh) => run(onPanel(till), leftToPay(till.sale) === null ? redeemAll() : redeem());

describe('a scan', () => {
  it('suggests the lower of the amount due and the balance, and no amount without an amount due', () => {
    expect(onPanel(run(fresh, ...due('3', '0'))).stage).toMatchObject({ at: 'panel', amount: sgd(3_000) });
    expect(onPanel(run(fresh, ...due('8', '0'))).stage).toMatchObject({ amount: sgd(5_000) });
    expect(onPanel().stage).toMatchObject({ amount: sgd(0) });
  });

  it('counts items for a product, one at a time', () => {
    const till = onPanel(fresh, checkOf({ remaining: { items: 4 } }));
    expect(till.stage).toMatchObject({ amount: { items: 1 } });
    expect(reduce(till, { type: 'take-key', key: '3' }).stage).toMatchObject({ amount: { items: 3 } });
  });

  it('by camera of the same code within the cooldown is ignored with a note', () => {
    const till = run(fresh, scanned(), seen(CODE, 1_000 + LIMITS.scanCooldownMs - 1));
    expect(till.note?.reason).toBe('cooldown');
    expect(till.stage).toMatchObject({ at: 'checking' });
  });

  it('is refused locally if the voucher is in the sale, by link or by ref', () => {
    const link = 'https://v.example/3f2504e0-4f89-41d3-9a0c-0305e82c3301';
    const paid = run(checked(run(fresh, ...due('8', '0'), scanned(link))), redeem(), heard('captured'), {
      type: 'continued',
      now: 4_000,
    });
    expect(run(paid, scanned(CODE, 90_000)).note?.reason).toBe('already-in-sale');
    expect(run(paid, scanned(link, 90_000)).note?.reason).toBe('already-in-sale');
  });

  it('during a redemption only shows a note', () => {
    const till = inFlight();
    const after = run(till, scanned('9999999999'));
    expect(after.note?.reason).toBe('busy');
    expect(after.stage).toBe(till.stage);
  });

  it('is not shown if its check is answered after another scan', () => {
    const first = run(fresh, scanned());
    const second = run(first, scanned('9999999999', 1_200));
    expect(
      first.stage.at === 'checking' &&
        reduce(second, { type: 'checked', scanned: first.stage.scanned, check: checkOf() }),
    ).toBe(second);
  });

  it('is accepted if its voucher was closed before, with any scanner', () => {
    const away = run(onPanel(), { type: 'panel-closed' });
    expect(away.stage.at).toBe('ready');
    for (const again of [scanned(CODE, 1_100), seen(CODE, 1_100)]) expect(run(away, again).stage.at).toBe('checking');
  });

  it('by camera is not repeated immediately after a verdict, while a scan by hand scanner is accepted', () => {
    const over = run(inFlight(), heard('declined'), { type: 'continued', now: 10_000 });
    expect(run(over, seen(CODE, 10_100)).note?.reason).toBe('cooldown');
    expect(run(over, scanned(CODE, 10_100)).stage.at).toBe('checking');
  });

  it('leaves a notice that disappears automatically, at the latest with the sale', () => {
    const noted = run(inFlight(), scanned('9999999999'));
    const id = noted.note?.id ?? 0;
    expect(run(noted, { type: 'note-over', id: id - 1 }).note).toEqual(noted.note);
    expect(run(noted, { type: 'note-over', id }).note).toBeNull();
    expect(run(fresh, scanned('12'), { type: 'new-sale', newSaleId: 'sale-2' }).note).toBeNull();
  });
});

describe('redeeming', () => {
  it('starts one redemption if pressed twice in a row', () => {
    const till = run(onPanel(), redeemAll('t1'), redeemAll('t2'));
    expect(till.stage).toEqual({ at: 'flight', tenderId: 't1', silent: false });
    expect(allRows(till).map(({ tenderId }) => tenderId)).toEqual(['t1']);
  });

  it.each([
    ['a refused voucher', checkOf({ refusal: refusal('expired'), status: 'expired' })],
    [
      'a voucher that is open elsewhere',
      checkOf({ open: { device: 'Till 3', since: '2026-11-21T07:00:00Z', tenderId: 'x', mine: false } }),
    ],
    ['an empty till', checkOf({ remaining: sgd(0) })],
  ])('does not start for %s', (_, check) => {
    const till = onPanel(run(fresh, ...due('3', '0')), check);
    expect(reduce(till, redeem())).toBe(till);
    const withoutDue = onPanel(fresh, check);
    expect(reduce(withoutDue, redeemAll())).toBe(withoutDue);
  });

  it('does not redeem without an amount due, until one is typed or the whole balance is chosen', () => {
    const till = onPanel();
    expect(reduce(till, redeem())).toBe(till);
    expect(allRows(run(till, ...take('1', '2', '.'), redeem()))).toMatchObject([{ requested: sgd(1_200) }]);
    expect(allRows(run(till, redeemAll()))).toMatchObject([{ requested: sgd(5_000) }]);
  });

  it('redeems the whole balance only if no amount is due', () => {
    const till = onPanel(run(fresh, ...due('3', '0')));
    expect(reduce(till, redeemAll())).toBe(till);
  });

  it('does not start while the typed amount is invalid', () => {
    const till = run(onPanel(run(fresh, ...due('3', '0'))), ...take('1', '.', '5', '0', '0'));
    expect(till.stage).toMatchObject({ amount: sgd(0) });
    expect(reduce(till, redeem())).toBe(till);
  });

  it('does not start for more than the balance', () => {
    const till = run(onPanel(), ...take('9', '0'));
    expect(till.stage).toMatchObject({ amount: sgd(9_000) });
    const refused = reduce(till, redeem());
    expect([refused.stage, allRows(refused)]).toMatchObject([{ at: 'panel', amount: sgd(9_000) }, []]);
    expect(run(refused, ...take('4')).stage, 'the next digit begins another amount').toMatchObject({
      amount: sgd(400),
    });
    expect(allRows(run(refused, redeemAll()))).toMatchObject([{ requested: sgd(5_000) }]);
    const withDue = run(onPanel(run(fresh, ...due('3', '0'))), ...take('9', '0'), redeemAll());
    expect(allRows(withDue)).toMatchObject([{ requested: sgd(3_000) }]);
  });

  it('leaves the decision to the server if the voucher could not be checked', () => {
    const till = run(fresh, ...due('3', '0'));
    const blind = onPanel(till, checkOf({ remaining: null, source: null, status: 'unknown' }));
    expect(run(blind, redeem()).stage.at).toBe('flight');
  });
});

describe('an outcome', () => {
  it('is shown as a verdict if it is final, and a completed outcome closes after a while', () => {
    expect(run(inFlight(), heard('captured')).stage).toMatchObject({
      at: 'verdict',
      returnsAt: 3_000 + DONE_VERDICT_MS,
    });
    expect(run(inFlight(), heard('declined')).stage).toMatchObject({ at: 'verdict', returnsAt: null });
  });

  it.each(['intent', 'sent', 'unknown'] as const)(
    'is still open in the state %s, so the screen keeps checking',
    (state) => {
      expect(run(inFlight(), heard(state)).stage).toEqual({ at: 'flight', tenderId: 't1', silent: false });
    },
  );

  it('stays on the screen after a touch', () => {
    expect(run(inFlight(), heard('captured'), { type: 'touched' }).stage).toMatchObject({ returnsAt: null });
  });

  it('replaces the call for a manager if the redemption is settled after all', () => {
    const till = run(inFlight(), heard('manager'));
    expect(till.stage).toMatchObject({ at: 'verdict', view: { state: 'manager' } });
    expect(run(till, heard('captured')).stage).toMatchObject({ view: { state: 'captured' } });
  });

  it('counts as neither paid nor left to pay while it is unknown', () => {
    const till = inFlight(run(fresh, ...due('8', '0')));
    for (const one of [till, run(till, heard('unknown')), run(till, heard('late_capture'))])
      expect(balanceOf(one.sale)).toMatchObject({ redeemed: 0, inDoubt: 5_000, left: 3_000 });
    expect(leftToPay(run(till, heard('captured')).sale)).toEqual(sgd(5_000));
    expect(leftToPay(run(till, heard('not_captured')).sale)).toEqual(sgd(8_000));
  });

  it('waits for its turn if another voucher is on the screen', () => {
    const left = run(inFlight(), { type: 'continued', now: 4_000 });
    const busy = onPanel(left, checkOf({ ref: '5555555555' }));
    const news = run(busy, heard('captured'));
    expect(news.stage.at).toBe('panel');
    expect(run(news, redeemAll('t2'), heard('captured', 't2'), { type: 'continued', now: 9_000 }).stage).toMatchObject({
      tenderId: 't1',
    });
  });

  it('is shown at once if the screen is free', () => {
    const left = run(inFlight(), { type: 'continued', now: 4_000 });
    expect(run(left, heard('not_captured')).stage).toMatchObject({ at: 'verdict', tenderId: 't1' });
  });

  it('removes the row if our own server refuses, since nothing was recorded', () => {
    const failure = { kind: 'problem', code: 'voucher-open', status: 409, details: { device: 'Till 3' } } as const;
    const till = run(inFlight(), { type: 'rejected', tenderId: 't1', failure });
    expect(till.stage).toMatchObject({ at: 'rejected', failure });
    expect(allRows(till)).toEqual([]);
  });
});

describe('a redemption unknown to the server', () => {
  const missing: TillEvent = { type: 'missing', tenderId: 't1' };

  it('can be cancelled, and then leaves no row', () => {
    const till = run(inFlight(), missing);
    expect(till.stage).toMatchObject({ at: 'not-arrived', tenderId: 't1' });
    expect(allRows(run(till, { type: 'cancelled', tenderId: 't1' }))).toEqual([]);
  });

  it('is followed again if it arrives after all', () => {
    expect(run(inFlight(), missing, heard('sent')).stage.at).toBe('flight');
  });

  it('is never reported as not arrived if the server knew it once, because it may be redeemed', () => {
    const till = run(inFlight(), heard('unknown'));
    expect(run(till, missing)).toBe(till);
  });
});

describe('the next customer', () => {
  it('begins by scanning or typing once everything is paid and settled', () => {
    const done = run(inFlight(run(fresh, ...due('3', '0'))), heard('captured'), { type: 'continued', now: 5_000 });
    expect(run(done, scanned('5555555555', 9_000)).sale).toMatchObject({ id: 'sale-2', rows: [] });
    expect(run(done, ...due('7')).sale).toMatchObject({ id: 'sale-2', due: { current: 700 } });
  });

  it('keeps the unsettled redemptions of the previous sale', () => {
    const till = run(inFlight(), { type: 'continued', now: 4_000 }, { type: 'new-sale', newSaleId: 'sale-2' });
    expect(till.sale.rows).toEqual([]);
    expect(till.earlier.map(({ tenderId }) => tenderId)).toEqual(['t1']);
  });
});

describe('after a reload', () => {
  it('the sale is restored, and the redemption in progress is looked up', () => {
    const before = inFlight(run(fresh, ...due('8', '0')));
    const kept = { ...before.sale, rows: before.sale.rows.map((row) => ({ ...row, code: null, identities: [] })) };
    const after = reduce(freshTill('sale-9', 'SGD'), { type: 'found', sale: kept, rows: before.sale.rows });
    expect(after.sale).toEqual(before.sale);
    expect(after.stage).toMatchObject({ at: 'flight', tenderId: 't1' });
  });

  it('a redemption of another tab or an earlier sale is followed, not sent', () => {
    const after = reduce(fresh, { type: 'found', sale: null, rows: inFlight().sale.rows });
    expect(after.earlier).toHaveLength(1);
    expect(after.stage).toMatchObject({ at: 'flight', tenderId: 't1' });
  });
});

it('the till is idle only before and after a sale, so that the page may be reloaded then', () => {
  const paid = run(inFlight(), heard('captured'), { type: 'continued', now: 4_000 });
  const partly = run(inFlight(run(fresh, ...due('8', '0'))), heard('captured'), { type: 'continued', now: 4_000 });
  const parked = run(inFlight(), { type: 'continued', now: 4_000 }, { type: 'new-sale', newSaleId: 'sale-2' });
  expect([fresh, paid].map(isIdle)).toEqual([true, true]);
  const busy = [
    run(fresh, ...due('8')),
    run(fresh, ...due('5', 'add')),
    run(fresh, scanned()),
    onPanel(),
    inFlight(),
    run(inFlight(), heard('captured')),
    partly,
    parked,
  ];
  expect(busy.map(isIdle)).toEqual(busy.map(() => false));
});
