import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../../contract/access/limits.ts';
import type { Source } from '../../../contract/voucher/voucher.ts';
import { ANA, createTestTill } from '../../../testing/rigs/till.ts';
import { valueIn } from '../../issuer/voucher-state.ts';
import { countAlike, type Snapshot } from '../operation/snapshot.ts';

const REF = '1234567890';
let till: Awaited<ReturnType<typeof createTestTill>>;
/** The source of the balance in the next checks; null if two answers contradict each other. */
let by: Source | null;
let unit: string | null;

beforeEach(async () => {
  till = await createTestTill();
  till.issuer.add(REF);
  by = 'both';
  unit = 'SGD';
  const { checkByRef } = till.issuer;
  till.issuer.checkByRef = async (...asked) => {
    const state = await checkByRef(...asked);
    if (state.outcome !== 'found') return state;
    const holds = by === null ? null : state.value.holds;
    const remaining = by === 'legacy' ? null : valueIn(unit, holds);
    return {
      outcome: 'found',
      value: { ...state.value, unit, holds, remaining, sources: { ...state.value.sources, holds: by } },
    };
  };
});

/**
 * The outcome, after ten minutes, of a redemption that never happened and whose answer was lost.
 */
async function settled(
  before: Source | null,
  later: Source | null,
  units: readonly [string | null, string | null] = ['SGD', 'SGD'],
) {
  by = before;
  unit = units[0];
  till.issuer.failNext({ commit: 'never', answer: 'lost' });
  const id = randomUUID();
  const put = till.tenders.put(ANA, id, { code: REF, amount: 2000, currency: 'SGD' });
  await till.clock.advance(LIMITS.tenderWaitMs);
  await put;
  by = later;
  unit = units[1];
  await till.clock.advance(LIMITS.managerAfterMs + 20_000);
  return (await till.tenders.get(ANA, id)).state;
}

describe('the balance as proof of “not redeemed”', () => {
  it.each([
    ['both', 'both'],
    ['both', 'merchant'],
    ['both', 'legacy'],
    ['merchant', 'both'],
    ['merchant', 'client'],
    ['legacy', 'legacy'],
    ['legacy', 'both'],
  ] as const)('is used if the earlier balance comes from %s and the current one from %s', async (before, later) => {
    expect(await settled(before, later)).toBe('not_captured');
  });

  it('is used if both balances come from one interface, without a known unit', async () => {
    expect(await settled('legacy', 'legacy', [null, null])).toBe('not_captured');
  });
});

describe('the balance as proof of “not redeemed”', () => {
  it.each([
    ['legacy', 'merchant'],
    ['merchant', 'legacy'],
    ['client', 'legacy'],
    ['both', null],
    [null, 'both'],
  ] as const)('is not used if the earlier balance comes from %s and the current one from %s', async (before, later) => {
    expect(await settled(before, later)).toBe('manager');
  });

  it('is not used if the earlier balance had another unit', async () => {
    expect(await settled('both', 'both', ['MYR', null])).toBe('manager');
  });

  it('is not used if the current balance has another unit', async () => {
    expect(await settled('both', 'legacy', [null, 'MYR'])).toBe('manager');
  });
});

it('an older fact without a unit does not name its source, so its balance may be v2’s', () => {
  const older = { remaining: 5000, at: 0, singleUse: null, seen: [] } satisfies Snapshot;
  expect([countAlike(older, 'legacy'), countAlike(older, 'merchant')]).toEqual([true, false]);
  expect([countAlike({ ...older, unit: 'SGD' }, 'legacy'), countAlike({ ...older, unit: 'SGD' }, 'merchant')]).toEqual([
    false,
    true,
  ]);
});
