import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { worthSchema } from '../../../contract/money/money.ts';
import { evidenceSchema } from '../../../contract/redemption/attention.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import { entrySchema } from '../../../contract/redemption/sale-facts.ts';
import { codeSchema, voucherStatusSchema } from '../../../contract/voucher/voucher.ts';

/**
 * Why a voucher holds what it holds.
 *
 * `unknown`: nobody can tell, because the issuer knows no such voucher, cannot be asked, or
 * something done with it is not settled. `unexplained`: the balance and what can be seen disagree.
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

/** What was done with a voucher. */
export const storyEventSchema = z.enum(['checked', 'redeemed', 'refunded', 'activated', 'deactivated', 'issued']);
export type StoryEventKind = z.infer<typeof storyEventSchema>;

/** A sequence number as it is printed on a card. */
export const sequenceSchema = z.string().check(z.regex(new RegExp(`^\\d{1,${LIMITS.sequenceDigitsMax}}$`)));

const idSchema = z.string().check(z.minLength(1), z.maxLength(LIMITS.operationIdCharsMax));

/**
 * Body of `POST /api/stories`: a voucher by its code, a card by its sequence number, or by both;
 * for managers also by a row of the list or an operation of ours.
 *
 * `token` is that of an answer before: the same story goes on, and with `back` it reads further
 * back.
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

/** What only managers are told of a line. Stock staff are told it of their cards. */
const whoShape = {
  person: z.optional(z.nullable(z.string())),
  device: z.optional(z.nullable(z.string())),
  receiptNo: z.optional(z.nullable(z.string())),
  entry: z.optional(z.nullable(entrySchema)),
  transactionId: z.optional(z.nullable(z.string())),
  /** The shop's number at the issuer; empty where nobody named one. */
  mid: z.optional(z.string()),
  /** How it was found out, where that took more than an answer. */
  evidence: z.optional(z.array(evidenceSchema)),
};

/** One thing that was done. Times are ISO 8601 UTC. */
export const storyLineSchema = z.object({
  at: z.string(),
  what: storyEventSchema,
  /** Null where it has none, or nobody said. */
  worth: z.nullable(worthSchema),
  /** The name of the shop; null where nobody has named it. */
  shop: z.nullable(z.string()),
  /** What was on it afterwards; null where that cannot be told. */
  left: z.nullable(worthSchema),
  /** This shop did it. */
  own: z.boolean(),
  /** Of an activation: from which sequence number to which. */
  cards: z.optional(z.object({ start: z.string(), end: z.string() })),
  ...whoShape,
});
export type StoryLine = z.infer<typeof storyLineSchema>;

/** What helps to answer a question, beside the lines: facts, and no judgement. */
export const storyFactSchema = z.discriminatedUnion('fact', [
  z.object({ fact: z.literal('checked-often'), times: z.int(), withinMs: z.int(), emptied: z.boolean() }),
  z.object({ fact: z.literal('soon-after-activation'), afterMs: z.int() }),
  z.object({ fact: z.literal('taken-late'), afterMs: z.int() }),
  /** It was said here that nothing was taken, and found later that it was. */
  z.object({ fact: z.literal('found-late') }),
  z.object({ fact: z.literal('forfeited'), worth: worthSchema }),
]);
export type StoryFact = z.infer<typeof storyFactSchema>;

/** Answer of `POST /api/stories`. The newest line is the last one. */
export const storySchema = z.object({
  cause: storyCauseSchema,
  /** The first sentence, in English. */
  sentence: z.string(),
  lines: z.array(storyLineSchema),
  facts: z.array(storyFactSchema),
  /** The lines lead from what it held at first to what it holds: nothing is missing. */
  explained: z.boolean(),
  /** How far the balance and the lines are apart; null where they agree, or nobody can tell. */
  unexplained: z.nullable(worthSchema),
  /** More is on it than the lines explain, and not less. */
  surplus: z.boolean(),
  /** From when to when every use in this merchant's shops is among the lines; null for never. */
  completeSince: z.nullable(z.string()),
  completeUntil: z.nullable(z.string()),
  /** What lies before this was not read, and can be; null where there is nothing to be read. */
  more: z.nullable(z.object({ before: z.string() })),
  /** The issuer could not be asked now. Or it did not go on when it was read back. */
  away: z.boolean(),
  /** Something done with it here is not settled, since then. */
  open: z.nullable(z.object({ since: z.string() })),
  /** Null where the issuer knows no such voucher. It is null for a sequence number alone, too. */
  voucher: z.nullable(
    z.object({
      last4: z.string(),
      product: z.nullable(z.string()),
      status: voucherStatusSchema,
      remaining: z.nullable(worthSchema),
      expires: z.nullable(z.string()),
    }),
  ),
  /** The number of its card, where one was given or is known. */
  sequence: z.nullable(z.string()),
  /** By what this opening is found in the trail. */
  caseNumber: z.string(),
  /** Goes on with this story for some minutes. */
  token: z.string(),
  /** What managers have noted; none for others. */
  notes: z.array(z.object({ at: z.string(), person: z.string(), note: z.string() })),
});
export type Story = z.infer<typeof storySchema>;

/** Body of `POST /api/stories/notes`; `token` says which story. */
export const storyNoteSchema = z.strictObject({
  token: z.string().check(z.minLength(1), z.maxLength(LIMITS.storyTokenCharsMax)),
  note: reasonSchema,
});

/** By what an opening is found again. @param id a UUID */
export function caseNumberOf(id: string): string {
  return `C-${id.replaceAll('-', '').slice(0, 8).toUpperCase()}`;
}
