import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { codeSchema } from '../../../contract/voucher/voucher.ts';

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.operationIdCharsMax));

/**
 * Body of `PUT /api/holds/:id`: a voucher by its code, by a row of the list, or by our own
 * operation; exactly one of the three.
 */
export const holdRequestSchema = z
  .strictObject({
    code: z.optional(codeSchema),
    transactionId: z.optional(idSchema),
    operationId: z.optional(idSchema),
    reason: reasonSchema,
  })
  .check(
    z.refine(
      ({ code, transactionId, operationId }) =>
        [code, transactionId, operationId].filter((name) => name !== undefined).length === 1,
      { path: ['code'] },
    ),
  );
export type HoldRequest = z.infer<typeof holdRequestSchema>;

export type HeldVoucher = Omit<HoldRequest, 'reason'>;

const whoSchema = z.object({ person: z.string(), at: z.string() });

/** A voucher that cannot be redeemed until it is released. Times are ISO 8601 UTC. */
export const holdSchema = z.object({
  id: z.string(),
  last4: z.string(),
  reason: z.string(),
  person: z.string(),
  at: z.string(),
  /** Null while it is active. */
  letGo: z.nullable(whoSchema),
  /**
   * An unsettled redemption or refund that began before the hold, which does not stop it: the
   * device and its start.
   */
  open: z.nullable(z.object({ device: z.string(), since: z.string() })),
});
export type Hold = z.infer<typeof holdSchema>;
