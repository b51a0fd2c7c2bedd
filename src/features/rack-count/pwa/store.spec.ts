import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BADGE_CHARACTERS, badgeText } from '../../../contract/access/badge.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { type Call, NoAnswer } from '../../../pwa/api/client.ts';
import { withCards } from './count.ts';
import { createRackCountStore, type RackCountStore } from './store.ts';
import type { Count } from './stored-count.ts';

const STATUSES: Readonly<Record<string, Partial<CheckAnswer>>> = {
  AB123456781: { status: 'inactive', refusal: null },
  AB123456782: { status: 'active', refusal: null },
  AB123456783: { status: 'unknown', refusal: { reason: 'not-found', issuerCode: null, issuerText: null } },
};

let cues: string[];
let kept: Count;
let windows: (() => void)[];
let pauses: (() => void)[];
let at: number;
/** Answers that replace those above. */
let answers: Record<string, Partial<CheckAnswer>>;
let running: number;
let most: number;
let isAway: boolean;
let store: RackCountStore;

const SILENT: Partial<CheckAnswer> = { status: 'unknown', refusal: null, source: null };

const openStore = () =>
  createRackCountStore({
    now: () => (at += 1),
    uuid: () => `count ${at}`,
    sleep: () => new Promise((resolve) => pauses.push(resolve)),
    mayQuery: () => true,
    cue: (cue) => cues.push(cue),
    stored: {
      read: async () => kept,
      async add(id, cards) {
        if (kept.id === id) kept = { id, cards: withCards(kept.cards, cards) };
        for (const changed of windows) changed();
        return kept;
      },
      async begin(id) {
        kept = { id, cards: [] };
        for (const changed of windows) changed();
      },
      onChange: (changed) => void windows.push(changed),
      tagOf: async (code) => btoa(code),
    },
    call: (async (_: string, { body }: { body: { code: string } }) => {
      running += 1;
      most = Math.max(most, running);
      // Slower than the next scans.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      running -= 1;
      if (isAway) throw new NoAnswer('away');
      const answer = answers[body.code] ?? STATUSES[body.code] ?? { status: 'inactive', refusal: null };
      return { ref: body.code, source: 'merchant', ...answer };
    }) as unknown as Call,
  });
const states = () => store.state().cards.map(({ last4, state }) => `${last4} ${state}`);
const rest = () => vi.waitFor(() => expect([store.state().pending, running]).toEqual([0, 0]));

beforeEach(async () => {
  cues = [];
  kept = { id: '', cards: [] };
  windows = [];
  pauses = [];
  answers = {};
  at = 0;
  running = 0;
  most = 0;
  isAway = false;
  store = openStore();
  await store.start();
});

async function scan(...codes: readonly string[]): Promise<void> {
  const before = cues.length;
  for (const code of codes) store.scan(code);
  await vi.waitFor(() => expect(cues.length).toBeGreaterThanOrEqual(before + codes.length));
}

describe('a rack count', () => {
  it('counts each card once, in any spelling, and plays another sound for a card counted before', async () => {
    await scan('AB123456781', 'ab123456781', 'AB123456784');
    await rest();
    expect(states()).toEqual(['6781 inactive', '6784 inactive']);
    expect(cues).toEqual(['read', 'attention', 'read']);
  });

  it('finds active cards, codes that the issuer does not know, and texts that are not codes', async () => {
    await scan('AB123456782', 'AB123456783', 'https://shop.example/offer');
    await rest();
    expect(states()).toEqual(['6782 active', '6783 not-ours', 'ffer not-ours']);
    expect(cues.filter((cue) => cue === 'refused')).toHaveLength(3);
  });

  it('looks up two cards at a time while others are scanned', async () => {
    await scan(...Array.from({ length: 20 }, (_, index) => `AB1234567${index + 10}`));
    await rest();
    expect([most, store.state().cards.length]).toEqual([2, 20]);
  });

  it('keeps cards that could not be looked up, and looks them up on request', async () => {
    isAway = true;
    await scan('AB123456781', 'AB123456782');
    await vi.waitFor(() => expect(store.state().failure).toEqual({ kind: 'no-answer' }));
    expect(states()).toEqual(['6781 unchecked', '6782 unchecked']);
    isAway = false;
    store.checkAgain();
    await rest();
    expect(states()).toEqual(['6781 inactive', '6782 active']);
  });

  it('looks up a card that is scanned again after a reload, and does not report it as already counted', async () => {
    isAway = true;
    await scan('AB123456781', 'AB123456781');
    await vi.waitFor(() => expect(store.state().failure).not.toBeNull());
    expect(cues).toEqual(['read', 'attention']);
    isAway = false;
    store = openStore();
    await store.start();
    await scan('AB123456781');
    await rest();
    expect(states()).toEqual(['6781 inactive']);
    expect(store.state().last?.isAgain).toBe(false);
  });

  it('does not count the badge of a person', async () => {
    await scan(badgeText('A'.repeat(BADGE_CHARACTERS)));
    expect([states(), cues]).toEqual([[], ['attention']]);
  });

  it('continues after a reload, and stores no code', async () => {
    await scan('AB123456781');
    await rest();
    store = openStore();
    await store.start();
    await scan('AB123456781', 'AB123456784');
    await rest();
    expect(states()).toEqual(['6781 inactive', '6784 inactive']);
    expect(JSON.stringify(kept)).not.toContain('AB12345678');
  });

  it('draws no conclusion if the issuer does not respond, and repeats the lookup automatically', async () => {
    answers = { AB123456781: SILENT };
    await scan('AB123456781', 'AB123456782');
    await vi.waitFor(() => expect(store.state().isSilent).toBe(true));
    expect(states()[0]).toBe('6781 unchecked');
    answers = {};
    for (const resume of pauses) resume();
    await rest();
    expect(states()).toEqual(['6781 inactive', '6782 active']);
    expect(store.state().isSilent).toBe(false);
  });

  it('looks up an unchecked card again when it is scanned again', async () => {
    answers = { AB123456781: SILENT };
    await scan('AB123456781');
    await vi.waitFor(() => expect(store.state().isSilent).toBe(true));
    answers = {};
    await scan('AB123456781');
    await rest();
    expect(states()).toEqual(['6781 inactive']);
  });

  it('draws no conclusion from a status that the issuer did not confirm', async () => {
    answers = { AB123456781: { ...SILENT, source: 'merchant' } };
    await scan('AB123456781');
    await rest();
    expect(states()).toEqual(['6781 unchecked']);
  });

  it('looks up every card again at the end, and finds one that was activated meanwhile', async () => {
    await scan('AB123456781', 'AB123456784');
    await rest();
    answers = { AB123456781: { status: 'active', refusal: null } };
    store.finish();
    await rest();
    expect(states()).toEqual(['6781 active', '6784 inactive']);
    const { endedAt, cards } = store.state();
    expect(cards.every(({ checkedAt }) => checkedAt >= (endedAt ?? ''))).toBe(true);
    await scan('AB123456785');
    expect(store.state().endedAt).toBeNull();
  });

  it('keeps the last known state of a card while the issuer is silent at the end', async () => {
    await scan('AB123456781');
    await rest();
    answers = { AB123456781: SILENT };
    store.finish();
    await vi.waitFor(() => expect(store.state().isSilent).toBe(true));
    const { cards, endedAt } = store.state();
    expect(cards[0]).toMatchObject({ state: 'inactive' });
    expect((cards[0]?.checkedAt ?? '') < (endedAt ?? '')).toBe(true);
  });

  it('counts the bar code and the QR link of a card once, because the issuer names one card for both', async () => {
    const link = 'https://vouchers.example/v/0c8d8a55-2b3f-4f0a-9c53-0f7b3f2f6a11';
    answers = { [link]: { ref: 'AB123456781', status: 'inactive', refusal: null } };
    await scan('AB123456781', link, 'AB123456784');
    await rest();
    await vi.waitFor(() => expect(states()).toEqual(['6781 inactive', '6784 inactive']));
    await scan(link);
    expect(store.state().last).toMatchObject({ isAgain: true, tag: store.state().cards[0]?.tag });
    expect(states()).toHaveLength(2);
    expect(kept.cards).toHaveLength(2);
  });

  it('is shared by two windows, and neither overwrites the other', async () => {
    const other = openStore();
    await other.start();
    await scan('AB123456781');
    other.scan('AB123456782');
    other.scan('AB123456781');
    await rest();
    await vi.waitFor(() => expect([other.state().pending, running]).toEqual([0, 0]));
    await vi.waitFor(() => expect(states()).toEqual(['6781 inactive', '6782 active']));
    expect(other.state().cards).toEqual(store.state().cards);
    expect(kept.cards).toEqual(store.state().cards);
    other.startOver();
    await vi.waitFor(() => expect(states()).toEqual([]));
    await scan('AB123456784');
    await rest();
    expect(kept.cards.map(({ last4 }) => last4)).toEqual(['6784']);
  });
});
