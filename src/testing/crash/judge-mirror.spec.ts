import { describe, expect, it } from 'vitest';
import { judgeComplete, judgeKept, type KeptMirror, type Mirrored } from './judge-mirror.ts';

const OWN = '1';
const KEPT: KeptMirror = {
  rows: [{ id: 'a', hashes: ['h'], isGone: false }],
  vouchers: [{ id: 'a', hash: 'h' }],
  read: [{ from: 0, to: 100 }],
};
const mirrored = (kept: Partial<KeptMirror> = {}, change: Partial<Mirrored> = {}): Mirrored => ({
  kept: { ...KEPT, ...kept },
  shown: [{ id: 'a', mid: OWN, createdAt: 50 }],
  ownMid: OWN,
  othersSince: 40,
  ...change,
});

describe('the tables after a crash', () => {
  it('pass if everything recorded as read exists', () => {
    expect(judgeKept(mirrored())).toEqual([]);
    expect(judgeKept(mirrored({ rows: [], vouchers: [], read: [{ from: 60, to: 100 }] }))).toEqual([]);
  });

  it('fail if a row recorded as read is missing', () => {
    expect(judgeKept(mirrored({ rows: [], vouchers: [] }))).toEqual(['a is not kept, and its time is noted as read']);
  });

  it('may lack only old rows of other shops', () => {
    const without = (mid: string, createdAt: number) =>
      judgeKept(mirrored({ rows: [], vouchers: [] }, { shown: [{ id: 'b', mid, createdAt }] }));
    expect([without('2', 30), without('2', 40), without(OWN, 30)].map((faults) => faults.length)).toEqual([0, 1, 1]);
  });

  it('fail if a row has lost its voucher, or a voucher its row', () => {
    expect(judgeKept(mirrored({ vouchers: [] }))).toEqual(['a has lost a voucher']);
    expect(judgeKept(mirrored({ rows: [] }, { shown: [] }))).toEqual(['a voucher leads to a, which is not kept']);
  });

  it('fail if a row that search returns is marked as gone', () => {
    expect(judgeKept(mirrored({ rows: [{ id: 'a', hashes: ['h'], isGone: true }] }))).toEqual(['a is marked as gone, and search shows it']);
  });
});

describe('a mirror', () => {
  it('is complete once everything was read and stored', () => {
    expect(judgeComplete(mirrored(), { from: 10, to: 90 })).toEqual([]);
  });

  it('is incomplete if a period was never read, or a row is missing', () => {
    expect(judgeComplete(mirrored({ read: [{ from: 0, to: 50 }] }), { from: 10, to: 90 })).toHaveLength(1);
    expect(judgeComplete(mirrored({ rows: [] }), { from: 10, to: 90 })).toEqual(['a is still not kept']);
  });
});
