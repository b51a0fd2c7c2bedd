import type { SaleDue } from '../../../contract/redemption/sale.ts';
import { balanceOf, type TillSale } from './sale.ts';
import type { Till } from './till.ts';

/**
 * The part of the till's state machine for the amounts of a sale that the server has to know. A
 * sale with one voucher needs no report. It does with several vouchers, with another bill after the
 * first redemption, or with a collected amount.
 */

/** Counts a change of the amount due or of the collected amount since the first redemption. */
export function countDueChange(till: Till): Till {
  const { sale } = till;
  const { rows, collected, dueReport: last } = sale;
  if (rows.length === 0 || sale.register !== null) return till;
  const { due } = balanceOf(sale);
  if (last === null) return { ...till, sale: { ...sale, dueReport: { due, collected, revision: 0 } } };
  const isNews = due !== last.due || collected !== last.collected || (rows.length > 1 && last.revision === 0);
  if (due === null || !isNews) return till;
  return { ...till, sale: { ...sale, dueReport: { due, collected, revision: last.revision + 1 } } };
}

/** The request that reports a sale to the server; null if there is nothing to report. */
export function saleDueOf({ currency, dueReport, touched }: TillSale): SaleDue | null {
  if (dueReport === null || dueReport.due === null || dueReport.revision === 0) return null;
  return { ...dueReport, due: dueReport.due, currency, ...(touched?.by != null && { person: touched.by }) };
}
