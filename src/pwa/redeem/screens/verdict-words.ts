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
 * The texts of a verdict and the next step. A refusal depends on its reason; for an empty voucher,
 * the shop's settings decide if the card is kept or returned.
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
 * The amount that the cashier has to collect after a redemption; null if there is none, it is not
 * known yet, or the register collects it.
 */
export function toCollect(sale: TillSale, view: Pick<TenderView, 'id' | 'state' | 'captured'>): Money | null {
  const left = leftToPay(sale);
  const isOfSale = sale.rows.some(({ tenderId }) => tenderId === view.id);
  if (!isOfSale || sale.register !== null || asksForPrice(sale, view)) return null;
  return left !== null && left.amount > 0 ? left : null;
}

/**
 * The status of a redemption of an earlier sale in a few words, never more than the server
 * reported.
 */
export function standingWords({ states, flight }: Words, row: SaleRow): string {
  const standing = standingOf(row);
  if (standing === 'checking') return states.unknown;
  return standing === 'not-arrived' ? flight.notArrived : states[standing];
}
