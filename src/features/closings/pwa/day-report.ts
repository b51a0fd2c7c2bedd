import type { Cover, ShiftSummary } from '../contract/shift.ts';
import { netOfShift } from '../contract/shift.ts';

/** A day in one currency: what leads from its Z reports to the issuer's total. */
export interface DayReport {
  readonly currency: string;
  /** The day's Z reports, redeemed less refunded. */
  readonly zReports: number;
  /** What Z reports of other days count of this one, less what this day's count of others. */
  readonly otherDays: number;
  /** What the issuer has more than the Z reports count for the same transactions. */
  readonly differing: number;
  readonly open: number;
  readonly unmatched: number;
  readonly issuer: number;
  /** What the register said at the closing of these Z reports; null if nobody entered it. */
  readonly register: { readonly count: number; readonly amount: number; readonly difference: number } | null;
}

/** The Z reports among the shifts of a day. */
export function zReportsOf(shifts: readonly ShiftSummary[]): ShiftSummary[] {
  return shifts.filter(({ number, burnt }) => number !== null && !burnt);
}

export function dayReports(cover: Pick<Cover, 'currencies'>, shifts: readonly ShiftSummary[]): DayReport[] {
  const zs = zReportsOf(shifts);
  return cover.currencies.map(({ currency, counted, difference, open, unexplained, issuer }) => {
    const zReports = zs.reduce((sum, { sums }) => sum + netOfShift(sums, currency), 0);
    return {
      currency,
      zReports,
      otherDays: counted - zReports,
      differing: difference,
      open,
      unmatched: unexplained,
      issuer,
      register: registerOf(zs, currency),
    };
  });
}

function registerOf(zs: readonly ShiftSummary[], currency: string): DayReport['register'] {
  const said = zs.filter(({ declared }) => declared?.currency === currency);
  if (said.length === 0) return null;
  const amount = said.reduce((sum, { declared }) => sum + (declared?.amount ?? 0), 0);
  return { count: said.length, amount, difference: said.reduce((sum, z) => sum + (z.difference ?? 0), 0) };
}
