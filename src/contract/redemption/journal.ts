import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { voucherValueSchema } from '../money/money.ts';
import { receiptNoSchema } from './sale-facts.ts';
import { sentAgoMsSchema, tenderIdSchema, tenderRequestSchema } from './tender.ts';

/**
 * The reason why the journal may lack confirmed operations: a backup was restored; a copy took its
 * place; the mark or facts of this server are missing; or a till remembers a redemption that the
 * journal lacks.
 */
export const gapReasonSchema = z.enum(['restored', 'other-copy', 'facts-gone', 'till-remembers']);
export type GapReason = z.infer<typeof gapReasonSchema>;

/**
 * Answer of `GET /api/journal`: the id of the journal, and its gap, during which redemptions are
 * paused; null without a gap.
 */
export const journalStatusSchema = z.object({
  id: z.string(),
  /** The open gap, and true if this till still has to report what it remembers. */
  closed: z.nullable(z.object({ gap: z.string(), since: z.string(), awaitsThisTill: z.boolean() })),
  /**
   * True if a manager ended a gap before this till reported what it remembers, so that it has to
   * report now.
   */
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
  /** How long ago the redemption was first sent, milliseconds. */
  sentAgoMs: sentAgoMsSchema,
});

/** A redemption that the server reported to a till as captured. */
export const confirmedTenderSchema = z.object({
  id: tenderIdSchema,
  captureId: z.string().check(z.minLength(1), z.maxLength(64)),
  captured: voucherValueSchema,
  /** The sale for the redemption, and the register's number. Absent if unknown to the till. */
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
  /** The id of the journal that confirmed the redemptions. */
  journal: z.string().check(z.maxLength(64)),
  wishes: z.array(unconfirmedTenderSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /**
   * All redemptions with a response. Each has its age, milliseconds, and its newest tag;
   * redemptions without a tag do not count.
   */
  heard: z
    .array(z.object({ id: tenderIdSchema, agoMs: sentAgoMsSchema, tag: z.optional(z.string().check(z.maxLength(64))) }))
    .check(z.maxLength(LIMITS.rememberedMax)),
  taken: z.array(confirmedTenderSchema).check(z.maxLength(LIMITS.rememberedMax)),
  /** The highest Z number that the device received of each till. */
  closings: z.optional(z.array(tillZSchema).check(z.maxLength(LIMITS.rememberedMax))),
});
export type TillReport = z.infer<typeof tillReportSchema>;
