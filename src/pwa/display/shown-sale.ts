import type { ShownSale } from '../../contract/display.ts';
import { dueOf, isUnsettled } from '../redeem/sale.ts';
import type { Till } from '../redeem/till.ts';

/** What customers may see of a till's screen. What was taken is left to the journal. */
export function shownSaleOf({ sale }: Pick<Till, 'sale'>): ShownSale {
  return { saleId: sale.id, due: dueOf(sale), busy: sale.rows.some(isUnsettled) };
}
