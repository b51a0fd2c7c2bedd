import { describe, expect, it } from 'vitest';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import type { ScanEvent } from '../../../reader/scan-event.ts';
import { checkOf, exampleTender } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  neverAnswered,
  noAnswer,
  problem,
  type Replies,
  type ScriptedReply,
} from '../../testing/scripted-page.ts';
import { createTillOutbox } from './outbox.ts';
import { amountStillDue, createSeries } from './series.ts';
import { createTillStore } from './store.ts';

installIndexedDb();

const CODES = ['1000000001', '1000000002', '1000000003'] as const;
const scans: readonly ScanEvent[] = CODES.map((text) => ({ text, source: 'camera', at: 0 }));
const sgd = (amount: number) => ({ amount, currency: 'SGD' });

/**
 * A till with SGD 80.00 due, and the given vouchers. Every redemption captures the requested amount
 * unless set otherwise.
 */
function createRig(
  vouchers: readonly Partial<CheckAnswer>[],
  replies: Replies = {},
  due: readonly ('8' | '0')[] = ['8', '0'],
) {
  let checks = 0;
  let puts = 0;
  const takes = [5000, 2000, 1000];
  const page = createScriptedPage(
    {
      check: [() => checkOf({ ref: CODES[checks] ?? '', ...vouchers[checks++] })],
      putTender: [(id) => exampleTender(id, 'captured', { captured: sgd(takes[puts++] ?? 0), remaining: sgd(0) })],
      putSaleDue: [neverAnswered],
      ...replies,
    },
    (name, id) => (id === '' ? name : `${name} ${id}`),
  );
  const store = createTillStore({
    ...page.deps,
    outbox: createTillOutbox(freshDatabase()),
    currency: 'SGD',
    onSettled: () => undefined,
  });
  for (const key of due) store.dueKey(key);
  const series = createSeries(store, page.deps);
  const left = () => series.state().rest.map(({ text }) => text);
  return {
    ...page,
    puts: () => page.puts().filter((line) => line.startsWith('putTender')),
    store,
    series,
    left,
    stage: () => store.state().stage,
    asked: () => store.state().sale.rows.map((row) => row.requested),
  };
}

/** A redemption that took this much. */
const taking =
  (amount: number): ScriptedReply =>
  (id) =>
    exampleTender(id, 'captured', { captured: sgd(amount), remaining: sgd(0) });
const holds = (amount: number): Partial<CheckAnswer> => ({ remaining: sgd(amount) });

describe('vouchers in one view that pay together', () => {
  it('are used one after the other up to the amount due, each as its own tender, and the last redeems only the rest', async () => {
    const rig = createRig([holds(5000), holds(2000), holds(9000)]);
    rig.series.start(scans);
    await rig.rest();
    expect([rig.asked(), rig.stage().at]).toEqual([[sgd(5000)], 'verdict']);
    await rig.pass(2);
    expect(rig.asked()).toEqual([sgd(5000), sgd(2000), sgd(1000)]);
    expect(new Set(rig.puts()).size).toBe(3);
    expect(rig.series.state()).toMatchObject({ isRunning: false, rest: [] });
    expect(rig.stage().at, 'the last verdict stays as any other').toBe('verdict');
  });

  it('stop at the amount due, and the others are named and not checked', async () => {
    const rig = createRig([holds(8000)], { putTender: [taking(8000)] });
    rig.series.start(scans);
    await rig.rest();
    await rig.pass(3);
    expect([rig.left(), rig.puts()]).toEqual([[CODES[1], CODES[2]], rig.puts().slice(0, 1)]);
    expect(rig.sent.filter((one) => one === 'check')).toHaveLength(1);
    expect(amountStillDue(rig.store.state())).toBe(null);
  });

  it.each<[string, Partial<CheckAnswer>]>([
    ['is refused', { remaining: sgd(5000), refusal: { reason: 'expired', issuerCode: null, issuerText: null } }],
    ['has no balance left', holds(0)],
    ['counts items', { remaining: { items: 3 }, unit: 'items' }],
    ['has another currency', { remaining: { amount: 5000, currency: 'MYR' } }],
    ['would lose more than is due', { remaining: sgd(9000), singleUse: true }],
    ['is not fully known', { remaining: null }],
  ])('wait for a person at a voucher that %s, which is shown and not redeemed', async (_why, second) => {
    const rig = createRig([holds(5000), second]);
    rig.series.start(scans);
    await rig.rest();
    await rig.pass();
    expect(rig.stage()).toMatchObject({ at: 'panel', scanned: { code: CODES[1] } });
    expect([rig.left(), rig.puts().length]).toEqual([[CODES[2]], 1]);
  });

  it.each<[string, Replies['putTender']]>([
    ['declined', [(id) => exampleTender(id, 'declined')]],
    ['unknown', [(id) => exampleTender(id, 'unknown')]],
    ['without a response', [noAnswer]],
    ['refused by our server', [problem(409, 'id-used')]],
  ])('stop after a voucher whose redemption is %s', async (_why, putTender) => {
    const rig = createRig([], { ...(putTender && { putTender }), tender: [neverAnswered] });
    rig.series.start(scans);
    await rig.rest();
    expect(rig.series.state().isRunning).toBe(false);
    expect([rig.left(), rig.puts().length]).toEqual([[CODES[1], CODES[2]], 1]);
  });

  it('continue with the next when a verdict closes, and stop if a verdict is kept open', async () => {
    const rig = createRig([holds(2000), holds(2000), holds(2000)], { putTender: [taking(2000)] });
    rig.series.start(scans);
    await rig.rest();
    rig.store.goOn();
    await rig.rest();
    expect(rig.puts()).toHaveLength(2);
    rig.store.touch();
    await rig.pass();
    expect([rig.left(), rig.puts().length, rig.series.state().isRunning]).toEqual([[CODES[2]], 2, false]);
  });

  it('are no longer redeemed once the screen is left', async () => {
    const rig = createRig([holds(2000)], { putTender: [taking(2000)] });
    rig.series.start(scans);
    rig.series.stop();
    await rig.rest();
    await rig.pass(2);
    expect(rig.puts()).toHaveLength(0);
    expect(rig.left()).toEqual([]);
  });
});
