import type { Cover, ShiftSummary } from '../contract/shift.ts';
import { netOfShift } from '../contract/shift.ts';

/** A day in one currency: the steps from its Z reports to the issuer's total. */
export interface DayReport {
  readonly currency: string;
  /** The day's Z reports, redeemed less refunded. */
  readonly zReports: number;
  /** This day's amounts in Z reports of other days, less other days' amounts in this day's. */
  readonly otherDays: number;
  /** The issuer's excess over the Z reports for the same transactions. */
  readonly differing: number;
  readonly open: number;
  readonly unmatched: number;
  readonly issuer: number;
  /** The register total at the closing of these Z reports; null if none was entered. */
  readonly register: { readonly count: number; readonly amount: number; readonly difference: number } | null;
}

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
  const withTotal = zs.filter(({ declared }) => declared?.currency === currency);
  if (withTotal.length === 0) return null;
  const amount = withTotal.reduce((sum, { declared }) => sum + (declared?.amount ?? 0), 0);
  return { count: withTotal.length, amount, difference: withTotal.reduce((sum, z) => sum + (z.difference ?? 0), 0) };
}
