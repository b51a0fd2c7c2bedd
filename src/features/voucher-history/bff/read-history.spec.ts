import { expect, it } from 'vitest';
import { createManualClock } from '../../../testing/clock.ts';
import { SHOP } from '../../../testing/rigs/till.ts';
import { type HistoryDeps, readHistory } from './read-history.ts';

it('what was never stored is read back up to the stored rows, also after our clock was set back', async () => {
  const clock = createManualClock();
  const end = clock.now();
  const deps = {
    shop: SHOP,
    clock,
    issuer: { clockOffset: () => ({ offsetMs: 0, errorMs: 0 }) },
    mirror: { rowsOf: async () => [], completeFor: async () => ({ from: end, to: end }) },
    journals: {
      tenders: { mid: async () => null, ofVoucher: async () => [], holder: async () => null },
      refunds: { ofVoucher: async () => [] },
      issues: { ofVoucher: async () => null },
    },
    historyMs: 90 * 24 * 3_600_000,
  } as unknown as HistoryDeps;
  clock.jump(-16 * 60_000);
  const lookup = { ref: '1234567890', isAbsent: false, state: null, atMs: clock.monotonic() };
  const carried = { caseNumber: '', at: 0, hash: null, sequence: null, readFrom: null, lengthMs: null, events: [] };
  const { unread } = await readHistory(deps, lookup, {
    carried,
    sequence: null,
  });
  expect(unread?.to).toBe(end);
});
