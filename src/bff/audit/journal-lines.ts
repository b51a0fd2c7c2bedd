import * as z from 'zod/mini';
import { cardRangeSchema } from '../../contract/activation.ts';
import type { TrailDetails } from '../../contract/audit.ts';
import type { JournalAction } from '../../contract/audit-actions.ts';
import { deciderSchema } from '../base/decider.ts';
import type { OperationKind } from '../store/schema.ts';

/** A fact of the journal with what its operation says about it. */
export interface JournalRow {
  readonly seq: number;
  readonly at: number;
  readonly operation_id: string;
  readonly operation: OperationKind;
  readonly kind: string;
  readonly data: string;
  readonly device_id: string | null;
  /** Who asked for the operation. */
  readonly person_id: string | null;
  readonly asker: string | null;
  readonly last4: string | null;
  readonly worth: 'money' | 'items' | null;
  readonly requested: number | null;
  readonly currency: string | null;
  readonly note: string | null;
  readonly product: string | null;
  readonly quantity: number | null;
}

/** What a fact says in the trail. Whoever decided it did it; what nobody decided belongs to the person who asked for the operation. */
export interface JournalLine {
  readonly action: JournalAction;
  readonly personId: string | null;
  readonly details: TrailDetails;
}

/** Facts that are lines of the trail, by operation; what a person decided has words of its own. */
const ACTIONS: Readonly<
  Record<OperationKind, Readonly<Record<string, JournalAction | { readonly byPerson: JournalAction; readonly byItself: JournalAction }>>>
> = {
  tender: {
    intent: 'tender.asked',
    captured: 'tender.taken',
    captured_partial: 'tender.partly-taken',
    declined: 'tender.refused',
    not_sent: 'tender.not-taken',
    unknown: 'tender.unknown',
    not_captured: { byPerson: 'tender.closed', byItself: 'tender.not-taken' },
    manager: 'tender.manager',
    late_capture: 'tender.late',
    attached: 'tender.attached',
  },
  refund: {
    intent: 'refund.asked',
    refunded: { byPerson: 'refund.attached', byItself: 'refund.done' },
    declined: 'refund.refused',
    not_sent: 'refund.not-done',
    not_refunded: { byPerson: 'refund.closed', byItself: 'refund.not-done' },
    unknown: 'refund.unknown',
    manager: 'refund.manager',
  },
  activation: {
    intent: 'activation.asked',
    stopped: 'activation.stopped',
    resumed: 'activation.resumed',
    closed: 'activation.closed',
    deactivating: 'activation.deactivation-asked',
    deactivated: 'activation.deactivated',
    not_deactivated: 'activation.not-deactivated',
    deactivation_unknown: 'activation.deactivation-unknown',
  },
  issue: { intent: 'issue.asked', stopped: 'issue.stopped', resumed: 'issue.resumed', closed: 'issue.closed', printed: 'issue.printed' },
  orphan: { found: 'capture.found', closed: 'capture.closed' },
};

/** The kinds of facts that are lines of the trail, of a kind of operation. */
export function factsShown(kind: OperationKind): string[] {
  return Object.keys(ACTIONS[kind]);
}

/** What is read of a fact's data; everything else in it is the journal's own. */
const dataSchema = z.object({
  by: z.optional(z.nullable(deciderSchema)),
  note: z.optional(z.string()),
  captured: z.optional(z.int()),
  refusal: z.optional(z.nullable(z.object({ reason: z.string() }))),
  ranges: z.catch(z.optional(z.array(cardRangeSchema)), undefined),
  last4: z.optional(z.string()),
  why: z.optional(z.string()),
  from: z.catch(z.optional(z.int()), undefined),
  to: z.catch(z.optional(z.int()), undefined),
});

/** @throws Error for a fact that is no line of the trail, see {@link factsShown} */
export function lineOf(row: JournalRow): JournalLine {
  const shown = ACTIONS[row.operation][row.kind];
  if (shown === undefined) throw new Error(`A fact ${row.kind} is no line of the trail`);
  const data = dataSchema.parse(JSON.parse(row.data));
  const action = typeof shown === 'string' ? shown : data.by ? shown.byPerson : shown.byItself;
  const last4 = row.last4 ?? data.last4;
  const reason = data.note ?? (row.kind === 'intent' ? row.note : null);
  const details: TrailDetails = {
    ...(last4 != null && { last4 }),
    ...worthOf(row, data.captured),
    ...(data.ranges && { cards: data.ranges.reduce((sum, { count }) => sum + count, 0) }),
    ...(row.quantity !== null && { quantity: printedOf(data) ?? row.quantity, product: row.product ?? '' }),
    ...(data.refusal && { refusal: data.refusal.reason }),
    ...(data.why !== undefined && { why: data.why }),
    ...(reason != null && { reason }),
    ...(row.asker !== null && data.by && data.by.personId !== row.person_id && { for: row.asker }),
  };
  return { action, personId: data.by?.personId ?? row.person_id, details };
}

/** How many vouchers a print was of. */
function printedOf({ from, to }: z.infer<typeof dataSchema>): number | null {
  return from === undefined || to === undefined ? null : to - from;
}

/** What was taken where the fact says so, else what was asked for. */
function worthOf({ worth, requested, currency }: JournalRow, captured: number | undefined): TrailDetails {
  const count = captured ?? requested;
  if (worth === null || count === null) return {};
  return worth === 'items' ? { items: count } : { amount: count, currency: currency ?? '' };
}
