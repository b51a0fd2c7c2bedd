import type { TillRule } from '../../../contract/access/till-rule.ts';
import { type Money, magnitude } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { Format } from '../../ui/format.ts';
import type { Words } from '../../words/en.ts';
import { asksForPrice, leftToPay, type SaleRow, type TillSale } from '../till/sale.ts';
import { standingOf } from './cues.ts';

type Said = Pick<TenderView, 'state' | 'refusal' | 'captured' | 'remaining'>;
interface Speech extends Pick<Format, 'worth'>, Pick<TillRule, 'emptyVouchers'> {}

/**
 * What a verdict says and what comes next; a refusal says it by its reason, and an empty voucher is
 * kept or given back, as the shop has it.
 */
export function verdictWords(
  { verdict }: Words,
  { state, refusal, captured, remaining }: Said,
  { worth, emptyVouchers }: Speech,
): { title: string; next: string } {
  if (state === 'declined' && refusal !== null) return verdict.refusals[refusal.reason];
  const { title, next } = verdict.states[state];
  if (state === 'refunded' && captured !== null) return { title, next: verdict.isBack(worth(captured)) };
  const isEmpty = state === 'captured' && remaining !== null && magnitude(remaining) === 0;
  return { title, next: isEmpty ? verdict.empty[emptyVouchers] : next };
}

/**
 * What the cashier has to collect after a redemption of this sale took its part; null where that is
 * nothing, not known yet, or the register's business.
 */
export function toCollect(sale: TillSale, view: Pick<TenderView, 'id' | 'state' | 'captured'>): Money | null {
  const left = leftToPay(sale);
  const isOfSale = sale.rows.some(({ tenderId }) => tenderId === view.id);
  if (!isOfSale || sale.register !== null || asksForPrice(sale, view)) return null;
  return left !== null && left.amount > 0 ? left : null;
}

/**
 * How a redemption of an earlier sale stands, in a word or two: never more than the server said.
 */
export function standingWords({ states, flight }: Words, row: SaleRow): string {
  const standing = standingOf(row);
  if (standing === 'checking') return states.unknown;
  return standing === 'not-arrived' ? flight.notArrived : states[standing];
}
