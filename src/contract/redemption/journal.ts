import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { worthSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { sentAgoMsSchema, tenderIdSchema, tenderRequestSchema } from './tender.ts';

/**
 * Why the journal may lack what it had confirmed.
 *
 * A backup was put back; a copy of it answers in its place; the mark that this server left in it is
 * gone, or facts that it wrote; or a till remembers what it does not know.
 */
export const gapReasonSchema = z.enum(['restored', 'other-copy', 'facts-gone', 'till-remembers']);
export type GapReason = z.infer<typeof gapReasonSchema>;

/**
 * Answer of `GET /api/journal`: which journal answers, and its gap.
 *
 * For the gap it takes no redemptions; null while it does.
 */
export const journalStandingSchema = z.object({
  id: z.string(),
  /**
   * The gap that has not ended.
   *
   * It says whether this till is still to tell what it remembers.
   */
  closed: z.nullable(z.object({ gap: z.string(), since: z.string(), awaitsThisTill: z.boolean() })),
  /**
   * A till is to tell now what it remembers.
   *
   * A manager ended a gap before it did.
   */
  awaited: z.optional(z.boolean()),
});
export type JournalStanding = z.infer<typeof journalStandingSchema>;

/** The number of a Z of which a till was told. The tag is the proof of it. */
export const rememberedZSchema = z.object({
  till: z.string().check(z.minLength(1), z.maxLength(64)),
  number: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  tag: z.string().check(z.maxLength(64)),
});

export type RememberedZ = z.infer<typeof rememberedZSchema>;

/** A redemption that a till sent and whose outcome it never heard. */
export const rememberedWishSchema = z.object({
  id: tenderIdSchema,
  body: tenderRequestSchema,
  /** How long ago it was first sent, milliseconds. */
  sentAgoMs: sentAgoMsSchema,
});

/** A redemption of which a till was told by the server that it took money. */
export const rememberedTakenSchema = z.object({
  id: tenderIdSchema,
  captureId: z.string().check(z.minLength(1), z.maxLength(64)),
  captured: worthSchema,
  /**
   * The sale that it was redeemed for, and the register's number.
   *
   * They are absent where the till does not know.
   */
  saleId: z.optional(z.nullable(tenderIdSchema)),
  receiptNo: z.optional(z.nullable(receiptNoSchema)),
});
export type RememberedWish = z.infer<typeof rememberedWishSchema>;
export type RememberedTaken = z.infer<typeof rememberedTakenSchema>;

/**
 * Body of `POST /api/journal/remembered`: what a till remembers of its last redemptions.
 *
 * Nothing is ever sent to the issuer for it.
 */
export const rememberedSchema = z.strictObject({
  /** The journal that it remembers them of. */
  journal: z.string().check(z.maxLength(64)),
  wishes: z.array(rememberedWishSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /**
   * All of which it was told anything.
   *
   * It says how long ago they were begun, milliseconds, and the newest tag; without one it counts
   * for nothing.
   */
  heard: z
    .array(z.object({ id: tenderIdSchema, agoMs: sentAgoMsSchema, tag: z.optional(z.string().check(z.maxLength(64))) }))
    .check(z.maxLength(LIMITS.rememberedMax)),
  taken: z.array(rememberedTakenSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /** The highest numbers of closed shifts that it was told of, one for each till. */
  closings: z.optional(z.array(rememberedZSchema).check(z.maxLength(LIMITS.rememberedMax))),
});
export type Remembered = z.infer<typeof rememberedSchema>;
