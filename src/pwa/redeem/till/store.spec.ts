import { describe, expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  neverAnswered,
  noAnswer,
  problem,
  type Replies,
  type ScriptedReply,
} from '../../testing/scripted-page.ts';
import { createTillOutbox, type TillOutbox } from './outbox.ts';
import { createTillStore } from './store.ts';

installIndexedDb();

const state =
  (name: Parameters<typeof exampleTender>[1]): ScriptedReply =>
  (id) =>
    exampleTender(id, name);

function createRig(
  replies: Replies,
  { outbox = createTillOutbox(freshDatabase()) }: { readonly outbox?: TillOutbox } = {},
) {
  const page = createScriptedPage({ check: [() => checkOf()], ...replies }, (name, id) =>
    id === '' ? name : `${name} ${id}`,
  );
  const store = createTillStore({
    ...page.deps,
    outbox,
    currency: 'SGD',
    onSettled: () => page.sent.push('settled'),
  });
  return {
    ...page,
    store,
    outbox,
    stage: () => store.state().stage,
    kept: async () => (await outbox.operations()).length,
    redeem: async () => {
      store.scan(scanOf('1234567890', page.clock.now));
      await page.rest();
      store.redeemAll();
      await page.rest();
    },
  };
}

describe('a redemption', () => {
  it('is stored on the device before it is sent', async () => {
    const order: string[] = [];
    const inner = createTillOutbox('order');
    const outbox: TillOutbox = {
      ...inner,
      save: (pendingTender) => inner.save(pendingTender).then(() => void order.push('saved')),
    };
    const rig = createRig({ putTender: [(id) => (order.push('sent'), exampleTender(id, 'captured'))] }, { outbox });
    await rig.redeem();
    expect(order).toEqual(['saved', 'sent']);
  });

  it('is sent once, however often the button is pressed', async () => {
    const rig = createRig({ putTender: [state('sent')], tender: [state('sent')] });
    await rig.redeem();
    rig.store.redeemAll();
    rig.store.redeem();
    await rig.rest();
    expect(rig.puts()).toHaveLength(1);
  });

  it('leaves the outbox when its outcome is on the screen, and continues automatically', async () => {
    const rig = createRig({ putTender: [state('captured')] });
    await rig.redeem();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
    expect(rig.sent).toContain('settled');
    expect(await rig.kept()).toBe(0);
    await rig.pass();
    expect(rig.stage().at).toBe('ready');
  });

  it('is not sent if it could not be saved', async () => {
    const outbox: TillOutbox = { ...createTillOutbox('full'), save: () => Promise.reject(new Error('disk full')) };
    const rig = createRig({ putTender: [state('captured')] }, { outbox });
    await rig.redeem();
    expect(rig.puts()).toEqual([]);
    expect(rig.stage()).toMatchObject({ at: 'rejected', failure: { kind: 'not-saved' } });
  });

  it('is looked up after a lost answer, never sent again', async () => {
    const rig = createRig({ putTender: [noAnswer], tender: [noAnswer, state('unknown'), state('captured')] });
    await rig.redeem();
    expect(rig.stage()).toMatchObject({ at: 'flight', silent: true });
    await rig.pass(2);
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
    expect(rig.puts()).toHaveLength(1);
  });

  it('is looked up after a server error', async () => {
    const rig = createRig({ putTender: [problem(500, 'internal')], tender: [state('not_sent')] });
    await rig.redeem();
    await rig.pass();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'not_sent' } });
    expect(rig.puts()).toHaveLength(1);
  });

  it('ends at this till if it is refused because the voucher is open elsewhere', async () => {
    const rig = createRig({ putTender: [problem(409, 'voucher-open')] });
    await rig.redeem();
    expect(rig.stage()).toMatchObject({ at: 'rejected', failure: { code: 'voucher-open' } });
    expect(await rig.kept()).toBe(0);
  });

  it('is not reported as missing while its request may still arrive', async () => {
    const rig = createRig({ putTender: [noAnswer], tender: [NOT_FOUND] });
    await rig.redeem();
    await rig.pass(9);
    expect(rig.stage().at).toBe('flight');
    await rig.pass();
    expect(rig.stage().at).toBe('not-arrived');
  });

  it('stays in the outbox while a manager is needed', async () => {
    const rig = createRig({ putTender: [state('manager')], tender: [state('manager')] });
    await rig.redeem();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'manager' } });
    expect(await rig.kept()).toBe(1);
  });
});

describe('after a reload in the middle of a redemption', () => {
  const interrupted = async (replies: Replies) => {
    const before = createRig({ putTender: [noAnswer], tender: [noAnswer] });
    await before.redeem();
    const after = createRig(replies, { outbox: before.outbox });
    await after.store.start();
    await after.rest();
    return after;
  };

  it('the page looks the redemption up, and does not send it', async () => {
    const rig = await interrupted({ tender: [state('unknown'), state('captured')] });
    expect(rig.stage()).toMatchObject({ at: 'flight' });
    await rig.pass();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
    expect(rig.puts()).toEqual([]);
  });

  it('a redemption that never arrived is cancelled for good before its voucher is checked again', async () => {
    const rig = await interrupted({ tender: [NOT_FOUND], cancelTender: [(id) => ({ id, state: 'cancelled' })] });
    await rig.pass(11);
    const stage = rig.stage();
    if (stage.at !== 'not-arrived') throw new Error(`the screen is about ${stage.at}`);
    rig.store.cancelAndRetry(stage.tenderId);
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'panel', scanned: { code: '1234567890' } });
    expect(rig.sent.filter((line) => !line.startsWith('tender '))).toEqual([`cancelTender ${stage.tenderId}`, 'check']);
    expect(await rig.kept()).toBe(0);
  });

  it('a redemption that did start meanwhile is followed instead of cancelled', async () => {
    const rig = await interrupted({
      tender: [...Array.from({ length: 12 }, () => NOT_FOUND), state('captured')],
      cancelTender: [problem(409, 'tender-started')],
    });
    await rig.pass(11);
    const stage = rig.stage();
    if (stage.at !== 'not-arrived') throw new Error(`the screen is about ${stage.at}`);
    rig.store.cancelAndRetry(stage.tenderId);
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
  });
});

describe('when the server reports a change', () => {
  it('a redemption in progress is looked up at once, and its verdict is on the screen', async () => {
    const rig = createRig({ putTender: [state('unknown')], tender: [state('unknown'), state('attached')] });
    await rig.redeem();
    expect(rig.stage().at).toBe('flight');
    rig.store.refresh('00000000-0000-4000-8000-000000000003');
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'attached' } });
  });

  it('the verdict on the screen is updated after a manager’s decision', async () => {
    const rig = createRig({ putTender: [state('not_captured')], tender: [state('late_capture')] });
    await rig.redeem();
    rig.store.refreshAll();
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'verdict', view: { state: 'late_capture' } });
  });

  it('a redemption that is still being sent, or one of another till, is not looked up', async () => {
    const rig = createRig({ putTender: [neverAnswered], tender: [state('sent')] });
    await rig.redeem();
    rig.store.refreshAll();
    rig.store.refresh('3f2504e0-4f89-41d3-9a0c-0305e82c3301');
    await rig.rest();
    expect(rig.sent.filter((line) => line.startsWith('tender '))).toEqual([]);
  });
});

describe('a notice about a scan', () => {
  it('disappears automatically, and a later notice has its own time', async () => {
    const rig = createRig({});
    rig.store.scan(scanOf('12'));
    const first = rig.store.state().note;
    expect(first?.reason).toBe('too-short');
    rig.store.scan(scanOf('https://example.org'));
    await rig.pass();
    expect(rig.store.state().note).toBeNull();
    expect(rig.clock.now).toBeGreaterThanOrEqual(1_000_000 + 5_000);
  });

  it('stays until its question is answered', async () => {
    const rig = createRig({});
    rig.store.scan({ text: '80', source: 'typed', at: 1_000 });
    await rig.pass(2);
    expect(rig.store.state().note?.reason).toBe('due?');
  });
});

describe('a redemption that was left for the next customer', () => {
  it('keeps its pending operation until a person has acknowledged the outcome', async () => {
    const rig = createRig({ putTender: [state('unknown')], tender: [state('unknown'), state('captured')] });
    await rig.redeem();
    rig.store.nextCustomer();
    await rig.pass();
    const { stage, earlier } = rig.store.state();
    expect([stage.at, earlier[0]?.view?.state, await rig.kept()]).toEqual(['ready', 'captured', 1]);
    rig.store.show(earlier[0]?.tenderId ?? '');
    await rig.rest();
    expect([rig.stage().at, await rig.kept()]).toEqual(['verdict', 0]);
    rig.store.goOn();
    expect(rig.store.state()).toMatchObject({ stage: { at: 'ready' }, earlier: [] });
    expect(rig.puts()).toHaveLength(1);
  });
});

describe('a check', () => {
  it('is repeated automatically if half of the answer is missing, until a person types an amount', async () => {
    const half = checkOf({ remaining: null, unit: null, singleUse: null, part: true });
    const rig = createRig({ check: [() => half, () => half, () => checkOf()] });
    rig.store.scan(scanOf('1234567890', rig.clock.now));
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'panel', check: { remaining: null } });
    await rig.pass();
    expect(rig.stage()).toMatchObject({ at: 'panel', check: { remaining: null } });
    rig.store.takeKey('5');
    await rig.pass();
    expect(rig.stage()).toMatchObject({ at: 'panel', check: { remaining: null } });

    rig.store.putAway();
    rig.store.scan(scanOf('1234567890', rig.clock.now));
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'panel', check: { remaining: { amount: 5000 } } });
  });

  it('can be repeated if there was no answer', async () => {
    const rig = createRig({ check: [noAnswer, () => checkOf()] });
    rig.store.scan(scanOf('1234567890'));
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'not-checked', failure: { kind: 'no-answer' } });
    rig.store.checkAgain();
    await rig.rest();
    expect(rig.stage().at).toBe('panel');
  });
});

describe('digits of a scan that a slow page treated as typed', () => {
  it('are removed before the scan is checked, and the stored amount due stays unchanged', async () => {
    const rig = createRig({});
    for (const key of ['2', '0'] as const) rig.store.dueKey(key);
    const takeBack = rig.store.saveTyped();
    rig.store.dueKey('9');
    takeBack();
    rig.store.scan(scanOf('1234567890'));
    await rig.rest();
    expect(rig.stage()).toMatchObject({ at: 'panel', amount: { amount: 2_000 } });
    expect((await rig.outbox.sale())?.due).toEqual({
      added: [],
      current: 2_000,
      text: '20',
      units: true,
      complete: false,
    });
  });
});
