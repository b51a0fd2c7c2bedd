import { beforeEach, describe, expect, it, vi } from 'vitest';
import { BADGE_CHARACTERS, badgeText } from '../../../contract/access/badge.ts';
import type { CheckAnswer } from '../../../contract/voucher/voucher.ts';
import { type Call, NoAnswer } from '../../../pwa/api/client.ts';
import type { CountedCard } from './count.ts';
import { createRackCountStore, type RackCountStore } from './store.ts';

const STATUSES: Readonly<Record<string, Partial<CheckAnswer>>> = {
  AB123456781: { status: 'inactive', refusal: null },
  AB123456782: { status: 'active', refusal: null },
  AB123456783: { status: 'unknown', refusal: { reason: 'not-found', issuerCode: null, issuerText: null } },
};

let cues: string[];
let kept: readonly CountedCard[];
let running: number;
let most: number;
let isAway: boolean;
let store: RackCountStore;

const openStore = () =>
  createRackCountStore({
    now: () => 0,
    cue: (cue) => cues.push(cue),
    stored: {
      cards: async () => kept,
      save: async (cards) => void (kept = cards),
      tagOf: async (code) => btoa(code),
    },
    call: (async (_: string, { body }: { body: { code: string } }) => {
      running += 1;
      most = Math.max(most, running);
      // Slower than the next scans.
      for (let turn = 0; turn < 50; turn += 1) await Promise.resolve();
      running -= 1;
      if (isAway) throw new NoAnswer('away');
      return STATUSES[body.code] ?? { status: 'inactive', refusal: null };
    }) as unknown as Call,
  });
const states = () => store.state().cards.map(({ last4, state }) => `${last4} ${state}`);
const rest = () => vi.waitFor(() => expect([store.state().pending, running]).toEqual([0, 0]));

beforeEach(async () => {
  cues = [];
  kept = [];
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
  it('counts each card once, in any spelling, and sounds different for one that was counted already', async () => {
    await scan('AB123456781', 'ab123456781', 'AB123456784');
    await rest();
    expect(states()).toEqual(['6781 inactive', '6784 inactive']);
    expect(cues).toEqual(['read', 'attention', 'read']);
  });

  it('finds active cards, codes that the issuer does not know, and texts that are no codes', async () => {
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

  it('looks up a card that is scanned again after a reload, and does not report it as counted already', async () => {
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
});
