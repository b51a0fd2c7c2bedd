import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergeEvents, PLAIN_EVENT, type StoryEvent } from './events.ts';
import { explainHistory, type HistoryBaseline, type StoryVoucher } from './explain-history.ts';

const MINUTE = 60_000;
const BEGIN = Date.UTC(2030, 0, 15, 6);

let ids = 0;
function event(
  what: StoryEvent['what'],
  minutes: number,
  value: number | null,
  more: Partial<StoryEvent> = {},
): StoryEvent {
  ids += 1;
  const at = BEGIN + minutes * MINUTE;
  return {
    ...PLAIN_EVENT,
    id: String(ids),
    isRow: true,
    what,
    at,
    errorMs: 0,
    value,
    unit: 'SGD',
    own: false,
    ...more,
  };
}

const NOW: StoryVoucher = {
  status: 'active',
  holds: 0,
  isConfirmed: true,
  unit: 'SGD',
  singleUse: false,
  at: BEGIN + 600 * MINUTE,
};

function ground(now: Partial<StoryVoucher> | 'absent' | null, more: Partial<HistoryBaseline> = {}): HistoryBaseline {
  const state = now === null || now === 'absent' ? now : { ...NOW, ...now };
  return { now: state, first: 5_000, isOpen: false, completeSince: BEGIN, ...more };
}

const own = { own: true } as const;

describe('the cause', () => {
  it.each<[string, StoryEvent[], HistoryBaseline]>([
    ['untouched', [], ground({ holds: 5_000 })],
    ['part-used', [event('redeemed', 1, 2_000)], ground({ holds: 3_000 })],
    ['used', [event('redeemed', 1, 5_000, own)], ground({ status: 'used' })],
    ['used-elsewhere', [event('redeemed', 1, 2_000, own), event('redeemed', 2, 3_000)], ground({ status: 'used' })],
    ['refunded', [event('redeemed', 1, 2_000), event('refunded', 2, 2_000)], ground({ holds: 5_000 })],
    ['expired', [event('redeemed', 1, 2_000)], ground({ status: 'expired', holds: 3_000 })],
    ['used-elsewhere', [event('redeemed', 1, 5_000)], ground({ status: 'expired', holds: 0 })],
    ['void', [event('redeemed', 1, 2_000)], ground({ status: 'void', holds: null })],
    ['never-activated', [], ground({ status: 'inactive', holds: null })],
    [
      'deactivated',
      [event('activated', 1, null, own), event('deactivated', 2, null, own)],
      ground({ status: 'inactive', holds: null }),
    ],
    ['unknown', [event('redeemed', 1, 5_000)], ground({ status: 'used' }, { isOpen: true })],
    ['unknown', [], ground('absent')],
    ['unknown', [event('redeemed', 1, 2_000)], ground(null)],
    ['unexplained', [], ground({ holds: 3_800 })],
    ['unexplained', [event('redeemed', 1, 2_000)], ground({ holds: 1_800 })],
    ['unexplained', [], ground({ status: 'used' }, { first: null })],
  ])('is %s', (cause, events, known) => {
    expect(explainHistory(events, known).cause).toBe(cause);
  });

  it('is not derived from a balance that may be older than the last use', () => {
    const uses = [event('redeemed', 0, 1_000), event('redeemed', 598, 2_000)];
    const late = explainHistory(uses, ground({ holds: 4_000 }));
    expect([late.missing, late.events.map(({ left }) => left)]).toEqual([null, [null, null]]);
    const unclear = explainHistory(uses, ground({ holds: 2_000 }, { first: null }));
    expect(unclear.events.map(({ left }) => left)).toEqual([null, null]);
    const gone = explainHistory(uses, ground({ status: 'used' }));
    expect([gone.cause, gone.missing]).toEqual(['unexplained', 2_000]);
    const back = [event('redeemed', 0, 1_000, own), event('refunded', 599, 1_000, own)];
    const unseen = explainHistory(back, ground({ holds: 3_000 }));
    expect([unseen.cause, unseen.missing, unseen.isCurrent]).toEqual(['refunded', null, false]);
    const taken = [event('redeemed', 0, 1_000), event('redeemed', 599, 1_000, own)];
    expect(explainHistory(taken, ground({ holds: 2_000 })).missing).toBe(null);
    expect(explainHistory(taken, ground({ holds: 500 })).missing).toBe(2_500);
  });

  it('is the refund, even if our clock dated its capture later', () => {
    const use = event('redeemed', 3, 1_000, { ...own, errorMs: 2 * MINUTE, after: 0 });
    const row = event('refunded', 2, 1_000, own);
    const back = { ...row, at: row.at + 1, errorMs: 2 * MINUTE, givesBack: use.id };
    const told = explainHistory(
      mergeEvents([row], [use, back]),
      ground({ holds: 3_000, singleUse: true }, { first: 3_000 }),
    );
    expect(told).toMatchObject({ cause: 'refunded', missing: null });
    expect(told.events.map(({ event: { what } }) => what)).toEqual(['redeemed', 'refunded']);
  });

  it('is the last use if the missing amount is older', () => {
    const last = event('redeemed', 2, 2_000, { ...own, before: 2_000, beforeAt: BEGIN + MINUTE * 1.5 });
    const told = explainHistory([event('checked', 1, null), last], ground({ status: 'used' }));
    expect([told.cause, told.missing]).toEqual(['used', 3_000]);
  });
});

describe('the running balance', () => {
  const lefts = (events: StoryEvent[], known: HistoryBaseline) =>
    explainHistory(events, known).events.map(({ left }) => left);

  it('is computed backwards from the current balance, as far as every use is known', () => {
    const events = [
      event('redeemed', -10, 1_000),
      event('redeemed', 1, 2_000),
      event('refunded', 2, 2_000),
      event('checked', 3, null),
    ];
    expect(lefts(events, ground({ holds: 4_000 }, { first: null }))).toEqual([null, 2_000, 4_000, 4_000]);
    expect(lefts(events, ground({ holds: 4_000 }))).toEqual([4_000, 2_000, 4_000, 4_000]);
    expect(lefts(events, ground({ holds: 4_000 }, { first: null, completeSince: null }))).toEqual([
      null,
      null,
      null,
      null,
    ]);
  });

  it('is omitted between two known balances that the uses do not explain', () => {
    const events = [event('redeemed', 1, 1_000), event('redeemed', 2, 2_000)];
    const told = explainHistory(events, ground({ holds: 800 }));
    expect(told).toMatchObject({ missing: 1_200, isExplained: false });
    expect(told.events.map(({ left }) => left)).toEqual([null, null]);
  });

  it('is omitted if the order of two lines is unknown', () => {
    const events = [
      event('redeemed', 1, 1_000),
      event('redeemed', 1.5, 2_000, { ...own, errorMs: 2 * MINUTE }),
      event('redeemed', 20, 500),
    ];
    expect(lefts(events, ground({ holds: 1_500 }))).toEqual([null, null, 1_500]);
  });

  it('has no missing amount between two events of one instant, whose order is unknown', () => {
    const events = [event('redeemed', 1, 1_500), event('refunded', 1, 1_500)];
    expect(explainHistory(events, ground({ holds: 1_000 }, { first: null })).missing).toBeNull();
  });

  it('is zero at once for a single-use voucher, and the rest is forfeited', () => {
    const use = event('redeemed', 1, 2_000, { ...own, before: 2_500, beforeAt: BEGIN, forfeited: 500 });
    const told = explainHistory([use], ground({ status: 'used', singleUse: true }, { first: 2_500 }));
    expect(told).toMatchObject({
      cause: 'used',
      missing: null,
      facts: [{ fact: 'forfeited', worth: { amount: 500 } }],
    });
    expect(told.events.map(({ left }) => left)).toEqual([0]);
  });

  it('is unknown after a refund of a single-use voucher, even if the issuer is unreachable', () => {
    const use = event('redeemed', 1, 500, { ...own, before: 1_000, beforeAt: BEGIN, after: 0, singleUse: true });
    const back = event('refunded', 2, 500, own);
    expect(lefts([use, back], ground(null, { first: null }))).toEqual([0, null]);
  });

  it('does not use a till’s balance from before a use if another use may have come between', () => {
    const events = [
      event('redeemed', 1, 1_000, { ...own, before: 2_000, beforeAt: BEGIN + 0.9 * MINUTE }),
      event('redeemed', 1.2, 1_000, { ...own, errorMs: 2 * MINUTE }),
      event('refunded', 2, 1_000, own),
    ];
    expect(explainHistory(events, ground({ holds: 2_000 }, { first: null }))).toMatchObject({ missing: null });
  });

  it('counts the items of a voucher for items', () => {
    const items = { unit: 'items' };
    const told = explainHistory([event('redeemed', 1, 3, items)], ground({ ...items, holds: 1 }, { first: 4 }));
    expect(told).toMatchObject({ cause: 'part-used', unit: 'items', missing: null, events: [{ left: 1 }] });
  });

  it('has a negative missing amount if the balance is too high, and a positive one if it is too low', () => {
    expect(explainHistory([event('redeemed', 1, 2_000)], ground({ holds: 5_000 })).missing).toBe(-2_000);
    expect(explainHistory([event('refunded', 1, 2_000)], ground({ holds: 500 }, { first: null })).missing).toBe(1_500);
  });

  it('is not compared with a balance from before the last use', () => {
    const told = explainHistory([event('redeemed', 700, 2_000)], ground({ holds: 5_000 }));
    expect(told).toMatchObject({ cause: 'part-used', missing: null });
    const known = event('redeemed', 599, 2_000, { ...own, before: 5_000, beforeAt: BEGIN + 599 * MINUTE, after: 0 });
    expect(explainHistory([known], ground({ holds: 5_000, singleUse: true })).missing).toBeNull();
  });

  it('is current only if no use can be later than it', () => {
    const isCurrent = (...asked: Parameters<typeof explainHistory>) => explainHistory(...asked).isCurrent;
    expect(isCurrent([], ground({ holds: 5_000 }))).toBe(true);
    expect(isCurrent([event('redeemed', 1, 700)], ground({ holds: 4_300 }))).toBe(true);
    expect(isCurrent([event('redeemed', 599.9, 700)], ground({ holds: 5_000 }))).toBe(false);
    expect(isCurrent([event('redeemed', 600.1, 700)], ground({ holds: 5_000 }))).toBe(false);
    expect(isCurrent([event('redeemed', 599.9, 700)], ground({ holds: 4_300 }))).toBe(true);
  });

  it('matches a simulated ledger except for omitted events', () => {
    const step = fc.record({ isUse: fc.boolean(), share: fc.integer({ min: 1, max: 100 }), own: fc.boolean() });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), fc.nat(), fc.boolean(), (steps, leftOut, isFirstKnown) => {
        const { events, truth } = ledgerOf(steps);
        const now = ground({ holds: truth.at(-1) ?? 5_000 }, isFirstKnown ? {} : { first: null });
        const told = explainHistory(events, now);
        expect(told.events.map(({ left }) => left)).toEqual(truth);
        expect([told.missing, told.isExplained]).toEqual([null, isFirstKnown]);
        if (events.length === 0 || !isFirstKnown) return;
        const gone = events[leftOut % events.length];
        const lacking = explainHistory(
          events.filter((one) => one !== gone),
          now,
        );
        expect(lacking.missing).toBe(gone?.what === 'redeemed' ? gone.value : -(gone?.value ?? 0));
      }),
    );
  });
});

/** The events of a voucher of 50.00, with the balance after each. */
function ledgerOf(steps: readonly { isUse: boolean; share: number; own: boolean }[]) {
  let holds = 5_000;
  let used = 0;
  const events: StoryEvent[] = [];
  const truth: number[] = [];
  steps.forEach(({ isUse, share, own: isOwn }, index) => {
    const value = Math.ceil(((isUse ? holds : used) * share) / 100);
    if (value === 0) return;
    holds += isUse ? -value : value;
    used += isUse ? value : -value;
    events.push(event(isUse ? 'redeemed' : 'refunded', index, value, { own: isOwn }));
    truth.push(holds);
  });
  return { events, truth };
}

describe('helpful facts', () => {
  const facts = (events: StoryEvent[]) => explainHistory(events, ground({ status: 'used' })).facts;

  it('state how often the voucher was checked right before it was emptied', () => {
    const checks = [1, 2, 3, 4, 9].map((minute) => event('checked', minute, null));
    const emptied = event('redeemed', 10.5, 5_000);
    expect(facts([...checks, emptied])).toEqual([
      { fact: 'checked-often', times: 5, withinMs: 10 * MINUTE, emptied: true },
    ]);
    expect(facts([event('checked', -60, null), event('checked', 9, null), emptied])).toEqual([]);
  });

  it('state how soon after its activation the voucher was emptied, and how late it was redeemed', () => {
    const activated = event('activated', 1, null, own);
    expect(facts([activated, event('redeemed', 8, 5_000, { lateMs: 45_000 })])).toEqual([
      { fact: 'soon-after-activation', afterMs: 7 * MINUTE },
      { fact: 'taken-late', afterMs: 45_000 },
    ]);
  });
});
