import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { isRefusal } from '../api/failure.ts';
import { installIndexedDb } from '../testing/indexed-db.ts';
import { createScriptedPage, freshDatabase, NOT_FOUND, problem, type Reply, silence } from '../testing/scripted-page.ts';
import { createCourier } from './courier.ts';
import { openWishOutbox } from './outbox.ts';
import { isUnderWay, type Phase, type Wish } from './wish.ts';

installIndexedDb();

/** What the courier says of one wish, phase by phase; the stores’ own specs tell what becomes of it. */
function createRig({ put, asked }: { put: Reply; asked: Reply[] }) {
  const page = createScriptedPage({ issue: asked });
  const outbox = openWishOutbox<Wish>(freshDatabase(), 'wishes', z.object({ id: z.string(), savedAt: z.number() }));
  const wish: Wish = { id: 'w1', savedAt: page.deps.now() };
  const told: string[] = [];
  let shown: Phase<unknown> | undefined;
  const show = (_: Wish, phase: Phase<unknown>) => {
    shown = phase;
    told.push(phase.at);
  };
  const courier = createCourier<Wish, unknown>({
    ...page.deps,
    outbox,
    ask: ({ id }) => page.deps.call('issue', { params: { id } }),
    asksAfterMs: 400,
    missingAfterMs: 2_000,
    isRefusal: (failure) => isRefusal(failure, 'issue-mismatch'),
    phaseOf: () => shown,
    isOpen: isUnderWay,
    show,
    heard: show,
  });
  const send = async () => {
    void courier.send(wish, async ({ id }) => put(id));
    await page.rest();
  };
  const forget = () => {
    shown = undefined;
  };
  return { ...page, told, send, forget, courier, outbox };
}

/** A PUT whose answer comes when the story says so. */
function awaited(then: Reply) {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  return { put: async (id: string) => answered.then(() => then(id)), answer: () => answer() };
}

describe('a wish that is asked after while its PUT is awaited', () => {
  it('is not called missing before the PUT is over', async () => {
    const { put, answer } = awaited(silence);
    const rig = createRig({ put, asked: [NOT_FOUND] });
    await rig.send();
    await rig.pass(5);
    expect(rig.told).toEqual(['sending']);
    answer();
    await rig.rest();
    await rig.pass();
    expect(rig.told).toEqual(['sending', 'silent', 'missing']);
  });

  it('stays heard of when its PUT then breaks off', async () => {
    const { put, answer } = awaited(silence);
    const rig = createRig({ put, asked: [() => ({})] });
    await rig.send();
    await rig.pass();
    answer();
    await rig.rest();
    expect(rig.told).toEqual(['sending', 'heard']);
  });

  it('is refused when its PUT is refused', async () => {
    const rig = createRig({ put: problem(400, 'bad-request'), asked: [NOT_FOUND] });
    await rig.send();
    await rig.pass(3);
    expect(rig.told).toEqual(['sending', 'refused']);
  });
});

it('nothing is said of a wish that was forgotten meanwhile, and it is asked after no longer', async () => {
  const { put, answer } = awaited(() => ({}));
  const rig = createRig({ put, asked: [silence] });
  await rig.send();
  rig.forget();
  answer();
  await rig.pass(3);
  expect([rig.told, rig.sent]).toEqual([['sending'], []]);
});

it('what an earlier page left behind is followed, oldest first, unless it is shown already', async () => {
  const rig = createRig({ put: silence, asked: [silence] });
  await rig.outbox.save({ id: 'late', savedAt: 3 });
  await rig.outbox.save({ id: 'shown', savedAt: 2 });
  await rig.outbox.save({ id: 'early', savedAt: 1 });
  await rig.courier.pickUp(({ id }) => id === 'shown');
  await rig.pass();
  expect(rig.sent).toEqual(['issue early', 'issue late']);
});
