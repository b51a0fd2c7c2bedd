import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Transaction } from '../../contract/transaction.ts';
import { type Book, createBook, PLAIN } from './book.ts';
import { scaleOf } from './buckets.ts';

const END = Date.parse('2026-11-21T12:00:00Z');
const ZONE = 'Asia/Singapore';
const scale = scaleOf({ from: END - 3 * 86_400_000, to: END }, ZONE);
const PLAINLY = { ...PLAIN, scale };

let made = 0;
function row(change: Partial<Transaction> & { readonly atMs?: number | null } = {}): Transaction {
  const { atMs = END, ...rest } = change;
  made += 1;
  return {
    id: `t${made}`,
    type: 'capture',
    rawType: 'Capture',
    status: 'succeeded',
    rawStatus: 'Succeeded',
    mid: '1',
    amount: 1_000,
    currency: 'SGD',
    at: atMs === null ? null : new Date(atMs).toISOString(),
    updatedAt: null,
    vouchers: [{ last4: '7890', tag: 'tag1', product: null }],
    by: null,
    ...rest,
  };
}

const shown = (rows: readonly Transaction[], how = {}) => {
  const book = createBook();
  book.add(rows);
  return sightOf(book, how);
};
const sightOf = (book: Book, how = {}) => {
  const { lines, ...sight } = book.show({ ...PLAINLY, ...how });
  return { ...sight, lines: lines.slice(0, lines.length) };
};

describe('a redemption', () => {
  it('is one line, of its capture and its authorization', () => {
    const [authorization, capture] = [row({ type: 'authorization', atMs: END - 200 }), row()];
    const { lines, sums } = shown([capture, authorization]);
    expect(lines.map((line) => [line.row.id, line.authorization?.id])).toEqual([[capture.id, authorization.id]]);
    expect([sums.count, sums.currencies[0]?.captured]).toEqual([2, 1_000]);
  });

  it('keeps to its own voucher, shop, currency and minutes', () => {
    const capture = row();
    const others = [
      row({ type: 'authorization', vouchers: [{ last4: '7890', tag: 'tag2', product: null }] }),
      row({ type: 'authorization', mid: '2' }),
      row({ type: 'authorization', currency: 'MYR' }),
      row({ type: 'authorization', atMs: END - 10 * 60_000 }),
      row({ type: 'authorization', atMs: END + 60_000 }),
      row({ type: 'authorization', vouchers: [] }),
      row({ type: 'authorization', atMs: null }),
    ];
    expect(shown([capture, ...others]).lines).toHaveLength(8);
  });

  it('finds its authorization among several, by amount and then by time', () => {
    const authorizations = [1_000, 2_000, 2_000].map((amount, index) =>
      row({ type: 'authorization', amount, atMs: END - 3_000 + index * 1_000 }),
    );
    const [small, large] = [row({ amount: 1_000 }), row({ amount: 2_000, atMs: END + 500 })];
    const pairs = shown([large, ...authorizations, small]).lines.map((line) => [line.row.id, line.authorization?.id]);
    expect(pairs).toContainEqual([small.id, authorizations[0]?.id]);
    expect(pairs).toContainEqual([large.id, authorizations[2]?.id]);
  });

  it('is put together the same in whatever order and however often its rows arrive', () => {
    const rows = Array.from({ length: 12 }, (_, index) =>
      row({ type: index % 2 === 0 ? 'authorization' : 'capture', amount: 100 * (index % 3), atMs: END - index * 700 }),
    );
    const whole = JSON.stringify(shown(rows).lines);
    const orders = fc.array(fc.shuffledSubarray(rows), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(orders, (batches) => {
        const book = createBook();
        for (const batch of [...batches, rows]) book.add(batch);
        expect(JSON.stringify(sightOf(book).lines)).toBe(whole);
        expect(book.size()).toBe(rows.length);
      }),
    );
  });
});

describe('a row', () => {
  it('that arrives again counts once, and says what it said last', () => {
    const first = row({ status: 'unknown', updatedAt: '2026-11-21T12:00:00Z' });
    const later = { ...first, status: 'succeeded' as const, updatedAt: '2026-11-21T12:00:01Z' };
    for (const order of [
      [first, later, first],
      [later, first],
    ]) {
      const { lines, sums } = shown(order);
      expect([lines.length, lines[0]?.row.status, sums.currencies[0]?.captured]).toEqual([1, 'succeeded', 1_000]);
    }
  });

  it('that turns out to be of another voucher leaves its authorization', () => {
    const [authorization, capture] = [row({ type: 'authorization' }), row()];
    const later = { ...capture, updatedAt: '2026-11-21T12:00:01Z', vouchers: [{ last4: '0000', tag: 'tag2', product: null }] };
    const ids = (rows: readonly Transaction[]) => shown(rows).lines.map((line) => [line.row.id, line.authorization?.id]);
    expect(ids([authorization, capture, later])).toEqual([
      [capture.id, undefined],
      [authorization.id, undefined],
    ]);
    expect(ids([authorization, capture, later, { ...later, ...capture, updatedAt: '2026-11-21T12:00:02Z' }])).toEqual([
      [capture.id, authorization.id],
    ]);
  });

  it('of a kind or a status that nobody knows is listed and hides nothing', () => {
    const { lines, sums } = shown([row({ type: 'other', rawType: 'Chargeback' }), row({ status: 'unknown' }), row({ amount: null })]);
    expect(lines).toHaveLength(3);
    expect(sums).toMatchObject({ count: 3, withoutAmount: 1, unknownStatus: 1 });
    expect(sums.currencies).toEqual([{ currency: 'SGD', captured: 1_000, refunded: 0, net: 1_000, captures: 1, refunds: 0 }]);
  });

  it('without a time is listed last, and no bar has it', () => {
    const [timeless, timed] = [row({ atMs: null }), row()];
    const { lines, bars } = shown([timeless, timed]);
    expect(lines.map((line) => line.row.id)).toEqual([timed.id, timeless.id]);
    expect(bars[0]?.captured.reduce((sum, value) => sum + value)).toBe(1_000);
  });

  it('can be found by the id of either half of its line', () => {
    const book = createBook();
    const [authorization, capture] = [row({ type: 'authorization' }), row()];
    book.add([authorization, capture]);
    expect(book.find(authorization.id)?.row.id).toBe(capture.id);
    expect(book.find('nothing')).toBeNull();
  });
});

describe('sums', () => {
  it('take failed rows for nothing and keep currencies and items apart', () => {
    const { sums } = shown([
      row({ amount: 500, currency: 'MYR' }),
      row({ type: 'refund', amount: 300 }),
      row({ status: 'failed' }),
      row({ amount: 2, currency: '' }),
      row(),
    ]);
    const found = Object.fromEntries(sums.currencies.map(({ currency, net }) => [currency, net]));
    expect(found).toEqual({ SGD: 700, MYR: 500, '': 2 });
  });

  it('are of what the filter lets through, and bars agree with them', () => {
    const rows = Array.from({ length: 50 }, (_, index) => row({ amount: index, atMs: END - index * 3_600_000 }));
    const { sums, bars, lines } = shown(rows, { filter: { min: 10, max: 19 } });
    expect([lines.length, sums.currencies[0]?.captured]).toEqual([10, 145]);
    expect(bars[0]?.captured.reduce((sum, value) => sum + value)).toBe(145);
  });

  it('a filter by voucher, shop, person and status finds what it names', () => {
    const ana = { operation: 'tender', id: 'x', person: 'Ana', device: 'Till 1' } as const;
    const rows = [
      row({ by: ana }),
      row({ mid: '' }),
      row({ status: 'failed' }),
      row({ vouchers: [{ last4: 'AB12', tag: 'tag9', product: null }] }),
    ];
    const count = (filter: object) => shown(rows, { filter }).lines.length;
    expect(
      [{ person: 'Ana' }, { person: '' }, { mid: '' }, { status: 'failed' }, { last4: 'ab12' }, { last4: '2' }, { tag: 'tag9' }].map(count),
    ).toEqual([1, 3, 1, 1, 1, 1, 1]);
  });
});

describe('the scale', () => {
  it('is by the hour for a day or two and by the day beyond, in the shop’s days', () => {
    const day = scaleOf({ from: Date.parse('2026-11-20T16:00:00Z'), to: Date.parse('2026-11-21T15:59:59Z') }, ZONE);
    expect([day.unit, day.starts.length]).toEqual(['hour', 24]);
    expect([scale.unit, scale.starts.length]).toEqual(['day', 4]);
    const long = scaleOf({ from: Date.parse('2026-10-24T22:00:00Z'), to: Date.parse('2026-10-25T22:59:59Z') }, 'Europe/Paris');
    expect(long.starts).toHaveLength(25);
  });
});
