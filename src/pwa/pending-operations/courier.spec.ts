import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { installIndexedDb } from '../testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  noAnswer,
  problem,
  type ScriptedReply,
} from '../testing/scripted-page.ts';
import { countUnsent, openOperationOutbox } from './outbox.ts';
import { type Delivery, nextPhase, type PendingOperation } from './pending-operation.ts';
import { createOperationStore } from './store.ts';

installIndexedDb();

/** The reports about one operation, phase by phase. */
function createRig({
  put = noAnswer,
  again = put,
  asked,
  isOpen = false,
}: {
  put?: ScriptedReply;
  isOpen?: boolean;
  again?: ScriptedReply;
  asked: ScriptedReply[];
}) {
  const page = createScriptedPage({ putIssue: [put, again], issue: asked });
  const outbox = openOperationOutbox<PendingOperation>(
    freshDatabase(),
    'wishes',
    z.object({ id: z.string(), savedAt: z.number() }),
  );
  const operation: PendingOperation = { id: 'w1', savedAt: page.deps.now() };
  const told: string[] = [];
  const shown = new Map<string, Delivery<PendingOperation, unknown>>();
  const operations = createOperationStore<PendingOperation, unknown>({
    ...page.deps,
    outbox,
    put: ({ id }) => page.deps.call('putIssue', { params: { id }, body: { productCode: 'P', quantity: 1 } }),
    query: ({ id }) => page.deps.call('issue', { params: { id } }),
    queryAfterMs: 400,
    missingAfterMs: 2_000,
    isOpen: () => isOpen,
    find: ({ id }) => shown.get(id),
    show(delivery) {
      shown.set(delivery.operation.id, delivery);
      told.push(delivery.phase.at);
    },
    drop: ({ id }) => void shown.delete(id),
  });
  const send = async () => {
    operations.send(operation);
    await page.rest();
  };
  const kept = async () => (await outbox.operations()).map(({ id }) => id);
  return { ...page, told, shown, send, operations, outbox, kept };
}

/** A PUT whose answer the test controls. */
function awaited(then: ScriptedReply) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const put: ScriptedReply = async (id) => answered.then(() => then(id));
  return { put, answer: () => answer() };
}

describe('an operation that is looked up while its PUT is awaited', () => {
  it.each([
    ['is not known yet', NOT_FOUND],
    ['cannot be looked up', noAnswer],
  ])('and %s is not reported as missing before the PUT is over', async (_, asked) => {
    const { put, answer } = awaited(noAnswer);
    const rig = createRig({ put, asked: [asked, asked, asked, asked, asked, NOT_FOUND] });
    await rig.send();
    await rig.pass(5);
    expect(rig.told).toEqual(['sending']);
    answer();
    await rig.rest();
    await rig.pass();
    expect(rig.told).toEqual(['sending', 'silent', 'missing']);
  });

  it('stays known if its PUT is then interrupted', async () => {
    const { put, answer } = awaited(noAnswer);
    const rig = createRig({ put, asked: [() => ({})] });
    await rig.send();
    await rig.pass();
    answer();
    await rig.rest();
    expect(rig.told).toEqual(['sending', 'answered']);
  });

  it('is not counted as unsent once the server has it, even if its result is still open', async () => {
    const { put, answer } = awaited(noAnswer);
    const rig = createRig({ put, asked: [noAnswer, () => ({})], isOpen: true });
    await rig.send();
    await rig.pass();
    expect(await countUnsent()).toBe(1);
    await rig.pass();
    await rig.pass();
    expect(rig.told).toContain('answered');
    expect(await rig.kept()).toEqual(['w1']);
    await expect.poll(countUnsent).toBe(0);
    await rig.outbox.remove('w1');
    await rig.outbox.markReceived('w1');
    expect(await rig.kept()).toEqual([]);
    answer();
    await rig.rest();
  });

  it('is refused if its PUT is refused, and is deleted', async () => {
    const rig = createRig({ put: problem(400, 'bad-request'), asked: [NOT_FOUND] });
    await rig.send();
    await rig.pass(3);
    expect(rig.told).toEqual(['sending', 'refused']);
    expect(await rig.kept()).toEqual([]);
  });
});

describe('an operation that cannot be sent without a session', () => {
  it.each(['signed-out', 'not-enrolled'] as const)(
    'waits when the server answers %s, and is looked up, but not sent again',
    async (code) => {
      const rig = createRig({ put: problem(401, code), asked: [noAnswer, () => ({})] });
      await rig.send();
      expect([rig.told, await rig.kept()]).toEqual([['sending', 'silent'], ['w1']]);
      await rig.pass(2);
      expect([rig.told, rig.puts()]).toEqual([['sending', 'silent', 'answered'], ['putIssue w1']]);
    },
  );

  it('can be sent again by a person, with its own id, once it is known not to have arrived', async () => {
    const rig = createRig({ put: problem(401, 'signed-out'), asked: [NOT_FOUND] });
    await rig.send();
    await rig.pass(4);
    expect([rig.told.at(-1), await rig.kept()]).toEqual(['missing', ['w1']]);
    rig.operations.sendAgain(rig.shown.get('w1'));
    await rig.rest();
    expect(rig.puts()).toEqual(['putIssue w1', 'putIssue w1']);
  });
});

it('an operation that was dismissed meanwhile is not reported or followed any further', async () => {
  const { put, answer } = awaited(() => ({}));
  const rig = createRig({ put, asked: [noAnswer] });
  await rig.send();
  rig.shown.clear();
  answer();
  await rig.pass(3);
  expect([rig.told, rig.sent]).toEqual([['sending'], ['putIssue w1']]);
});

it('operations of an earlier page are followed, oldest first, unless they are already displayed', async () => {
  const rig = createRig({ asked: [noAnswer] });
  await rig.outbox.save({ id: 'late', savedAt: 3 });
  await rig.outbox.save({ id: 'shown', savedAt: 2 });
  await rig.outbox.save({ id: 'early', savedAt: 1 });
  rig.shown.set('shown', { operation: { id: 'shown', savedAt: 2 }, phase: { at: 'answered', view: {} } });
  await rig.operations.start();
  await rig.pass();
  expect(rig.sent).toEqual(['issue early', 'issue late']);
});

describe('a later report on an operation', () => {
  const heard = { at: 'answered', view: {} } as const;

  it('changes nothing if it is “silence” or “missing”', () => {
    expect(nextPhase(heard, { at: 'silent' })).toBe(heard);
    expect(nextPhase(heard, { at: 'missing' })).toBe(heard);
  });

  it('replaces “missing” if the server has the operation after all', () => {
    expect(nextPhase({ at: 'missing' }, heard)).toBe(heard);
  });
});

it.each([
  ['journal-gap', 503],
  ['not-yours', 404],
] as const)(
  'an operation sent again and answered with %s stays, because the first request may have succeeded',
  async (code, status) => {
    const rig = createRig({ put: noAnswer, again: problem(status, code), asked: [NOT_FOUND, problem(status, code)] });
    await rig.send();
    await rig.pass(4);
    rig.operations.sendAgain(rig.shown.get('w1'));
    await rig.rest();
    expect(await rig.kept()).toEqual(['w1']);
    expect(rig.told.at(-1)).toBe('silent');
  },
);
