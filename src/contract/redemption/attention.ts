import * as z from 'zod/mini';
import { worthSchema } from '../money/money.ts';
import { candidateSchema, evidenceCodeSchema } from '../voucher/evidence.ts';
import { cardRangeSchema } from './activation-request.ts';
import { reasonSchema } from './refund.ts';
import { tenderIdSchema } from './tender.ts';

/** Why something is on a manager's list. */
export const attentionKindSchema = z.enum([
  'unsettled',
  'overpaid',
  'late',
  'orphan',
  'behind',
  'backup',
  'guessing',
  'locked',
  'gap',
  'setting',
]);
export type AttentionKind = z.infer<typeof attentionKindSchema>;

/**
 * What kind of operation it is about.
 *
 * A sale is one that was overpaid, an orphan is a capture that belongs to none, a look is the
 * search for those, a backup is the server's own, codes are those that somebody tried, a device is
 * one on which wrong PINs were typed.
 */
export const attentionSubjectSchema = z.enum([
  'tender',
  'sale',
  'refund',
  'activation',
  'issue',
  'capture',
  'look',
  'backup',
  'codes',
  'device',
  'journal',
]);
export type AttentionSubject = z.infer<typeof attentionSubjectSchema>;

/**
 * The ways out; which of them are open depends on the case.
 *
 * *attach* takes a row of the issuer for this operation, *refund* gives a capture back, *close*
 * says, with a reason, that nothing more will be done, *open* lets the shop redeem though its
 * journal may lack something.
 */
export const attentionActionSchema = z.enum(['attach', 'refund', 'close', 'open']);
export type AttentionAction = z.infer<typeof attentionActionSchema>;

/**
 * One step of what is known, oldest first.
 *
 * `detail` is a technical word for a log or the issuer, already free of refs.
 */
export const evidenceSchema = z.object({ at: z.string(), code: evidenceCodeSchema, detail: z.nullable(z.string()) });
export type EvidenceLine = z.infer<typeof evidenceSchema>;

/**
 * One case that a manager has to look at.
 *
 * Nothing leaves the list but by an action or by the issuer's own rows.
 */
export const attentionItemSchema = z.object({
  id: z.string(),
  kind: attentionKindSchema,
  subject: attentionSubjectSchema,
  state: z.string(),
  since: z.string(),
  changedAt: z.string(),
  last4: z.string(),
  amount: z.nullable(worthSchema),
  /** Who did it and where; null for what no journal row explains. */
  person: z.nullable(z.string()),
  device: z.nullable(z.string()),
  evidence: z.array(evidenceSchema),
  /** Rows that `attach` may name as `transactionId`. */
  candidates: z.array(candidateSchema),
  actions: z.array(attentionActionSchema),
  /** Of an activation: the cards of which nobody knows whether they are active. */
  ranges: z.optional(z.array(cardRangeSchema)),
  /**
   * Which ranges of an activation may be sent again, by position from 0.
   *
   * Cards that are active stay so, and the answer tells.
   */
  resend: z.optional(z.array(z.int())),
});
export type AttentionItem = z.infer<typeof attentionItemSchema>;

/**
 * Whether a person can do something about it.
 *
 * What the server still looks after by itself has no ways out. A look or a backup that is behind,
 * or a setting, may need somebody at the server.
 */
export function needsPerson({ actions, kind }: Pick<AttentionItem, 'actions' | 'kind'>): boolean {
  return actions.length > 0 || isForServer(kind);
}

/** Whether there is nothing to decide here, and something to do at the server. */
export function isForServer(kind: AttentionKind): boolean {
  return kind === 'behind' || kind === 'backup' || kind === 'setting';
}

/**
 * Body of `POST /api/attention/:id`.
 *
 * `transactionId` says which candidate, for *attach* and *refund* of a case that has candidates.
 */
export const attentionRequestSchema = z.strictObject({
  action: attentionActionSchema,
  reason: reasonSchema,
  transactionId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** Of a refund: its id, made by the page, so that a manager's approval goes for it. */
  refundId: z.optional(tenderIdSchema),
});
export type AttentionRequest = z.infer<typeof attentionRequestSchema>;
