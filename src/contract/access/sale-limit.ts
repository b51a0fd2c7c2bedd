import * as z from 'zod/mini';
import { LIMITS } from './limits.ts';

/**
 * Limits that a shop may set, each as an amount in minor units or a number.
 *
 * - `card`: the value of one voucher that is sold
 * - `order`: the value of all vouchers of one sale
 * - `vouchers`: how many vouchers one sale has
 * - `typed`: a redemption whose code was typed by hand
 * - `voucher-day`: the amount redeemed from one voucher within a day of the shop
 * - `refund`: one refund
 * - `own-refund`: a refund by the person who redeemed
 * - `reprint`: how many vouchers are printed or sent again in one request
 * - `cards`: how many cards one request activates
 * - `closed-cards`: the same outside the opening hours of the shop
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
/** Limits that are a number, not an amount. */
export const COUNTED_LIMITS: ReadonlySet<SaleLimitKind> = new Set(['vouchers', 'reprint', 'cards', 'closed-cards']);

/**
 * The consequence of exceeding a limit, in order of strictness.
 *
 * - `manager`: a manager has to approve the request, and may be the requester
 * - `second-person`: a manager other than the requester has to approve it
 * - `never`: it is refused
 */
const limitNeedSchema = z.enum(['manager', 'second-person', 'never']);
export const LIMIT_NEEDS = limitNeedSchema.options;

const saleLimitSchema = z.strictObject({
  above: z.int().check(z.minimum(0), z.maximum(LIMITS.ceilingMax)),
  way: limitNeedSchema,
});

/** The limits of a shop. A missing kind has no limit. */
export const saleLimitsSchema = z.partialRecord(saleLimitKindSchema, saleLimitSchema);
export type SetSaleLimits = z.infer<typeof saleLimitsSchema>;

export type LimitedAmounts = Readonly<Partial<Record<SaleLimitKind, number>>>;

/**
 * A limit that a request exceeds. `hour-sum` and `hour-cards` are a person's ceilings within an
 * hour, for vouchers issued and cards activated.
 */
export const metLimitSchema = z.object({
  kind: z.enum([...SALE_LIMIT_KINDS, 'hour-sum', 'hour-cards']),
  /** Minor units or a number. */
  above: z.int(),
  way: limitNeedSchema,
});
export type MetLimit = z.infer<typeof metLimitSchema>;

/** Returns the limit with the strictest consequence that the amounts exceed; null for none. */
export function exceededLimitOf(limits: SetSaleLimits, amounts: LimitedAmounts): MetLimit | null {
  const passed = SALE_LIMIT_KINDS.flatMap((kind) => {
    const { [kind]: limit } = limits;
    return limit !== undefined && (amounts[kind] ?? 0) > limit.above ? [{ kind, ...limit }] : [];
  });
  return LIMIT_NEEDS.map((need) => passed.find(({ way }) => way === need)).findLast(Boolean) ?? null;
}
