import { expect, it } from 'vitest';
import { checkOf, exampleTender, scanOf } from '../../testing/examples.ts';
import { installIndexedDb } from '../../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  noAnswer,
  problem,
  type Replies,
  type ScriptedReply,
} from '../../testing/scripted-page.ts';
import { createTillOutbox } from './outbox.ts';
import { createTillStore } from './store.ts';
import { allRows, isShutOut } from './till.ts';

installIndexedDb();

const captured: ScriptedReply = (id) => exampleTender(id, 'captured');
const cancelled: ScriptedReply = (id) => ({ id, state: 'cancelled' });

/** A till whose session has ended when Redeem is pressed; `unlock` signs a person in. */
async function lockedTill(replies: Replies) {
  let isOpen = false;
  const page = createScriptedPage({
    check: [() => checkOf()],
    putTender: [problem(401, 'signed-out'), captured],
    ...replies,
  });
  const outbox = createTillOutbox(freshDatabase());
  const store = createTillStore({
    ...page.deps,
    mayQuery: () => isOpen,
    outbox,
    currency: 'SGD',
    onSettled: () => undefined,
  });
  store.scan(scanOf('1234567890', page.clock.now));
  await page.rest();
  store.redeemAll();
  await page.rest();
  const tenderId = allRows(store.state())[0]?.tenderId ?? '';
  const kept = async () => (await outbox.operations()).length;
  expect([store.state().stage.at, await kept(), isShutOut(store.state(), tenderId)]).toEqual(['flight', 1, true]);
  await page.pass(11);
  const unlock = async () => {
    isOpen = true;
    store.refreshAll();
    await page.rest();
  };
  return { ...page, store, kept, unlock, tenderId, stage: () => store.state().stage };
}

it('a redemption is not sent before the till is unlocked, and is then cancelled, and its voucher is shown again', async () => {
  const till = await lockedTill({ cancelTender: [cancelled] });
  expect(till.sent.filter((line) => /^(tender|cancelTender) /.test(line))).toEqual([]);
  await till.unlock();
  expect(till.stage()).toMatchObject({ at: 'panel', scanned: { code: '1234567890' }, amount: { amount: 5_000 } });
  expect([allRows(till.store.state()), await till.kept()]).toEqual([[], 0]);
  expect(till.sent.at(-1)).toBe(`cancelTender ${till.tenderId}`);
  till.store.redeem();
  await till.rest();
  expect(new Set(till.puts()).size).toBe(2);
  expect(till.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
});

it.each([
  ['no response', noAnswer],
  ['a refusal', problem(403, 'not-allowed')],
])('a redemption is cancelled again if the cancellation met %s', async (_, met) => {
  const till = await lockedTill({ cancelTender: [met, cancelled] });
  await till.unlock();
  expect(till.stage().at).toBe('flight');
  await till.pass();
  expect(till.stage().at).toBe('panel');
});

it('a redemption is followed instead of cancelled if a copy of its request was recorded', async () => {
  const till = await lockedTill({ cancelTender: [problem(409, 'tender-started')], tender: [captured] });
  await till.unlock();
  expect(till.stage()).toMatchObject({ at: 'verdict', view: { state: 'captured' } });
  expect(till.puts()).toHaveLength(1);
});
