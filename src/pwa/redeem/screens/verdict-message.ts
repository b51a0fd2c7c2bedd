import type { TillRule } from '../../../contract/access/till-rule.ts';
import { type Money, magnitude, money } from '../../../contract/money/money.ts';
import type { TenderView } from '../../../contract/redemption/tender.ts';
import type { Format } from '../../ui/format.ts';
import type { Messages } from '../../words/en.ts';
import { balanceOf, leftToPay, needsPrice, type SaleRow, type TillSale } from '../till/sale.ts';
import { rowStatus } from './cues.ts';

type VerdictFacts = Pick<TenderView, 'state' | 'refusal' | 'captured' | 'remaining'>;
interface Speech extends Pick<Format, 'value'>, Pick<TillRule, 'emptyVouchers'> {
  /** The redemption pays the rest of its sale. */
  readonly isLast?: boolean;
}

/**
 * The texts of a verdict and the next step. A refusal depends on its reason; for an empty voucher,
 * the shop's settings decide if the card is kept or returned.
 */
export function verdictMessage(
  { verdict, sale }: Messages,
  { state, refusal, captured, remaining }: VerdictFacts,
  { value, emptyVouchers, isLast = false }: Speech,
): { title: string; next: string } {
  if (state === 'declined' && refusal !== null) return verdict.refusals[refusal.reason];
  const { title: ofState, next } = verdict.states[state];
  const title = isLast ? sale.paid : ofState;
  if (state === 'refunded' && captured !== null) return { title, next: verdict.isBack(value(captured)) };
  const isEmpty = state === 'captured' && remaining !== null && magnitude(remaining) === 0;
  return { title, next: isEmpty ? verdict.empty[emptyVouchers] : next };
}

/** True if a redemption pays the rest of its sale, so that the next customer follows. */
export function completesSale(sale: TillSale, { id, state }: Pick<TenderView, 'id' | 'state'>): boolean {
  const isOfSale = sale.rows.some(({ tenderId }) => tenderId === id);
  const { left, inDoubt, overpaid } = balanceOf(sale);
  const isPaid = left === 0 && inDoubt === 0 && overpaid === 0;
  return state === 'captured' && isOfSale && sale.register === null && isPaid;
}

/** The amount that the vouchers of a sale paid, with the prices of items. */
export function paidTotal(sale: TillSale): Money {
  const { priced, redeemed } = balanceOf(sale);
  return money(priced + redeemed, sale.currency);
}

/**
 * The amount that the cashier has to collect after a redemption; null if no amount is left, it is
 * not known yet, or the register collects it.
 */
export function toCollect(sale: TillSale, view: Pick<TenderView, 'id' | 'state' | 'captured'>): Money | null {
  const left = leftToPay(sale);
  const isOfSale = sale.rows.some(({ tenderId }) => tenderId === view.id);
  if (!isOfSale || sale.register !== null || needsPrice(sale, view)) return null;
  return left !== null && left.amount > 0 ? left : null;
}

/**
 * The status of a redemption of an earlier sale in a few words, never more than the server
 * reported.
 */
export function statusText({ states, flight }: Messages, row: SaleRow): string {
  const status = rowStatus(row);
  if (status === 'checking') return states.unknown;
  return status === 'not-arrived' ? flight.notArrived : states[status];
}
