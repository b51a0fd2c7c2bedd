import { hourLimit } from '../../../bff/access/approval/sale-limits.ts';
import type { ApprovableOperation } from '../../../contract/access/approval.ts';
import { exceededLimitOf, type LimitedAmounts, type MetLimit } from '../../../contract/access/sale-limit.ts';
import type { ShopSettings } from '../../../contract/access/settings.ts';
import { isItems, type VoucherValue } from '../../../contract/money/money.ts';
import { cardsIn } from '../../../contract/redemption/activation-request.ts';
import { isScanned } from '../../../contract/redemption/sale-facts.ts';

interface RequestCircumstances {
  /** The value of the request; null if it is unknown. */
  readonly worth: VoucherValue | null;
  /** True for a refund by the person who redeemed. */
  readonly isOwn: boolean;
  readonly isClosed: boolean;
}

/**
 * Finds the limit that a request exceeds, for the manager who decides. That is a limit for one
 * request, or else the limit for a day or an hour.
 * @returns null if the limit is unknown, or for a refund that always needs a manager
 */
export function limitOfRequest(
  operation: ApprovableOperation,
  circumstances: RequestCircumstances,
  set: Pick<ShopSettings, 'saleLimits' | 'approvalAboveSum' | 'approvalAboveCards'>,
): MetLimit | null {
  return (
    exceededLimitOf(set.saleLimits, amountsOf(operation, circumstances)) ?? limitOfPeriod(operation, circumstances, set)
  );
}

function amountsOf(operation: ApprovableOperation, { worth, isOwn, isClosed }: RequestCircumstances): LimitedAmounts {
  const amount = worth === null || isItems(worth) ? null : worth.amount;
  switch (operation.kind) {
    case 'tender':
      return amount === null || isScanned(operation.tender.entry ?? null) ? {} : { typed: amount };
    case 'refund':
      return amount === null ? {} : { refund: amount, ...(isOwn && { 'own-refund': amount }) };
    case 'issue': {
      const { quantity } = operation.order;
      const sums = amount === null ? {} : { order: amount, card: Math.ceil(amount / quantity) };
      return { ...sums, vouchers: quantity };
    }
    case 'activation': {
      const cards = cardsIn(operation.ranges);
      return { cards, ...(isClosed && { 'closed-cards': cards }) };
    }
    case 'reprint':
      return { reprint: operation.vouchers };
  }
}

function limitOfPeriod(
  { kind }: ApprovableOperation,
  { worth }: RequestCircumstances,
  { saleLimits: { 'voucher-day': aDay }, approvalAboveSum, approvalAboveCards }: Parameters<typeof limitOfRequest>[2],
): MetLimit | null {
  if (kind === 'tender') return aDay === undefined ? null : { kind: 'voucher-day', ...aDay };
  if (kind === 'issue') return worth === null ? null : hourLimit('hour-sum', approvalAboveSum);
  return kind === 'activation' ? hourLimit('hour-cards', approvalAboveCards) : null;
}
