import type { IssuerTransaction, Period } from '../../bff/issuer/port.ts';
import { searchRow } from './ledger.ts';
import { OUR_MID, type Plan } from './plan.ts';

const PROCESSING = { status: 'pending', rawStatus: 'Processing' } as const;
const FAILED = { status: 'failed', rawStatus: 'Failed' } as const;

/** Rows whose status changes after they were made. */
export function createProcessing({ processing }: Pick<Plan, 'processing'>, now: () => number, createdOf: (at: number) => number) {
  const failing = (processing?.failing ?? []).map(({ atMs, failsMs, ...row }, index) => {
    const identity = { type: 'capture', transactionId: `failing-${index}`, mid: OUR_MID, at: atMs, author: { who: 'foreign' } } as const;
    return { atMs, failsAtMs: atMs + failsMs, shown: searchRow({ ...row, ...identity }, createdOf(atMs), 'SGD') };
  });

  return {
    /** @param at when the row was made, milliseconds of the world */
    withStatus(row: IssuerTransaction, at: number): IssuerTransaction {
      if (processing === null || processing.forMs === 0) return row;
      if (now() < at + processing.forMs) return { ...row, ...PROCESSING };
      return { ...row, lastUpdatedAt: (row.createdAt ?? 0) + processing.forMs };
    },
    failingIn: ({ from, to }: Period): IssuerTransaction[] =>
      failing.flatMap(({ atMs, failsAtMs, shown }) => {
        const isShown = now() >= atMs && (shown.createdAt ?? 0) >= from && (shown.createdAt ?? 0) <= to;
        if (!isShown) return [];
        const isOver = now() >= failsAtMs;
        return [{ ...shown, ...(isOver ? { ...FAILED, lastUpdatedAt: createdOf(failsAtMs) } : PROCESSING) }];
      }),
  };
}
