import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

/**
 * What a shop may limit, each by a sum in minor units or a number.
 *
 * - `card`: the value of one voucher that is sold
 * - `order`: the value of all vouchers of one sale
 * - `vouchers`: how many vouchers one sale has
 * - `typed`: a redemption whose code was typed by hand
 * - `voucher-day`: what is redeemed from one voucher within a day of the shop
 * - `refund`: one refund
 * - `own-refund`: a refund by whoever redeemed
 * - `reprint`: how many vouchers are printed or sent once more at once
 * - `cards`: how many cards are made active at once
 * - `closed-cards`: the same outside the hours of the shop
 */
const saleLimitKindSchema = z.enum([
  'card',
  'order',
  'vouchers',
  'typed',
  'voucher-day',
  'refund',
  'own-refund',
  'reprint',
  'cards',
  'closed-cards',
]);
export type SaleLimitKind = z.infer<typeof saleLimitKindSchema>;
export const SALE_LIMIT_KINDS = saleLimitKindSchema.options;
/** Those that are a number and no sum. */
export const COUNTED_LIMITS: ReadonlySet<SaleLimitKind> = new Set(['vouchers', 'reprint', 'cards', 'closed-cards']);

/**
 * What becomes of whatever passes a limit. The later way is the stricter one.
 *
 * - `manager`: a manager approves it, who may be whoever asks
 * - `second-person`: a manager approves it who is somebody else
 * - `never`: it does not begin
 */
const limitWaySchema = z.enum(['manager', 'second-person', 'never']);
export type LimitWay = z.infer<typeof limitWaySchema>;
export const LIMIT_WAYS = limitWaySchema.options;

const saleLimitSchema = z.strictObject({
  above: z.int().check(z.minimum(0), z.maximum(LIMITS.ceilingMax)),
  way: limitWaySchema,
});

/** The limits of a shop. What is not there has none. */
export const saleLimitsSchema = z.partialRecord(saleLimitKindSchema, saleLimitSchema);
export type SetSaleLimits = z.infer<typeof saleLimitsSchema>;

/** How much of what is limited a wish comes to. */
export type LimitedAmounts = Readonly<Partial<Record<SaleLimitKind, number>>>;

/** The strictest way of the limits that amounts pass; null for none. */
export function passedLimit(limits: SetSaleLimits, amounts: LimitedAmounts): LimitWay | null {
  const ways = SALE_LIMIT_KINDS.flatMap((kind) => {
    const { [kind]: limit } = limits;
    return limit !== undefined && (amounts[kind] ?? 0) > limit.above ? [limit.way] : [];
  });
  return LIMIT_WAYS.findLast((way) => ways.includes(way)) ?? null;
}
