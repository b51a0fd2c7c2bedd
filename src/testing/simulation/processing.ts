import type { IssuerTransaction, Period } from '../../bff/issuer/port.ts';
import { searchRow } from './ledger.ts';
import { OUR_MID, type Plan, type RowEnd } from './plan.ts';

const PROCESSING = { status: 'pending', rawStatus: 'Processing' } as const;
const ENDED = {
  failed: { status: 'failed', rawStatus: 'Failed' },
  reversed: { status: 'reversed', rawStatus: 'Reversed' },
} as const;

/** Rows whose status changes after they were made. */
export function createProcessing({ processing }: Pick<Plan, 'processing'>, now: () => number, createdOf: (at: number) => number) {
  const failing = (processing?.failing ?? []).map(({ atMs, failsMs, ends, ...row }, index) => {
    const identity = { type: 'capture', transactionId: `failing-${index}`, mid: OUR_MID, at: atMs, author: { who: 'foreign' } } as const;
    return { atMs, ends, failsAtMs: atMs + failsMs, shown: searchRow({ ...row, ...identity }, createdOf(atMs), 'SGD') };
  });

  return {
    /**
     * @param at when the row was made, milliseconds of the world
     * @param takenBackAt when its money went back; null if it did not
     * @returns null if search shows the row no more
     */
    withStatus(row: IssuerTransaction, at: number, takenBackAt: number | null): IssuerTransaction | null {
      if (processing === null) return row;
      if (processing.takenBack !== null && takenBackAt !== null) return endedAs(row, processing.takenBack.ends, createdOf(takenBackAt));
      if (processing.forMs === 0) return row;
      if (now() < at + processing.forMs) return { ...row, ...PROCESSING };
      return { ...row, lastUpdatedAt: (row.createdAt ?? 0) + processing.forMs };
    },
    failingIn: ({ from, to }: Period): IssuerTransaction[] =>
      failing.flatMap(({ atMs, ends, failsAtMs, shown }) => {
        const isShown = now() >= atMs && (shown.createdAt ?? 0) >= from && (shown.createdAt ?? 0) <= to;
        if (!isShown) return [];
        if (now() < failsAtMs) return [{ ...shown, ...PROCESSING }];
        return endedAs(shown, ends, createdOf(failsAtMs)) ?? [];
      }),
  };
}

function endedAs(row: IssuerTransaction, ends: RowEnd, lastUpdatedAt: number): IssuerTransaction | null {
  return ends === 'vanished' ? null : { ...row, ...ENDED[ends], lastUpdatedAt };
}
