import { expect, it } from 'vitest';
import type { IssuerTransaction } from '../../../bff/issuer/port.ts';
import { createManualClock } from '../../../testing/clock.ts';
import { rowAt } from '../../../testing/issuer/row-search.ts';
import { SHOP } from '../../../testing/rigs/till.ts';
import { type HistoryDeps, readHistory } from './read-history.ts';

const carried = { caseNumber: '', at: 0, hash: null, sequence: null, readFrom: null, lengthMs: null, events: [] };

function depsOf({ rows = [] }: { readonly rows?: readonly IssuerTransaction[] } = {}) {
  const clock = createManualClock();
  const end = clock.now();
  const deps = {
    shop: SHOP,
    clock,
    issuer: { clockOffset: () => ({ offsetMs: 0, errorMs: 0 }) },
    mirror: { rowsOf: async () => rows, completeFor: async () => ({ from: end - 60_000, to: end }) },
    journals: {
      tenders: { mid: async () => null, ofVoucher: async () => [], holder: async () => null },
      refunds: { ofVoucher: async () => [] },
    },
    voucherEvents: async () => [],
    historyMs: 90 * 24 * 3_600_000,
  } as unknown as HistoryDeps;
  const lookup = { ref: '1234567890', isAbsent: false, state: null, atMs: clock.monotonic(), at: end };
  return { deps, lookup, clock, end };
}

it('unstored events are read back to the newest stored row, even if our clock was set back', async () => {
  const { deps, lookup, clock, end } = depsOf();
  clock.jump(-16 * 60_000);
  const { unread } = await readHistory(deps, lookup, {
    carried,
    sequence: null,
  });
  expect(unread?.to).toBe(end);
});

it('events are known only up to a row that the issuer is still processing', async () => {
  const processed = { status: 'pending', rawStatus: 'Processing' } as const;
  const at = createManualClock().now();
  const { deps, lookup } = depsOf({ rows: [rowAt(at - 30_000, 'a'), rowAt(at - 20_000, 'b', processed)] });
  expect((await readHistory(deps, lookup, { carried, sequence: null })).until).toBe(at - 20_000);
});
