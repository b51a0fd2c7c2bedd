import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { voucherValueSchema } from '../../../contract/money/money.ts';
import { evidenceSchema } from '../../../contract/redemption/attention.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { codeSchema, voucherStatusSchema } from '../../../contract/voucher/voucher.ts';

/**
 * Why a voucher has its balance. `unknown`: the issuer does not know the voucher or did not answer,
 * or an operation on it is unsettled. `unexplained`: the balance and the visible events disagree.
 */
export const storyCauseSchema = z.enum([
  'untouched',
  'part-used',
  'used',
  'used-elsewhere',
  'refunded',
  'expired',
  'void',
  'never-activated',
  'deactivated',
  'unknown',
  'unexplained',
]);
export type StoryCause = z.infer<typeof storyCauseSchema>;

export const storyEventSchema = z.enum(['checked', 'redeemed', 'refunded', 'activated', 'deactivated', 'issued']);
export type StoryEventKind = z.infer<typeof storyEventSchema>;

/** A sequence number as it is printed on a card. */
export const sequenceSchema = z.string().check(z.regex(new RegExp(`^\\d{1,${LIMITS.sequenceDigitsMax}}$`)));

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.operationIdCharsMax));

/**
 * Body of `POST /api/stories`: a voucher by its code, a card by its sequence number, or by both;
 * for managers also by a row of the list or our own operation.
 *
 * With the `token` of an earlier response, the same history continues; with `back`, earlier events
 * are read.
 */
export const storyRequestSchema = z.strictObject({
  code: z.optional(codeSchema),
  sequence: z.optional(sequenceSchema),
  transactionId: z.optional(idSchema),
  operationId: z.optional(idSchema),
  token: z.optional(z.string().check(z.minLength(1), z.maxLength(LIMITS.storyTokenCharsMax))),
  back: z.optional(z.literal(true)),
});
export type StoryRequest = z.infer<typeof storyRequestSchema>;

/** Details of a line for managers only. Stock staff get them for their cards. */
const whoShape = {
  person: z.optional(z.nullable(z.string())),
  device: z.optional(z.nullable(z.string())),
  receiptNo: z.optional(z.nullable(z.string())),
  entry: z.optional(z.nullable(entrySchema)),
  transactionId: z.optional(z.nullable(z.string())),
  /** The shop's number at the issuer; empty if unknown. */
  mid: z.optional(z.string()),
  /** The evidence that settled the operation, if the issuer's answer alone did not. */
  evidence: z.optional(z.array(evidenceSchema)),
};

/** One event. Times are ISO 8601 UTC. */
export const storyLineSchema = z.object({
  at: z.string(),
  what: storyEventSchema,
  /** The changed value; null if there is none, or if it is unknown. */
  worth: z.nullable(voucherValueSchema),
  /** The name of the shop; null if it has none. */
  shop: z.nullable(z.string()),
  /** The balance after the event; null if unknown. */
  left: z.nullable(voucherValueSchema),
  /** True for events of this shop. */
  own: z.boolean(),
  /** For an activation: the first and the last sequence number. */
  cards: z.optional(z.object({ start: z.string(), end: z.string() })),
  ...whoShape,
});
export type StoryLine = z.infer<typeof storyLineSchema>;

/** Further facts that help to answer a customer's question, without judgement. */
export const storyFactSchema = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('checked-often'), times: z.int(), withinMs: z.int(), emptied: z.boolean() }),
  z.object({ fact: z.literal('soon-after-activation'), afterMs: z.int() }),
  z.object({ fact: z.literal('taken-late'), afterMs: z.int() }),
  /** A redemption was recorded as not captured, and its capture was found later. */
  z.object({ fact: z.literal('found-late') }),
  z.object({ fact: z.literal('forfeited'), worth: voucherValueSchema }),
]);
export type StoryFact = z.infer<typeof storyFactSchema>;

/** Answer of `POST /api/stories`. The newest line is the last one. */
export const storySchema = z.object({
  cause: storyCauseSchema,
  /** The first sentence, in English. */
  sentence: z.string(),
  lines: z.array(storyLineSchema),
  facts: z.array(storyFactSchema),
  /** True if the lines lead from the initial to the current balance: nothing is missing. */
  explained: z.boolean(),
  /**
   * The difference between the balance and the lines; null if they agree, or if the balance is
   * unknown.
   */
  unexplained: z.nullable(voucherValueSchema),
  /** True if the balance is higher than the lines explain, not lower. */
  surplus: z.boolean(),
  /**
   * The period with complete data: the lines include every use in this merchant's shops; null
   * without such a period.
   */
  completeSince: z.nullable(z.string()),
  completeUntil: z.nullable(z.string()),
  /** The time before which rows can be read; null if no earlier rows can be. */
  more: z.nullable(z.object({ before: z.string() })),
  /** True if the issuer did not answer now, or stopped answering while its search was read back. */
  away: z.boolean(),
  /** The start of an unsettled operation of this shop on the voucher. */
  open: z.nullable(z.object({ since: z.string() })),
  /** Null if the issuer does not know the voucher, or if only a sequence number was given. */
  voucher: z.nullable(
    z.object({
      last4: z.string(),
      product: z.nullable(z.string()),
      status: voucherStatusSchema,
      remaining: z.nullable(voucherValueSchema),
      expires: z.nullable(z.string()),
    }),
  ),
  /** The sequence number of the card, if given or known. */
  sequence: z.nullable(z.string()),
  /** The number that finds this opening in the trail. */
  caseNumber: z.string(),
  /** Continues this history for some minutes. */
  token: z.string(),
  /** Managers' notes; empty for others. */
  notes: z.array(z.object({ at: z.string(), person: z.string(), note: z.string() })),
});
export type Story = z.infer<typeof storySchema>;

/** Body of `POST /api/stories/notes`; `token` identifies the history. */
export const storyNoteSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(LIMITS.storyTokenCharsMax)),
  note: reasonSchema,
});

/** Returns the case number of an opened history. @param id its UUID */
export function caseNumberOf(id: string): string {
  return `C-${id.replaceAll('-', '').slice(0, 8).toUpperCase()}`;
}
