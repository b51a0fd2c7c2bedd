import * as z from 'zod/mini';
import type { TrailDetails, TrailKind } from '../../../contract/platform/audit.ts';
import { type JournalAction, kindOf } from '../../../contract/platform/audit-actions.ts';
import { cardRangeSchema } from '../../../contract/redemption/activation-request.ts';
import { type ScamCheck, scamCheckSchema } from '../../../contract/redemption/issue-request.ts';
import { deciderSchema } from '../base/decider.ts';
import { OPERATION_KINDS, type OperationKind } from '../store/schema.ts';

/** A fact of the journal with data of its operation. */
export interface JournalRow {
  readonly seq: number;
  readonly at: number;
  readonly operation_id: string;
  readonly operation: OperationKind;
  readonly kind: string;
  readonly data: string;
  readonly device_id: string | null;
  readonly person_id: string | null;
  readonly asker: string | null;
  readonly last4: string | null;
  readonly worth: 'money' | 'items' | null;
  readonly requested: number | null;
  readonly currency: string | null;
  readonly note: string | null;
  readonly receipt_no: string | null;
  readonly entry: string | null;
  /** Balance of a single-use voucher just before. */
  readonly held: number | null;
  readonly product: string | null;
  readonly quantity: number | null;
}

/**
 * A fact as a line of the trail. It is attributed to the person who decided it, else to the person
 * who requested the operation.
 */
export interface JournalLine {
  readonly action: JournalAction;
  readonly personId: string | null;
  /** The device of the request; null for a later decision, which could be made anywhere. */
  readonly deviceId: string | null;
  readonly details: TrailDetails;
  /** The ranges of an activation that the line concerns, by position from 0; null for all. */
  readonly positions: readonly number[] | null;
}

/**
 * Facts of a kind of operation that are lines of the trail; decisions of a person have their own
 * action.
 */
export type VisibleFacts<Fact extends string = string> = Readonly<
  Partial<Record<Fact, JournalAction | { readonly byPerson: JournalAction; readonly byItself: JournalAction }>>
>;

/** The lines of each kind of operation; a kind without lines does not appear in the trail. */
export type VisibleByKind = Readonly<Partial<Record<OperationKind, VisibleFacts>>>;

/**
 * Returns the kinds of operation with lines under a heading of the trail; without a heading, all
 * that have any.
 */
export function visibleOperations(visible: VisibleByKind, heading?: TrailKind): OperationKind[] {
  return OPERATION_KINDS.filter((operation) => {
    const actions = Object.values(visible[operation] ?? {}).flatMap((action) =>
      typeof action === 'object' ? Object.values(action) : (action ?? []),
    );
    return actions.some((action) => heading === undefined || kindOf(action) === heading);
  });
}

/** The fields of a fact that the trail shows. The other fields are internal to the journal. */
const dataSchema = z.object({
  by: z.optional(z.nullable(deciderSchema)),
  note: z.optional(z.string()),
  captured: z.optional(z.int()),
  refusal: z.optional(z.nullable(z.object({ reason: z.string() }))),
  ranges: z.catch(z.optional(z.array(cardRangeSchema)), undefined),
  last4: z.optional(z.string()),
  why: z.optional(z.string()),
  care: z.optional(scamCheckSchema),
  from: z.catch(z.optional(z.int()), undefined),
  to: z.catch(z.optional(z.int()), undefined),
  skipped: z.catch(z.optional(z.array(z.int())), undefined),
});

/**
 * Parses the positions of the ranges that a fact of an activation names: one, several, or none. An
 * intent has the ranges themselves.
 */
const positionsSchema = z.object({
  range: z.catch(z.optional(z.int()), undefined),
  ranges: z.catch(z.optional(z.array(z.int())), undefined),
});

function positionsIn(data: unknown): readonly number[] | null {
  const { range, ranges } = positionsSchema.parse(data);
  return range === undefined ? (ranges ?? null) : [range];
}

/** @throws Error for a fact that has no line in the trail */
export function journalLineOf(row: JournalRow, lines: VisibleByKind): JournalLine {
  const line = lines[row.operation]?.[row.kind];
  if (line === undefined) throw new Error(`The audit trail has no line for the fact ${row.kind}`);
  const written: unknown = JSON.parse(row.data);
  const data = dataSchema.parse(written);
  const action = typeof line === 'string' ? line : data.by ? line.byPerson : line.byItself;
  const last4 = row.last4 ?? data.last4;
  const reason = data.note ?? (row.kind === 'intent' ? row.note : null);
  const details: TrailDetails = {
    ...(last4 != null && { last4 }),
    ...valueOfRow(row, data.captured),
    ...saleOf(row, data.captured),
    ...(data.ranges && { cards: data.ranges.reduce((sum, { count }) => sum + count, 0) }),
    ...(row.quantity !== null && { quantity: printedOf(data) ?? row.quantity, product: row.product ?? '' }),
    ...saleCheckOf(data.care),
    ...(data.refusal && { refusal: data.refusal.reason }),
    ...(data.why !== undefined && { why: data.why }),
    ...(reason != null && { reason }),
    ...(row.asker !== null && data.by && data.by.personId !== row.person_id && { for: row.asker }),
  };
  const personId = data.by?.personId ?? row.person_id;
  const deviceId = personId === row.person_id ? row.device_id : null;
  /* Halves of refused ranges follow the requested ones. */
  const positions = data.ranges?.map((_, position) => position) ?? positionsIn(written);
  return { action, personId, deviceId, details, positions };
}

/** Returns what the customer of a sale was shown and asked. */
function saleCheckOf({ notice, noAfterMs }: ScamCheck = {}): TrailDetails {
  return { ...(notice !== undefined && { notice }), ...(noAfterMs !== undefined && { noAfterMs }) };
}

function printedOf({ from, to, skipped = [] }: z.infer<typeof dataSchema>): number | null {
  return from === undefined || to === undefined ? null : to - from - skipped.length;
}

/** Returns the sale's data and, after a capture, what a single-use voucher lost. */
function saleOf({ receipt_no, entry, held, operation }: JournalRow, captured: number | undefined): TrailDetails {
  const gone = held === null || captured === undefined ? 0 : held - captured;
  return {
    ...(receipt_no !== null && { receiptNo: receipt_no }),
    ...(entry !== null && operation === 'tender' && { entry }),
    ...(held !== null && gone > 0 && { held, forfeited: gone }),
  };
}

/** Returns the captured amount if the fact states it, else the requested one. */
function valueOfRow({ worth, requested, currency }: JournalRow, captured: number | undefined): TrailDetails {
  const count = captured ?? requested;
  if (worth === null || count === null) return {};
  return worth === 'items' ? { items: count } : { amount: count, currency: currency ?? '' };
}
