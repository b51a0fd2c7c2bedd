import { afterEach, describe, expect, it } from 'vitest';
import { SHOPS } from './credentials.ts';
import { openLedger } from './ledger.ts';
import { seedWhenEmpty } from './seed.ts';
import { seedTransactions } from './seed-transactions.ts';

const NOW = Date.parse('2026-11-21T09:00:00Z');
const DAY_MS = 86_400_000;
const opened: ReturnType<typeof openLedger>[] = [];
afterEach(() => {
  for (const ledger of opened.splice(0)) ledger.close();
});

function busyLedger(count: number, seed = 1) {
  const ledger = openLedger(':memory:');
  opened.push(ledger);
  seedWhenEmpty({ ledger, seed, now: NOW });
  seedTransactions({ ledger, seed, now: NOW }, count);
  return ledger;
}

describe('the past of a busy shop', () => {
  it('has exactly the requested number of transactions, in both shops, over 31 days up to now', () => {
    const rows = busyLedger(2_001).transactions();
    expect(rows).toHaveLength(2_001);
    expect(new Set(rows.map(({ mid }) => mid))).toEqual(new Set(SHOPS.map(({ mid }) => mid)));
    expect(new Set(rows.map(({ type }) => type))).toEqual(new Set(['Authorization', 'Capture', 'Refund', 'Other']));
    const times = rows.map(({ created_at }) => created_at);
    expect(Math.max(...times)).toBeLessThanOrEqual(NOW);
    expect(Math.min(...times)).toBeGreaterThan(NOW - 33 * DAY_MS);
    expect(new Set(times.map((at) => Math.floor(at / DAY_MS))).size).toBeGreaterThan(29);
  });

  it('belongs to only one shop if requested', () => {
    const ledger = openLedger(':memory:');
    opened.push(ledger);
    seedWhenEmpty({ ledger, seed: 1, now: NOW });
    seedTransactions({ ledger, seed: 1, now: NOW }, 200, 1);
    expect(new Set(ledger.transactions().map(({ mid }) => mid))).toEqual(new Set([SHOPS[0].mid]));
  });

  it('is balanced: each voucher holds its face value less redemptions, plus refunds', () => {
    const ledger = busyLedger(3_000);
    const rows = ledger.transactions();
    const moved = new Map<string, number>();
    for (const row of rows) {
      const sign = row.type === 'Capture' ? 1 : row.type === 'Refund' ? -1 : 0;
      for (const { ref, using_value } of ledger.entries(row.id))
        moved.set(ref, (moved.get(ref) ?? 0) + sign * using_value);
    }
    expect(moved.size).toBeGreaterThan(10);
    for (const [ref, taken] of moved) {
      const voucher = ledger.voucherByRef(ref);
      expect(voucher && voucher.face_value - voucher.remaining).toBe(taken);
    }
  });

  it('is the same for the same seed, different for another, and never written twice', () => {
    const ledger = busyLedger(500);
    const ids = ledger.transactions().map(({ id }) => id);
    seedTransactions({ ledger, seed: 2, now: NOW }, 500);
    expect(ledger.transactions()).toHaveLength(500);
    expect(
      busyLedger(500)
        .transactions()
        .map(({ id }) => id),
    ).toEqual(ids);
    expect(
      busyLedger(500, 2)
        .transactions()
        .map(({ id }) => id),
    ).not.toEqual(ids);
  });
});
