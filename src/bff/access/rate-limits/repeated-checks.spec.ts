import { beforeEach, expect, it } from 'vitest';
import { createManualClock, type ManualClock } from '../../../testing/clock.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { createRepeatedChecks, type RepeatedChecks } from './repeated-checks.ts';

const REF = '1234567890';
const VISIT_MS = 6 * 60_000;
const CALLER = {
  shop: 'main' as Scope,
  device: { id: 'd1', name: 'Till 1' },
  person: { id: 'p1', name: 'Mei', role: 'manager' },
} as const;

let clock: ManualClock;
let often: RepeatedChecks;
let told: unknown[];
beforeEach(() => {
  clock = createManualClock();
  told = [];
  const audit = { write: async ({ details }: { readonly details: unknown }) => void told.push(details) };
  often = createRepeatedChecks({ clock, keys: { hash: (text) => text }, audit: audit as never });
});

async function visits(count: number): Promise<void> {
  for (let left = count; left > 0; left -= 1) {
    await often.recordCheck(CALLER, REF);
    await often.recordCheck(CALLER, REF);
    await clock.advance(VISIT_MS);
  }
}

it('a voucher checked on five occasions is reported, and checks within one sale count once', async () => {
  await visits(4);
  expect(told).toEqual([]);
  await visits(1);
  expect(told).toEqual([{ last4: '7890', checks: 5 }]);
});

it('a voucher is reported again after five more checks, and checks of another day do not count', async () => {
  await visits(9);
  expect(told).toHaveLength(1);
  await visits(1);
  expect(told).toHaveLength(2);
  await clock.advance(24 * 60 * 60_000);
  await visits(4);
  expect(told).toHaveLength(2);
});
