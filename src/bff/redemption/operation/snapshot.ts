import * as z from 'zod/mini';
import { unitOf, type VoucherValue } from '../../../contract/money/money.ts';
import { type Source, sourceSchema, voucherStatusSchema } from '../../../contract/voucher/voucher.ts';
import { SNAPSHOT_FRESH_MS } from './limits.ts';

/** Data about the voucher from before the first attempt. Settling uses it as evidence. */
export const snapshotSchema = z.object({
  /** The balance of the voucher, minor units or items; null without a check. */
  remaining: z.nullable(z.int()),
  /** The unit of the balance, see `unitOf`; null if unknown, absent in older facts. */
  unit: z.optional(z.nullable(z.string())),
  /** The interface that gave the balance; absent in older facts. */
  source: z.optional(z.nullable(sourceSchema)),
  /** When the answer to the check arrived, our time. */
  at: z.int(),
  singleUse: z.nullable(z.boolean()),
  /**
   * The name of its product; null if unknown, absent in older facts. The same applies to
   * `expiresAt`: the last instant of the voucher's validity, milliseconds UTC.
   */
  product: z.optional(z.nullable(z.string())),
  expiresAt: z.optional(z.nullable(z.int())),
  /** The issuer's status; null if unknown, absent in older facts. */
  status: z.optional(z.nullable(voucherStatusSchema)),
  /**
   * Ids of the transactions of this ref that search already showed. Null if search gave no complete
   * answer.
   */
  seen: z.nullable(z.array(z.string())),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/**
 * True if the snapshot's number and a later check's have the same meaning. The numbers of v1 and v3
 * are minor units or items, as published. The meaning of v2's numbers is a setting of this shop, so
 * a number from v2 alone is compared only with numbers from v2.
 * @param source the source of the later number
 */
export function countAlike({ source, unit }: Snapshot, later: Source | null): boolean {
  /* In older facts without a source, a unit means v1 or v3. */
  const before = source ?? (unit == null ? 'legacy' : 'client');
  if (before === 'both' || later === 'both') return true;
  return (before === 'legacy') === (later === 'legacy');
}

/**
 * Returns the balance at the time of sending, according to the snapshot.
 * @param sentAt milliseconds UTC
 * @returns null if unknown or too old
 */
export function balanceWhenSent(snapshot: Snapshot | null, sentAt: number | null): number | null {
  return snapshot !== null && sentAt !== null && sentAt - snapshot.at <= SNAPSHOT_FRESH_MS ? snapshot.remaining : null;
}

/**
 * Returns the balance of a voucher that one redemption uses up: what is not redeemed is forfeited.
 * @returns null for other vouchers, and if the unit is unknown
 */
export function balanceIfUsedUp(
  snapshot: Snapshot | null,
  sentAt: number | null,
  requested: VoucherValue,
): number | null {
  return snapshot?.singleUse === true && snapshot.unit === unitOf(requested) ? balanceWhenSent(snapshot, sentAt) : null;
}

/**
 * The offset of the issuer's clock from ours when an attempt was recorded. Null before the issuer's
 * first answer.
 */
export const offsetSchema = z.nullable(z.object({ offsetMs: z.number(), errorMs: z.number() }));
export type Offset = z.infer<typeof offsetSchema>;

/**
 * The evidence read just before a request is sent. Both parts are dated by the clocks at the time
 * of reading, as SENT is, because a clock may be set or the machine suspended between the check and
 * the write.
 */
export interface AttemptBaseline {
  readonly snapshot: Snapshot | null;
  readonly offset: Offset;
}
