import { describe, expect, it } from 'vitest';
import { exampleTender, refundOf, sgd } from '../testing/examples.ts';
import { installIndexedDb } from '../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  noAnswer,
  problem,
  type Replies,
  type ScriptedReply,
} from '../testing/scripted-page.ts';
import { createRefundOutbox, type RefundOutbox } from './outbox.ts';
import { outcomeOf } from './pending-refund.ts';
import { createRefundStore } from './store.ts';

installIndexedDb();

const state =
  (name: Parameters<typeof refundOf>[1]): ScriptedReply =>
  (id) =>
    refundOf(id, name);
const TAKEN = exampleTender('t1', 'captured');

function createRig(
  replies: Replies,
  { outbox = createRefundOutbox(freshDatabase()), mayQuery = (): boolean => true } = {},
) {
  const page = createScriptedPage(replies);
  const store = createRefundStore({
    ...page.deps,
    outbox,
    mayQuery,
    onSettled: (tenderId) => page.sent.push(`settled ${tenderId}`),
  });
  return {
    ...page,
    store,
    outbox,
    outcome: () => {
      const known = store.state().byTender.get('t1');
      return known && outcomeOf(known.phase);
    },
    kept: async () => (await outbox.operations()).length,
    refund: async () => {
      store.refund(TAKEN, 'Wrong amount');
      await page.rest();
    },
  };
}

describe('a refund', () => {
  it('is stored before it is sent, with its reason, and the screens are notified when it is done', async () => {
    const order: string[] = [];
    const inner = createRefundOutbox('order');
    const outbox: RefundOutbox = {
      ...inner,
      save: (operation) => inner.save(operation).then(() => void order.push('saved')),
    };
    const rig = createRig({ putRefund: [(id) => (order.push('sent'), refundOf(id, 'refunded'))] }, { outbox });
    await rig.refund();
    expect(order).toEqual(['saved', 'sent']);
    expect(rig.bodies).toEqual([{ tenderId: 't1', reason: 'Wrong amount' }]);
    expect(rig.outcome()).toBe('refunded');
    expect(rig.sent).toContain('settled t1');
    expect(await rig.kept()).toBe(0);
  });

  it('is sent once, however often it is confirmed', async () => {
    const rig = createRig({ putRefund: [state('sent')], refund: [state('unknown')] });
    await rig.refund();
    await rig.refund();
    await rig.pass(3);
    await rig.refund();
    expect(rig.puts()).toHaveLength(1);
    expect(rig.outcome()).toBe('checking');
  });

  it('is not sent if it could not be saved', async () => {
    const outbox: RefundOutbox = { ...createRefundOutbox('full'), save: () => Promise.reject(new Error('disk full')) };
    const rig = createRig({ putRefund: [state('refunded')] }, { outbox });
    await rig.refund();
    expect(rig.puts()).toEqual([]);
    expect(rig.outcome()).toBe('refused');
  });

  it('is looked up after a lost answer, never sent again, and stays unknown meanwhile', async () => {
    const rig = createRig({ putRefund: [noAnswer], refund: [noAnswer, state('unknown'), noAnswer, state('refunded')] });
    await rig.refund();
    for (let round = 0; round < 3; round += 1) {
      expect(rig.outcome()).toBe('checking');
      await rig.pass();
    }
    expect(rig.outcome()).toBe('refunded');
    expect(rig.puts()).toHaveLength(1);
  });

  it('ends if the server refuses it before anything was written, and another refund can be started', async () => {
    const rig = createRig({ putRefund: [problem(403, 'undo-over'), state('refunded')] });
    await rig.refund();
    expect(rig.outcome()).toBe('refused');
    expect(await rig.kept()).toBe(0);
    await rig.refund();
    expect(rig.puts()).toEqual([
      'putRefund 00000000-0000-4000-8000-000000000001',
      'putRefund 00000000-0000-4000-8000-000000000002',
    ]);
    expect(rig.outcome()).toBe('refunded');
  });

  it.each([
    ['declined', 'declined'],
    ['not_sent', 'not-refunded'],
    ['not_refunded', 'not-refunded'],
  ] as const)('is over in the final state %s', async (ended, outcome) => {
    const rig = createRig({ putRefund: [state(ended)] });
    await rig.refund();
    expect(rig.outcome()).toBe(outcome);
    expect(await rig.kept()).toBe(0);
  });

  it('stays stored and followed while a manager is needed', async () => {
    const rig = createRig({ putRefund: [state('manager')], refund: [state('manager'), state('refunded')] });
    await rig.refund();
    expect(rig.outcome()).toBe('manager');
    expect(await rig.kept()).toBe(1);
    await rig.pass();
    expect(rig.outcome()).toBe('refunded');
  });

  it('is not looked up while the till is locked', async () => {
    let open = true;
    const rig = createRig({ putRefund: [state('unknown')], refund: [state('refunded')] }, { mayQuery: () => open });
    open = false;
    await rig.refund();
    await rig.pass(2);
    expect(rig.outcome()).toBe('checking');
    open = true;
    await rig.pass();
    expect(rig.outcome()).toBe('refunded');
  });
});

describe('after a reload in the middle of a refund', () => {
  const interrupted = async (replies: Replies) => {
    const before = createRig({ putRefund: [noAnswer], refund: [noAnswer] });
    await before.refund();
    const after = createRig(replies, { outbox: before.outbox });
    await after.store.start();
    await after.rest();
    return after;
  };

  it('the page looks the refund up, and does not send it', async () => {
    const rig = await interrupted({ refund: [state('unknown'), state('refunded')] });
    expect(rig.store.state().byTender.get('t1')).toMatchObject({
      operation: { last4: '7890', amount: sgd(3_000), reason: 'Wrong amount' },
    });
    await rig.pass();
    expect(rig.outcome()).toBe('refunded');
    expect(rig.puts()).toEqual([]);
  });

  it('a refund that never arrived is sent again only by a person, with its own id', async () => {
    const rig = await interrupted({ refund: [NOT_FOUND], putRefund: [state('refunded')] });
    expect(rig.outcome()).toBe('checking');
    await rig.pass(12);
    expect(rig.outcome()).toBe('missing');
    rig.store.refund(TAKEN, 'Other reason');
    await rig.rest();
    expect(rig.puts()).toEqual([]);
    rig.store.sendAgain('t1');
    await rig.rest();
    expect(rig.puts()).toEqual(['putRefund 00000000-0000-4000-8000-000000000001']);
    expect(rig.bodies).toEqual([{ tenderId: 't1', reason: 'Wrong amount' }]);
    expect(rig.outcome()).toBe('refunded');
    expect(await rig.kept()).toBe(0);
  });

  it('a refund that never arrived can be dismissed', async () => {
    const rig = await interrupted({ refund: [NOT_FOUND] });
    await rig.pass(12);
    rig.store.forget('t1');
    await rig.rest();
    expect(rig.outcome()).toBeUndefined();
    expect(await rig.kept()).toBe(0);
  });
});

describe('the dialog about a refund', () => {
  it('forgets only completed operations when it closes', async () => {
    const rig = createRig({ putRefund: [state('unknown')], refund: [state('unknown'), state('not_refunded')] });
    rig.store.open(TAKEN);
    await rig.refund();
    rig.store.close();
    expect(rig.outcome()).toBe('checking');
    await rig.pass();
    expect(rig.outcome()).toBe('not-refunded');
    rig.store.open(TAKEN);
    rig.store.close();
    expect(rig.outcome()).toBeUndefined();
  });
});
