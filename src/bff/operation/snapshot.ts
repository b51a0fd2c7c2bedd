import * as z from 'zod/mini';

/** What was known about the voucher before the first attempt: the ground that settling stands on. */
export const snapshotSchema = z.object({
  /** The number that the voucher held, minor units or items; null when no check could be had. */
  remaining: z.nullable(z.int()),
  /** What that number counts, see `unitOf`; null where nobody said, absent in older facts. */
  unit: z.optional(z.nullable(z.string())),
  /** Our time at which the check's answer was there. */
  at: z.int(),
  singleUse: z.nullable(z.boolean()),
  /** Ids of the transactions of this ref that search already showed; null when search gave no complete answer. */
  seen: z.nullable(z.array(z.string())),
});
export type Snapshot = z.infer<typeof snapshotSchema>;

/** The issuer's clock against ours when an attempt was written down; null before the first answer of the issuer. */
export const offsetSchema = z.nullable(z.object({ offsetMs: z.number(), errorMs: z.number() }));
export type Offset = z.infer<typeof offsetSchema>;

/** What is known right before something is sent. */
export interface Ground {
  readonly snapshot: Snapshot | null;
  readonly offset: Offset;
}
