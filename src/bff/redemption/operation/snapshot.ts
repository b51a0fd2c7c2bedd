import * as z from 'zod/mini';
import { unitOf, type Worth } from '../../../contract/money/money.ts';
import { type Source, sourceSchema, voucherStatusSchema } from '../../../contract/voucher/voucher.ts';

/**
 * What was known about the voucher before the first attempt.
 *
 * It is the ground that settling stands on.
 */
export const snapshotSchema = z.object({
  /** The number that the voucher held, minor units or items; null without a check. */
  remaining: z.nullable(z.int()),
  /** What that number counts, see `unitOf`; null where nobody said, absent in older facts. */
  unit: z.optional(z.nullable(z.string())),
  /** Which check gave the number; absent in older facts. */
  source: z.optional(z.nullable(sourceSchema)),
  /** Our time at which the check's answer was there. */
  at: z.int(),
  singleUse: z.nullable(z.boolean()),
  /**
   * The name of its product; null where nobody said, absent in older facts.
   *
   * `expiresAt` is so too: the last instant at which it can be used, milliseconds UTC.
   */
  product: z.optional(z.nullable(z.string())),
  expiresAt: z.optional(z.nullable(z.int())),
  /** What the issuer called it; null where nobody said, absent in older facts. */
  status: z.optional(z.nullable(voucherStatusSchema)),
  /**
   * Ids of the transactions of this ref that search already showed.
   *
   * It is null when search gave no complete answer.
   */
  seen: z.nullable(z.array(z.string())),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/**
 * Whether the snapshot's number and a later check's count alike.
 *
 * v1's and v3's are minor units or items, as published. How v2's is read is a setting of this shop,
 * so what v2 alone gave is compared only with what v2 gave.
 * @param source who told the later number
 */
export function countAlike({ source, unit }: Snapshot, later: Source | null): boolean {
  /* Older facts have no source; a unit was named by v1 or v3. */
  const before = source ?? (unit == null ? 'legacy' : 'client');
  if (before === 'both' || later === 'both') return true;
  return (before === 'legacy') === (later === 'legacy');
}

/** A snapshot older than this says nothing about what a voucher holds now. */
const FRESH_MS = 10 * 60_000;

/**
 * What a voucher held when it was sent, as the snapshot before told.
 * @param sentAt milliseconds UTC
 * @returns null where nobody said, or too long before
 */
export function heldWhenSent(snapshot: Snapshot | null, sentAt: number | null): number | null {
  return snapshot !== null && sentAt !== null && sentAt - snapshot.at <= FRESH_MS ? snapshot.remaining : null;
}

/**
 * What a voucher held that one redemption uses up: the rest is forfeited.
 * @returns null for others, and where the kind of its worth is not known
 */
export function heldIfUsedUp(snapshot: Snapshot | null, sentAt: number | null, requested: Worth): number | null {
  return snapshot?.singleUse === true && snapshot.unit === unitOf(requested) ? heldWhenSent(snapshot, sentAt) : null;
}

/**
 * The issuer's clock against ours when an attempt was written down.
 *
 * It is null before the first answer of the issuer.
 */
export const offsetSchema = z.nullable(z.object({ offsetMs: z.number(), errorMs: z.number() }));
export type Offset = z.infer<typeof offsetSchema>;

/**
 * What is known right before something is sent.
 *
 * Both are told by the clocks of the moment at which they are read, and are read in the moment in
 * which SENT is dated: between asking and writing a clock may be set, or the machine asleep.
 */
export interface AttemptGround {
  readonly snapshot: Snapshot | null;
  readonly offset: Offset;
}
