import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { onStores, POSTGRES, SQLITE } from '../../../testing/databases/stores.ts';
import { createShiftRig, type ShiftRig } from '../../../testing/rigs/shift-rig.ts';
import { SHOP } from '../../../testing/rigs/shops.ts';
import { ANA, BEN, MEI } from '../../../testing/rigs/till.ts';
import { createCloseShift } from './close-shift.ts';
import { countedRows } from './counted-rows.ts';
import { SHIFT_RULES } from './open-shifts.ts';
import type { ShiftStore } from './shift-store.ts';
import { daysIn } from './shifts.ts';

const HOUR_MS = 3_600_000;
const BEN_THERE: Caller = { ...BEN, device: ANA.device };

onStores([SQLITE, POSTGRES], (kind) => {
  let rig: ShiftRig;
  beforeEach(async () => {
    rig = await createShiftRig(kind);
  });
  afterEach(() => rig.end());

  /** The facts without a Z, found by a search of the whole journal. */
  async function searched(): Promise<number[]> {
    const found = await countedRows(rig.store.db).where('fact.shop', '=', SHOP).where('own.z_id', 'is', null).execute();
    return found.map(({ seq }) => seq);
  }
  async function kept(): Promise<number[]> {
    const rows = await rig.store.db.selectFrom('uncounted_fact').select('fact_seq').orderBy('fact_seq').execute();
    return rows.map(({ fact_seq }) => fact_seq);
  }

  it('the stored list of redemptions without a Z equals a full search, through lost answers, refunds and closings', async () => {
    const first = await rig.take(ANA, 2_000);
    const lost = await rig.takeUnheard(BEN_THERE, 700);
    expect(await kept()).toEqual(await searched());
    await rig.close(ANA);
    expect(await kept()).toEqual(await searched());
    await rig.settle(lost);
    await rig.giveBack(MEI, first);
    await rig.take(BEN, 40);
    expect(await kept()).toEqual(await searched());
    expect((await kept()).length).toBeGreaterThan(5);
    for (const who of [BEN, MEI]) for (const { id } of await rig.open(who)) await rig.parts.shifts.close(who, id, {});
    expect(await kept()).toEqual([]);
    expect(await searched()).toEqual([]);
  });

  it('an open list that is displayed again includes later redemptions, settled or not', async () => {
    for (const amount of [100, 200, 300]) await rig.take(ANA, amount);
    const [before] = await rig.open(ANA);
    await rig.take(ANA, 400);
    const [after] = await rig.open(ANA);
    expect([before?.sums[0]?.amount, after?.sums[0]?.amount]).toEqual([600, 1_000]);
    await rig.takeUnheard(ANA, 500);
    expect((await rig.open(ANA))[0]?.unsettled).toBe(1);
  });
});

/** Tills with a shift of yesterday each, and one of today. */
function leftOpen(count: number) {
  const now = Date.parse('2030-01-16T02:00:00Z');
  const fact = (till: number, at: number) => ({
    id: String(till * 10 + (at < now - HOUR_MS ? 1 : 2)),
    at,
    fact: 'intent',
    isBeginning: true,
    kind: 'redeemed' as const,
    operation: { id: `${till} ${at}`, isOpen: false, createdAt: at },
    till: { id: String(till), name: `Till ${till}` },
    person: { id: 'ana', name: 'Ana' },
    currency: 'SGD',
    amount: 100,
    count: 0,
    forfeited: 0,
    begunIn: null,
    takenIn: null,
  });
  const facts = Array.from({ length: count }, (_, till) => [fact(till, now - 20 * HOUR_MS), fact(till, now)]).flat();
  const ofTill = (tillId?: string) => facts.filter(({ till }) => tillId === undefined || till.id === tillId);
  const open = vi.fn<ShiftStore['open']>(async (tillId) => ofTill(tillId));
  const close = vi.fn<ShiftStore['close']>(async (tillId, decide) => decide(ofTill(tillId), new Map())?.z ?? null);
  const uncounted = async () => ({ hasBegun: true, tills: [...new Set(facts.map(({ till }) => till.id))] });
  return { now, open, close, store: { open, close, uncounted } as unknown as ShiftStore };
}

function closerOf({ now, store }: ReturnType<typeof leftOpen>, isKnown: (till: string) => boolean) {
  const numbers = { isKnown: async (till: string) => isKnown(till), record: async () => undefined };
  const clock = { now: () => now } as Parameters<typeof createCloseShift>[0]['clock'];
  const log = { error: () => undefined } as unknown as Parameters<typeof createCloseShift>[0]['log'];
  return createCloseShift({
    store,
    numbers,
    clock,
    log,
    rules: SHIFT_RULES,
    days: async () => daysIn({ timeZone: 'UTC', dayBegins: '00:00' }),
    onClosed: () => undefined,
  });
}

it('closing yesterday’s open shifts reads each till separately, never the whole day', async () => {
  const tills = leftOpen(64);
  expect(await closerOf(tills, () => true).left()).toBe(true);
  expect(tills.close).toHaveBeenCalledTimes(64);
  expect(tills.open.mock.calls.map(([till]) => till)).toEqual(Array.from({ length: 64 }, (_, till) => String(till)));
});

it('a till with unknown numbers does not cause extra reads for the next redemptions', async () => {
  const tills = leftOpen(1);
  const closer = closerOf(tills, () => false);
  expect([await closer.left(), await closer.left()]).toEqual([false, false]);
  expect(tills.open).not.toHaveBeenCalled();
});
