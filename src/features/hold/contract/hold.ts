import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { codeSchema } from '../../../contract/voucher/voucher.ts';

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.operationIdCharsMax));

/**
 * Body of `PUT /api/holds/:id`: a voucher by its code, by a row of the list, or by an operation of
 * ours; exactly one of the three.
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

/** What a hold names its voucher by. */
export type HeldVoucher = Omit<HoldRequest, 'reason'>;

const whoSchema = z.object({ person: z.string(), at: z.string() });

/** A voucher that nothing is taken from, until it is let go. Times are ISO 8601 UTC. */
export const holdSchema = z.object({
  id: z.string(),
  last4: z.string(),
  reason: z.string(),
  person: z.string(),
  at: z.string(),
  /** Null while it holds. */
  letGo: z.nullable(whoSchema),
  /**
   * A redemption or a refund that had begun before and is not settled: on which device, since when.
   *
   * The hold does not stop it.
   */
  open: z.nullable(z.object({ device: z.string(), since: z.string() })),
});
export type Hold = z.infer<typeof holdSchema>;
