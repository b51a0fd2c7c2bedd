import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { voucherValueSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { sentAgoMsSchema, tenderIdSchema, tenderRequestSchema } from './tender.ts';

/**
 * Why the journal may lack what it had confirmed. A backup was restored; a copy answers in its
 * place; the mark of this server, or facts that it wrote, are missing; or a till remembers a
 * redemption that the journal lacks.
 */
export const gapReasonSchema = z.enum(['restored', 'other-copy', 'facts-gone', 'till-remembers']);
export type GapReason = z.infer<typeof gapReasonSchema>;

/**
 * Answer of `GET /api/journal`: which journal answers, and its gap. Redemptions are paused for the
 * gap; null without one.
 */
export const journalStatusSchema = z.object({
  id: z.string(),
  /** The open gap, and whether this till still has to report what it remembers. */
  closed: z.nullable(z.object({ gap: z.string(), since: z.string(), awaitsThisTill: z.boolean() })),
  /** The till has to report now what it remembers. A manager ended a gap before it did. */
  awaited: z.optional(z.boolean()),
});
export type JournalStatus = z.infer<typeof journalStatusSchema>;

/** The number of a Z that a till received. The tag proves it. */
export const tillZSchema = z.object({
  till: z.string().check(z.minLength(1), z.maxLength(64)),
  number: z.int().check(z.minimum(1), z.maximum(10_000_000)),
  tag: z.string().check(z.maxLength(64)),
});

export type TillZ = z.infer<typeof tillZSchema>;

/** A redemption that a till sent and whose outcome it never received. */
export const unconfirmedTenderSchema = z.object({
  id: tenderIdSchema,
  body: tenderRequestSchema,
  /** How long ago it was first sent, milliseconds. */
  sentAgoMs: sentAgoMsSchema,
});

/** A redemption that the server reported to a till as captured. */
export const confirmedTenderSchema = z.object({
  id: tenderIdSchema,
  captureId: z.string().check(z.minLength(1), z.maxLength(64)),
  captured: voucherValueSchema,
  /** The sale for the redemption, and the register's number. Absent if the till does not know. */
  saleId: z.optional(z.nullable(tenderIdSchema)),
  receiptNo: z.optional(z.nullable(receiptNoSchema)),
});
export type UnconfirmedTender = z.infer<typeof unconfirmedTenderSchema>;
export type ConfirmedTender = z.infer<typeof confirmedTenderSchema>;

/**
 * Body of `POST /api/journal/remembered`: what a till remembers of its last redemptions. Nothing is
 * ever sent to the issuer because of it.
 */
export const tillReportSchema = z.strictObject({
  /** The journal that confirmed them. */
  journal: z.string().check(z.maxLength(64)),
  wishes: z.array(unconfirmedTenderSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /**
   * All redemptions with a response. Each has its age, milliseconds, and the newest tag; without
   * one it does not count.
   */
  heard: z
    .array(z.object({ id: tenderIdSchema, agoMs: sentAgoMsSchema, tag: z.optional(z.string().check(z.maxLength(64))) }))
    .check(z.maxLength(LIMITS.rememberedMax)),
  taken: z.array(confirmedTenderSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /** The highest numbers of closed shifts that it received, one for each till. */
  closings: z.optional(z.array(tillZSchema).check(z.maxLength(LIMITS.rememberedMax))),
});
export type TillReport = z.infer<typeof tillReportSchema>;
