import * as z from 'zod/mini';
import { LIMITS } from '../access/limits.ts';
import { voucherValueSchema } from '../money/money.ts';
import { candidateSchema, evidenceCodeSchema } from '../voucher/evidence.ts';
import { cardRangeSchema } from './activation-request.ts';
import { reasonSchema } from './refund.ts';
import { tenderIdSchema } from './tender.ts';

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
  'mid',
  'access',
]);
export type AttentionKind = z.infer<typeof attentionKindSchema>;

/**
 * The subject of a case. A *sale* was overpaid, an *orphan* is a capture without an operation, a
 * *look* is the search for orphans, a *backup* is that of the server, *codes* are wrong codes that
 * were entered, a *device* is locked after wrong PINs, *access* may have ended before a restore.
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
  'shop',
  'access',
]);
export type AttentionSubject = z.infer<typeof attentionSubjectSchema>;

/**
 * Actions on a case; which of them are available depends on the case.
 *
 * *attach* assigns a row of the issuer to this operation, *refund* refunds a capture, *close*
 * records, with a reason, that nothing more will be done, *open* lets the shop redeem although its
 * journal may lack operations.
 */
export const attentionActionSchema = z.enum(['attach', 'refund', 'close', 'open']);
export type AttentionAction = z.infer<typeof attentionActionSchema>;

/**
 * One known fact, oldest first. `detail` is technical text from a log or the issuer, without refs.
 */
export const evidenceSchema = z.object({ at: z.string(), code: evidenceCodeSchema, detail: z.nullable(z.string()) });
export type EvidenceLine = z.infer<typeof evidenceSchema>;

/**
 * One case for a manager. It leaves the list only by an action or because of the issuer's own rows.
 */
export const attentionItemSchema = z.object({
  id: z.string(),
  kind: attentionKindSchema,
  subject: attentionSubjectSchema,
  state: z.string(),
  since: z.string(),
  changedAt: z.string(),
  last4: z.string(),
  amount: z.nullable(voucherValueSchema),
  /** The person and the device of the operation; null without an operation. */
  person: z.nullable(z.string()),
  device: z.nullable(z.string()),
  evidence: z.array(evidenceSchema),
  /** Rows that `attach` may name as `transactionId`. */
  candidates: z.array(candidateSchema),
  actions: z.array(attentionActionSchema),
  /** For an activation: cards whose state is unknown. */
  ranges: z.optional(z.array(cardRangeSchema)),
  /** The positions of `ranges` in the activation, from 0, for `found`. */
  positions: z.optional(z.array(z.int())),
  /**
   * Ranges of an activation that may be sent again, by position from 0. Cards that are already
   * active stay active, and the answer reports them.
   */
  resend: z.optional(z.array(z.int())),
});
export type AttentionItem = z.infer<typeof attentionItemSchema>;

/**
 * True if a person can act on the case. A case that the server still settles has no actions. A
 * search or a backup that is late, or a setting, may need a person at the server.
 */
export function needsPerson({ actions, kind }: Pick<AttentionItem, 'actions' | 'kind'>): boolean {
  return actions.length > 0 || kind === 'access' || isForServer(kind);
}

/** True for a case that only a person with access to the server can resolve. */
export function isForServer(kind: AttentionKind): boolean {
  return kind === 'behind' || kind === 'backup' || kind === 'setting' || kind === 'mid';
}

/**
 * Body of `POST /api/attention/:id`. `transactionId` names the candidate, for *attach* and *refund*
 * of a case with candidates.
 */
export const attentionRequestSchema = z.strictObject({
  action: attentionActionSchema,
  reason: reasonSchema,
  transactionId: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
  /** For a refund: its id, created by the page, so that a manager's approval covers it. */
  refundId: z.optional(tenderIdSchema),
  /**
   * To close an activation: what a person found for each range, by its position from 0. Other
   * ranges stay open. Without it, every range is closed without a finding.
   */
  found: z.optional(
    z
      .array(z.strictObject({ range: z.int().check(z.minimum(0)), cards: z.enum(['active', 'inactive']) }))
      .check(z.minLength(1), z.maxLength(LIMITS.rangesMax)),
  ),
});
export type AttentionRequest = z.infer<typeof attentionRequestSchema>;
