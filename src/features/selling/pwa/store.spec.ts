import { describe, expect, it } from 'vitest';
import { installIndexedDb } from '../../../pwa/testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  noAnswer,
  problem,
  type Replies,
} from '../../../pwa/testing/scripted-page.ts';
import { createSellOutbox } from './outbox.ts';
import { createSellStore } from './store.ts';

installIndexedDb();

const here = () => ({});
const WISH = { order: { productCode: 'GIFT10', quantity: 3 }, productName: 'Ten dollars', personId: 'p1' };

function createRig(
  replies: Replies,
  { outbox = createSellOutbox(freshDatabase()), personId = (): string | null => 'p1' } = {},
) {
  const kept = async () => (await outbox.operations()).length;
  const page = createScriptedPage(replies, async (name, id) => `${name} ${id.slice(-2)} kept ${await kept()}`);
  const store = createSellStore({
    ...page.deps,
    outbox,
    personId,
    onArrived: (id) => page.sent.push(`arrived ${id.slice(-2)}`),
  });
  return { ...page, store, outbox, phase: (id: string) => store.state().get(id)?.phase.at, kept };
}

describe('an order', () => {
  it('is stored before it is sent, and deleted once the server has answered', async () => {
    const { store, sent, rest, kept } = createRig({ putIssue: [here] });
    const id = store.sell(WISH);
    await rest();
    expect(sent).toEqual(['putIssue 01 kept 1', 'arrived 01']);
    expect(store.state().has(id)).toBe(false);
    expect(await kept()).toBe(0);
  });

  it('is not sent if it could not be stored', async () => {
    const own = createSellOutbox('full');
    const { store, sent, rest } = createRig(
      { putIssue: [here] },
      { outbox: { ...own, save: () => Promise.reject(new Error('full')) } },
    );
    const id = store.sell(WISH);
    await rest();
    expect(sent).toEqual([]);
    expect(store.state().get(id)?.phase).toEqual({ at: 'refused', failure: { kind: 'not-saved' } });
  });

  it('is removed if our server refuses it, and shows the reason until it is dismissed', async () => {
    const { store, rest, kept } = createRig({ putIssue: [problem(400, 'bad-request')] });
    const id = store.sell(WISH);
    await rest();
    expect(store.state().get(id)?.phase).toMatchObject({ at: 'refused', failure: { code: 'bad-request' } });
    expect(await kept()).toBe(0);
    store.forget(id);
    expect(store.state().size).toBe(0);
  });

  it.each([
    ['got no answer', noAnswer],
    ['reached a server that could not write', problem(503, 'not-ready')],
    ['has a known id', problem(409, 'issue-mismatch')],
    ['has an id that is known for another operation', problem(409, 'id-used')],
    ['was sent without a session', problem(401, 'signed-out')],
  ])('that %s is looked up, and never sent again automatically', async (_, reply) => {
    const { store, sent, rest, pass, phase } = createRig({ putIssue: [reply], issue: [noAnswer, here] });
    const id = store.sell(WISH);
    await rest();
    expect(phase(id)).toBe('silent');
    store.forget(id);
    expect(phase(id)).toBe('silent');
    await pass(2);
    expect(sent).toEqual(['putIssue 01 kept 1', 'issue 01 kept 1', 'issue 01 kept 1', 'arrived 01']);
  });

  it('is reported as missing only when its request can no longer arrive, and is sent again with the same id', async () => {
    const { store, sent, rest, pass, phase, kept } = createRig({ putIssue: [noAnswer, here], issue: [NOT_FOUND] });
    const id = store.sell(WISH);
    await rest();
    await pass(9);
    expect(phase(id)).toBe('silent');
    await pass(12);
    expect(phase(id)).toBe('missing');
    expect(await kept()).toBe(1);
    store.sendAgain(id);
    await rest();
    expect(sent.slice(-2)).toEqual(['putIssue 01 kept 1', 'arrived 01']);
  });

  it('can be dismissed if it is missing', async () => {
    const { store, rest, pass, phase, kept } = createRig({ putIssue: [noAnswer], issue: [NOT_FOUND] });
    const id = store.sell(WISH);
    await rest();
    await pass(25);
    expect(phase(id)).toBe('missing');
    store.forget(id);
    await rest();
    expect(await kept()).toBe(0);
  });
});

describe('after a reload', () => {
  const operation = { ...WISH, id: '00000000-0000-4000-8000-000000000077', savedAt: 1_000_000 };

  it('an order is followed and not sent', async () => {
    const outbox = createSellOutbox(freshDatabase());
    await outbox.save(operation);
    const { store, sent, rest } = createRig({ issue: [here] }, { outbox });
    await Promise.all([store.start(), store.start()]);
    await rest();
    expect(sent).toEqual(['issue 77 kept 1', 'arrived 77']);
    expect(await outbox.operations()).toEqual([]);
  });

  it('an order of another person waits until that person signs in again', async () => {
    const outbox = createSellOutbox(freshDatabase());
    await outbox.save(operation);
    let person: string | null = 'p2';
    const { store, sent, pass, phase } = createRig({ issue: [here] }, { outbox, personId: () => person });
    await store.start();
    await pass(3);
    expect(sent).toEqual([]);
    expect(phase(operation.id)).toBe('silent');
    person = 'p1';
    await pass(1);
    expect(sent.at(-1)).toBe('arrived 77');
  });

  it('no order is restored if the stored orders cannot be read', async () => {
    const outbox = { ...createSellOutbox('unread'), wishes: () => Promise.reject(new Error('blocked')) };
    const { store } = createRig({}, { outbox });
    await store.start();
    expect(store.state().size).toBe(0);
  });
});
