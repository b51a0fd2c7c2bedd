import { describe, expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf, sgd } from '../../testing/examples.ts';
import { newCuesOf } from '../screens/cues.ts';
import { freshTill, reduce } from './machine.ts';
import { leftToPay } from './sale.ts';
import { isIdle, isShutOut, type Till, type TillEvent } from './till.ts';

const run = (till: Till, ...events: TillEvent[]) => events.reduce(reduce, till);
const fresh = run(
  freshTill('sale-1', 'SGD'),
  ...(['8', '0'] as const).map((key): TillEvent => ({ type: 'due-key', key, newSaleId: 'x' })),
);
const onPanel = (till: Till, ref = '1234567890'): Till => {
  const checking = reduce(till, { type: 'scanned', scan: scanOf(ref, 1_000), newSaleId: 'sale-2' });
  if (checking.stage.at !== 'checking') throw new Error(`nothing is being checked: ${checking.stage.at}`);
  return reduce(checking, { type: 'checked', scanned: checking.stage.scanned, check: checkOf({ ref }) });
};
const inFlight = (till: Till, tenderId = 't1', ref = '1234567890') =>
  reduce(onPanel(till, ref), { type: 'redeem', tenderId, now: 2_000, all: leftToPay(till.sale) === null });
const heard = (state: Parameters<typeof exampleTender>[1], id = 't1'): TillEvent => ({
  type: 'answered',
  view: exampleTender(id, state),
  now: 3_000,
});
const nextCustomer = (newSaleId = 'sale-2'): TillEvent => ({ type: 'park', newSaleId, now: 10_000 });
const goOn: TillEvent = { type: 'continued', now: 20_000 };
const missing = (tenderId = 't1'): TillEvent => ({ type: 'missing', tenderId });
const parked = run(inFlight(fresh), heard('unknown'), nextCustomer());

describe('a redemption left for the next customer', () => {
  it('is kept during a new sale, and the till accepts the next voucher', () => {
    expect(parked).toMatchObject({ stage: { at: 'ready' }, sale: { id: 'sale-2', rows: [], due: { current: 0 } } });
    expect(parked.earlier.map(({ tenderId }) => tenderId)).toEqual(['t1']);
    expect(onPanel(parked, '5555555555').stage).toMatchObject({ at: 'panel' });
    expect(isIdle(parked)).toBe(false);
  });

  it('can be one of several, listed oldest first', () => {
    const two = run(inFlight(parked, 't2', '5555555555'), heard('unknown', 't2'), nextCustomer('sale-3'));
    expect(two.earlier.map(({ tenderId }) => tenderId)).toEqual(['t1', 't2']);
    expect(two.sale.id).toBe('sale-3');
  });

  it('does not cover the screen when it is settled, and stays until a person has acknowledged it', () => {
    const settled = run(parked, heard('captured'));
    expect(settled.stage.at).toBe('ready');
    expect(run(settled, { type: 'new-sale', newSaleId: 'sale-3' }).earlier).toHaveLength(1);
    const looked = run(settled, { type: 'show', tenderId: 't1', now: 15_000 });
    expect(looked.stage).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
    expect(run(looked, goOn)).toMatchObject({ stage: { at: 'ready' }, earlier: [] });
  });

  it('stays after it was viewed if it is still open', () => {
    const looked = run(parked, { type: 'show', tenderId: 't1', now: 15_000 });
    expect(looked.stage.at).toBe('flight');
    expect(run(looked, nextCustomer('sale-9'))).toMatchObject({
      stage: { at: 'ready' },
      sale: { id: 'sale-2' },
      earlier: [{}],
    });
  });

  it('is only viewed, so that the next scan opens the scanned voucher', () => {
    const looked = run(parked, { type: 'show', tenderId: 't1', now: 15_000 });
    expect(onPanel(looked, '5555555555').stage).toMatchObject({ at: 'panel', check: { ref: '5555555555' } });
  });

  it('returns the screen to the next customer’s voucher after it was viewed', () => {
    const panel = onPanel(run(parked, heard('captured')), '5555555555');
    const looked = run(panel, { type: 'show', tenderId: 't1', now: 15_000 });
    expect(looked.stage.at).toBe('verdict');
    expect(run(looked, goOn).stage).toBe(panel.stage);
  });

  it('is kept if the next customer came before its verdict was shown', () => {
    const other = run(inFlight(fresh), heard('unknown'), goOn);
    const waiting = run(onPanel(other, '5555555555'), heard('declined'), { type: 'new-sale', newSaleId: 'sale-2' });
    expect(waiting.earlier.map(({ tenderId }) => tenderId)).toEqual(['t1']);
  });

  it('after a reload still leaves the till to the next customer', () => {
    const found = reduce(freshTill('sale-9', 'SGD'), { type: 'found', sale: parked.sale, rows: parked.earlier });
    expect(found).toMatchObject({ stage: { at: 'ready' }, earlier: [{ tenderId: 't1' }] });
  });
});

describe('the announcement of its outcome', () => {
  it('is made once for each new state from the server', () => {
    const news = (event: TillEvent, before = parked) => newCuesOf(before, reduce(before, event)).map(({ cue }) => cue);
    expect(news(heard('captured'))).toEqual(['done']);
    expect(news(heard('declined'))).toEqual(['attention']);
    expect(news(heard('not_captured'))).toEqual(['attention']);
    expect(news(heard('manager'))).toEqual(['unknown']);
    expect(news(heard('sent'))).toEqual([]);
    expect(news(heard('captured'), run(parked, heard('captured')))).toEqual([]);
    expect(news(heard('late_capture'), run(parked, heard('not_captured')))).toEqual(['attention']);
  });

  it('is made if the operation is missing, and again if it is found', () => {
    const silent = run(inFlight(fresh), nextCustomer());
    const lost = reduce(silent, missing());
    expect(newCuesOf(silent, lost)).toMatchObject([{ cue: 'attention' }]);
    expect(newCuesOf(lost, reduce(lost, missing()))).toEqual([]);
    expect(newCuesOf(lost, reduce(lost, heard('captured')))).toMatchObject([{ cue: 'done' }]);
  });

  it('is omitted if the screen shows the redemption', () => {
    const looked = run(parked, { type: 'show', tenderId: 't1', now: 15_000 });
    expect(newCuesOf(looked, reduce(looked, heard('captured')))).toEqual([]);
  });
});

describe('a redemption that was sent without a valid session', () => {
  const shutOut = run(
    inFlight(fresh),
    { type: 'refused-signed-out', tenderId: 't1' },
    { type: 'silent', tenderId: 't1' },
  );

  it('returns the screen to its voucher once it was cancelled, with the requested amount', () => {
    expect(isShutOut(shutOut, 't1')).toBe(true);
    const back = reduce(shutOut, { type: 'never-recorded', tenderId: 't1' });
    expect(back).toMatchObject({
      stage: { at: 'panel', amount: sgd(5_000) },
      sale: { id: 'sale-1', due: { current: 8_000 }, rows: [] },
    });
    expect(isShutOut(back, 't1')).toBe(false);
    expect(run(back, { type: 'redeem', tenderId: 't2', now: 9_000 }).stage).toMatchObject({
      at: 'flight',
      tenderId: 't2',
    });
  });

  it('is looked up like any other if the server had it after all', () => {
    const known = run(shutOut, { type: 'already-recorded', tenderId: 't1' }, heard('captured'));
    expect(known.stage).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
  });

  it('is distinguished from other redemptions by its id', () => {
    expect(isShutOut(run(inFlight(fresh), { type: 'refused-signed-out', tenderId: 't2' }), 't1')).toBe(false);
  });
});
