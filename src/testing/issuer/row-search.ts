import type { IssuerReply, IssuerTransaction, Period } from '../../bff/issuer/port.ts';

export const OWN_MID = '000000000000042';

/** A capture of our shop at an instant, with whatever a story needs otherwise. */
export function rowAt(createdAt: number | null, transactionId: string, change: Partial<IssuerTransaction> = {}): IssuerTransaction {
  return {
    transactionId,
    type: 'capture',
    rawType: 'Capture',
    status: 'succeeded',
    rawStatus: 'Succeeded',
    mid: OWN_MID,
    amount: 1_000,
    currency: 'SGD',
    createdAt,
    lastUpdatedAt: createdAt,
    vouchers: [{ ref: '1234567890', usingValue: 1_000, productCode: 'P', productLabel: 'Voucher', actions: [] }],
    ...change,
  };
}

interface RowSearchOptions {
  readonly pageSize?: number;
  /** Number of rows of the previous page that each page repeats. */
  readonly repeats?: number;
  /** Rows within a page are in reverse order. */
  readonly shuffled?: boolean;
  /** Happens before each answer. */
  readonly before?: () => void;
  /** Periods that get no usable answer. */
  readonly refuse?: (period: Period) => boolean;
}

/** The search of an issuer with exactly the given rows. Rows without a time are in every period. */
export function createRowSearch(rows: readonly IssuerTransaction[], options: RowSearchOptions = {}) {
  const { pageSize = 20, repeats = 0, shuffled = false } = options;
  const all = [...rows];
  let asked = 0;
  return {
    add: (row: IssuerTransaction) => void all.push(row),
    /** The number of requested pages. */
    asked: () => asked,
    async searchPage(period: Period, pageIndex: number): Promise<IssuerReply<readonly IssuerTransaction[]>> {
      asked += 1;
      await Promise.resolve();
      options.before?.();
      if (options.refuse?.(period) === true) return { outcome: 'unclear', reason: 'timed out' };
      const within = all
        .filter(({ createdAt }) => createdAt === null || (createdAt >= period.from && createdAt <= period.to))
        .sort((a, b) => (b.createdAt ?? 0) - (a.createdAt ?? 0));
      const start = pageIndex * pageSize;
      const fresh = within.slice(start, start + pageSize);
      const page = fresh.length === 0 ? [] : [...within.slice(Math.max(0, start - repeats), start), ...fresh];
      return { outcome: 'found', value: shuffled ? page.toReversed() : page };
    },
  };
}
