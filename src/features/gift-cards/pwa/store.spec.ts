import { describe, expect, it } from 'vitest';
import { installIndexedDb } from '../../../pwa/testing/indexed-db.ts';
import {
  createScriptedPage,
  freshDatabase,
  NOT_FOUND,
  neverAnswered,
  noAnswer,
  problem,
  type Replies,
  type ScriptedReply,
} from '../../../pwa/testing/scripted-page.ts';
import type { ScanSource } from '../../../reader/scan-event.ts';
import type { ActivationState, ActivationView } from '../contract/activation.ts';
import { emptyDraft, enterTyped } from './draft.ts';
import { type ActivateOutbox, createActivateOutbox } from './outbox.ts';
import { createActivateStore } from './store.ts';

installIndexedDb();

const at = '2026-11-21T07:00:00Z';
const viewOf = (id: string, state: ActivationState): ActivationView => {
  return { id, state, ranges: [], stopReason: null, createdAt: at, changedAt: at, person: 'Sam', device: 'Till 1' };
};
const state =
  (name: ActivationState): ScriptedReply =>
  (id) =>
    viewOf(id, name);

function createRig(replies: Replies, { outbox = createActivateOutbox(freshDatabase()) } = {}) {
  const page = createScriptedPage(replies, (name, id) => `${name} ${id.at(-1) ?? ''}`);
  const heard: string[] = [];
  const store = createActivateStore({ ...page.deps, outbox, onReport: ({ id }) => void heard.push(id.at(-1) ?? '') });
  return {
    ...page,
    store,
    outbox,
    heard,
    scan: (text: string, source: ScanSource = 'wedge') => store.scan({ text, source, at: page.clock.now }),
    phase: () => store.state().delivery?.phase.at ?? null,
    kept: async () => (await outbox.operations()).length,
    activate: async (pin: string | null = null) => {
      store.change((draft) => enterTyped(draft, { start: '000101', end: '000150', count: '50' }));
      store.activate(pin);
      await page.rest();
    },
  };
}

describe('a list that is activated', () => {
  it('is stored before it is sent, without its PIN, and its draft is deleted once the server has it', async () => {
    const order: string[] = [];
    const inner = createActivateOutbox('order');
    const outbox: ActivateOutbox = {
      ...inner,
      save: (operation) => inner.save(operation).then(() => void order.push(JSON.stringify(operation))),
    };
    const rig = createRig({ putActivation: [(id) => (order.push('sent'), viewOf(id, 'done'))] }, { outbox });
    await rig.activate('730264');
    expect(order).toEqual([expect.stringContaining('"000101"'), 'sent']);
    expect(order[0]).not.toContain('730264');
    expect(rig.bodies).toEqual([{ ranges: [{ start: '000101', end: '000150', count: 50 }], pin: '730264' }]);
    expect([rig.phase(), rig.heard, await rig.kept()]).toEqual(['answered', ['1'], 0]);
    expect(rig.store.state().draft).toEqual(emptyDraft);
  });

  it('is followed by polling while its PUT is pending', async () => {
    const rig = createRig({ putActivation: [neverAnswered], activation: [NOT_FOUND, state('running')] });
    await rig.activate();
    await rig.pass();
    expect(rig.phase()).toBe('sending');
    await rig.pass();
    expect(rig.phase()).toBe('answered');
    expect(rig.puts()).toHaveLength(1);
  });

  it('is sent once, however often it is confirmed', async () => {
    const rig = createRig({ putActivation: [noAnswer], activation: [noAnswer] });
    await rig.activate();
    await rig.pass(3);
    rig.store.activate(null);
    await rig.rest();
    expect([rig.puts().length, rig.phase()]).toEqual([1, 'silent']);
  });

  it('is not sent if it could not be saved', async () => {
    const outbox: ActivateOutbox = {
      ...createActivateOutbox('full'),
      save: () => Promise.reject(new Error('disk full')),
    };
    const rig = createRig({ putActivation: [state('done')] }, { outbox });
    await rig.activate();
    expect([rig.puts(), rig.phase()]).toEqual([[], 'refused']);
  });

  it('keeps its draft if the server refuses it, and can be tried again', async () => {
    const rig = createRig({ putActivation: [problem(401, 'wrong-pin'), state('done')] });
    await rig.activate('111222');
    expect([rig.phase(), await rig.kept()]).toEqual(['refused', 0]);
    expect(rig.store.state().draft.hand.start).toBe('000101');
    rig.store.activate('730264');
    await rig.rest();
    expect([rig.phase(), rig.puts().length]).toEqual(['answered', 2]);
  });
});

describe('after a reload', () => {
  const interrupted = async (replies: Replies) => {
    const before = createRig({ putActivation: [neverAnswered], activation: [noAnswer] });
    await before.activate();
    const after = createRig(replies, { outbox: before.outbox });
    await after.store.start();
    await after.rest();
    return after;
  };

  it('the page reads its outcome, and does not send', async () => {
    const rig = await interrupted({ activation: [state('running')] });
    expect(rig.phase()).toBe('silent');
    await rig.pass();
    expect([rig.phase(), rig.puts(), await rig.kept()]).toEqual(['answered', [], 0]);
  });

  it('an activation that never arrived is sent again only by a person, with its own id', async () => {
    const rig = await interrupted({ activation: [NOT_FOUND], putActivation: [state('done')] });
    await rig.pass(16);
    expect([rig.phase(), rig.puts()]).toEqual(['missing', []]);
    rig.store.sendAgain(null);
    await rig.rest();
    expect([rig.phase(), rig.puts()]).toEqual(['answered', ['putActivation 1']]);
  });

  it('an activation that never arrived can be dismissed', async () => {
    const rig = await interrupted({ activation: [NOT_FOUND] });
    await rig.pass(16);
    rig.store.forget();
    await rig.rest();
    expect([rig.phase(), await rig.kept()]).toEqual([null, 0]);
  });

  it('the list in progress is restored', async () => {
    const before = createRig({});
    before.scan('000101');
    await before.store.addSample(null, { last4: '0101', status: 'inactive', at, when: 'before' });
    await before.rest();
    const after = createRig({}, { outbox: before.outbox });
    await after.store.start();
    expect(after.store.state().draft).toMatchObject({ hand: { start: '000101' }, samples: [{ last4: '0101' }] });
  });
});

describe('scans', () => {
  it('count once if the scanner repeats them immediately', () => {
    const rig = createRig({});
    rig.scan('000101');
    rig.scan('000101');
    expect(rig.store.state()).toMatchObject({ draft: { hand: { start: '000101', end: '' } }, note: 'again' });
    rig.clock.now += 3_000;
    rig.scan('000101');
    expect(rig.store.state()).toMatchObject({ draft: { hand: { end: '000101' } }, note: null });
  });

  it('change nothing if they contain anything but digits', () => {
    const rig = createRig({});
    rig.scan('first');
    expect(rig.store.state()).toMatchObject({ draft: emptyDraft, note: 'not-a-number' });
  });

  it.each(['AB123456789', '7KQ2M9XW4ZP3', 'https://vouchers.example/v/3f1c9a52-7a1e-4b6f-9a39-6d7f0a1f2b3c'])(
    'are neither used, stored nor sent if they are a card’s code: %s',
    async (code) => {
      const rig = createRig({});
      rig.scan(code);
      rig.scan(code, 'paste');
      rig.store.choose('cards');
      rig.scan(code);
      await rig.rest();
      expect(rig.store.state()).toMatchObject({ draft: emptyDraft, note: 'card-code', doubt: null, cards: [] });
      expect(rig.puts()).toEqual([]);
    },
  );

  it('wait for a person’s confirmation if their digits may be a card’s code', async () => {
    const rig = createRig({ putActivation: [state('done')] });
    rig.store.choose('cards');
    rig.scan('6454800101');
    await rig.rest();
    expect(rig.store.state()).toMatchObject({ note: 'maybe-code', cards: [] });
    expect([rig.puts().length, await rig.kept()]).toEqual([0, 0]);
    rig.store.vouch();
    await rig.rest();
    const number = { start: '6454800101', end: '6454800101', count: 1 };
    expect(rig.bodies).toEqual([{ ranges: [number], numbersConfirmed: true }]);
    expect(rig.store.state()).toMatchObject({ note: null, doubt: null, draft: { digits: [10] } });
  });

  it('are treated as a card’s code if the first number of the range is shorter', () => {
    const rig = createRig({});
    rig.scan('000101');
    rig.scan('6454800101');
    expect(rig.store.state()).toMatchObject({
      draft: { hand: { start: '000101', end: '' } },
      note: 'card-code',
      doubt: null,
    });
  });

  it('are treated as sequence numbers if numbers of that length were activated before', () => {
    const rig = createRig({});
    rig.store.learn([10]);
    rig.scan('6454800101');
    expect(rig.store.state()).toMatchObject({ draft: { hand: { start: '6454800101' } }, note: null });
  });

  it('are no longer confirmed once the issuer knows their number as a card’s code', async () => {
    const rig = createRig({ putActivation: [problem(400, 'card-code')] });
    rig.store.choose('cards');
    rig.scan('6454800101');
    rig.store.vouch();
    await rig.rest();
    expect(rig.store.state()).toMatchObject({ draft: { digits: [] }, cards: [{ phase: { at: 'refused' } }] });
    expect(await rig.kept()).toBe(0);
  });

  it('are not stored on the device if they may be a card’s code', async () => {
    const rig = createRig({});
    rig.store.change((draft) => enterTyped(draft, { start: '6454800101' }));
    rig.store.read('6454800102\n000101,000150,50');
    await rig.rest();
    expect(await rig.outbox.draft()).toMatchObject({ hand: { start: '' }, lines: [{ start: '000101' }] });
  });

  it('are added to the list if a list was pasted', () => {
    const rig = createRig({});
    rig.scan('000101 000150 50\nnonsense', 'paste');
    expect(rig.store.state()).toMatchObject({ draft: { lines: [{ start: '000101', count: '50' }] }, unread: [2] });
  });

  it('activate each card separately in that mode, and each shows its outcome', async () => {
    const rig = createRig({ putActivation: [state('done'), problem(409, 'ranges-overlap')] });
    rig.store.choose('cards');
    rig.scan('000501');
    rig.scan('000502');
    await rig.rest();
    expect(rig.bodies).toEqual(
      ['000501', '000502'].map((number) => ({ ranges: [{ start: number, end: number, count: 1 }] })),
    );
    expect(rig.store.state().cards.map(({ operation, phase }) => [operation.ranges[0]?.start, phase.at])).toEqual([
      ['000502', 'refused'],
      ['000501', 'answered'],
    ]);
    expect(rig.store.state().draft).toEqual(emptyDraft);
  });
});

it('samples of a list are kept with its activation', async () => {
  const rig = createRig({ putActivation: [state('done')] });
  const sample = { last4: '0101', status: 'inactive', at, when: 'before' } as const;
  await rig.store.addSample(null, sample);
  await rig.activate();
  const id = '00000000-0000-4000-8000-000000000001';
  await rig.store.addSample(id, { ...sample, status: 'active', when: 'after' });
  expect((await rig.outbox.samples(id)).map(({ when }) => when)).toEqual(['before', 'after']);
});
