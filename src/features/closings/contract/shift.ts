import * as z from 'zod/mini';
import { AMOUNT_MAX, currencySchema } from '../../../contract/money/money.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import type { KnownDifference } from '../../transactions/contract/known-differences.ts';
import { explanationSchema } from '../../transactions/contract/transaction.ts';
import { coverageSchema } from '../../transactions/contract/transaction-list.ts';

/** What a line of a shift adds up. */
export const shiftKindSchema = z.enum(['redeemed', 'refunded', 'sold']);
export type ShiftKind = z.infer<typeof shiftKindSchema>;

/** Who closed a shift: its own person, a manager, or the first action of a later day. */
export const closedBySchema = z.enum(['person', 'manager', 'next-day']);

/** The day of a shop, `YYYY-MM-DD`. */
export const shopDaySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const summaryShape = {
  id: z.string(),
  /** Names of the till, or of a program's key, and of whoever worked there. */
  till: z.string(),
  tillId: z.string(),
  person: z.string(),
  /** Null for a number that was burnt. */
  personId: z.nullable(z.string()),
  /** The day of the shop on which it opened. */
  day: shopDaySchema,
  /** Times are ISO 8601 UTC; `closed` and `number` are null while it is open. */
  opened: z.string(),
  closed: z.nullable(z.string()),
  /** Without gaps for each till. */
  number: z.nullable(z.int()),
  closedBy: z.nullable(closedBySchema),
  /** A number that a restore lost: it stands for no shift, and is never used again. */
  burnt: z.boolean(),
};

/** One currency of one kind; `currency` is empty for items. Amounts are never negative. */
export const shiftSumSchema = z.object({
  kind: shiftKindSchema,
  currency: z.string(),
  count: z.int(),
  amount: z.int(),
});
export type ShiftSum = z.infer<typeof shiftSumSchema>;

/** What the register says, in one currency; negative where more was given back than taken. */
export const declaredSchema = z.strictObject({
  amount: z.int().check(z.minimum(-AMOUNT_MAX), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
});

/** Something that was begun in the shift and whose outcome nobody knew. */
const unsettledSchema = z.object({
  id: z.string(),
  kind: shiftKindSchema,
  amount: z.int(),
  currency: z.string(),
});
export type Unsettled = z.infer<typeof unsettledSchema>;

/**
 * What stands in this Z and comes from an earlier one: something that has settled since, or a
 * refund of what an earlier one counts. `sums` has its amount already.
 */
const carriedSchema = z.object({
  /** Number of the earlier Z, and its till. */
  from: z.int(),
  till: z.string(),
  id: z.string(),
  kind: shiftKindSchema,
  /** How it settled: a state of its operation. */
  state: z.string(),
  /** What this Z counts for it; 0 where nothing was taken or given back. */
  amount: z.int(),
  currency: z.string(),
});
export type Carried = z.infer<typeof carriedSchema>;

/** One note of a manager or of whoever closed it. */
const shiftNoteSchema = z.object({ at: z.string(), person: z.string(), note: z.string() });

/** What a shift comes to: X while it is open, Z once it has a number and never changes again. */
export const shiftSchema = z.object({
  ...summaryShape,
  sums: z.array(shiftSumSchema),
  /** What single-use vouchers held beyond what was taken, by currency. */
  forfeited: z.array(z.object({ currency: z.string(), amount: z.int() })),
  unsettled: z.array(unsettledSchema),
  carried: z.array(carriedSchema),
  declared: z.nullable(declaredSchema),
  /** What the register said less what the Z says; null where nobody said anything. */
  difference: z.nullable(z.int()),
  /** Lines that would explain the difference: the first few, and how many there are. */
  explanations: z.array(explanationSchema),
  found: z.int(),
  notes: z.array(shiftNoteSchema),
  /** Its sums are kept back until whoever closes it has said what the register says. */
  blind: z.boolean(),
  /** Proves later that this device was told of the number; absent while open. */
  tag: z.optional(z.string()),
});
export type Shift = z.infer<typeof shiftSchema>;

/** A line of a list of shifts. */
export const shiftSummarySchema = z.object({
  ...summaryShape,
  sums: z.array(shiftSumSchema),
  unsettled: z.int(),
  declared: z.nullable(declaredSchema),
  difference: z.nullable(z.int()),
});
export type ShiftSummary = z.infer<typeof shiftSummarySchema>;

/** Longest stretch of days of one list of shifts. */
export const SHIFT_DAYS_MAX = 366;

/** Body of `PUT /api/shifts/:id/z`. */
export const zRequestSchema = z.strictObject({ declared: z.optional(declaredSchema) });
export type ZRequest = z.infer<typeof zRequestSchema>;

/** Body of `POST /api/shifts/:id/notes`. */
export const shiftNoteRequestSchema = z.strictObject({ note: reasonSchema });

/** A row of the issuer of which nothing here says what it is of. */
const unexplainedRowSchema = z.object({
  id: z.string(),
  type: z.enum(['capture', 'refund']),
  at: z.nullable(z.string()),
  last4: z.string(),
  amount: z.nullable(z.int()),
  currency: z.string(),
});
export type UnexplainedRow = z.infer<typeof unexplainedRowSchema>;

const differingRowSchema = z.object({
  id: z.string(),
  type: z.enum(['capture', 'refund']),
  last4: z.string(),
  currency: z.string(),
  /** Minor units, never negative: what a Z report counts, and what the issuer has. */
  counted: z.int(),
  issuer: z.int(),
});

/**
 * Answer of `GET /api/shifts/cover`: where each capture and refund of a day stands at the issuer,
 * less what was given back, by currency; `closed` and `open` and `unexplained` are `issuer`.
 */
export const coverSchema = z.object({
  day: shopDaySchema,
  currencies: z.array(
    z.object({
      currency: z.string(),
      issuer: z.int(),
      closed: z.int(),
      open: z.int(),
      unexplained: z.int(),
      /** What the Z reports count of these, and of transactions that the issuer has not. */
      counted: z.int(),
      /** `closed` less `counted`; 0 if the issuer has what the Z reports count. */
      difference: z.int(),
    }),
  ),
  /** Transactions of which a Z report counts another amount than the issuer has. */
  differing: z.array(differingRowSchema),
  unexplained: z.array(unexplainedRowSchema),
  /** How much of the day was read of the issuer's search. */
  coverage: coverageSchema,
  /** Everything of the shop that is not settled, whenever it was begun. */
  unsettled: z.array(z.object({ ...unsettledSchema.shape, till: z.string(), person: z.string(), at: z.string() })),
});
export type Cover = z.infer<typeof coverSchema>;

/** What the lines of a Z come to in one currency: redeemed less refunded. */
export function netOfShift(sums: readonly ShiftSum[], currency: string): number {
  const signed = { redeemed: 1, refunded: -1, sold: 0 } as const;
  return sums.reduce((net, sum) => net + (sum.currency === currency ? signed[sum.kind] * sum.amount : 0), 0);
}

/** The currencies in which something was redeemed or refunded. */
export function currenciesOfShift(sums: readonly ShiftSum[]): string[] {
  return [...new Set(sums.filter(({ kind }) => kind !== 'sold').map(({ currency }) => currency))];
}

/** What a shift knows that a register may book otherwise, in one currency. */
export function knownOfShift(
  { forfeited, unsettled, carried }: Pick<Shift, 'forfeited' | 'unsettled' | 'carried'>,
  currency: string,
): KnownDifference[] {
  const sumOf = (lines: readonly { readonly currency: string; readonly amount: number }[]) =>
    lines.reduce((sum, line) => sum + (line.currency === currency ? line.amount : 0), 0);
  const of = <Line extends Pick<Shift['carried'][number], 'kind'>>(lines: readonly Line[], kind: Line['kind']) =>
    lines.filter((line) => line.kind === kind);
  return [
    /* A register that books a voucher at its face value. */
    { why: 'forfeited', amount: sumOf(forfeited) },
    { why: 'unsettled', amount: sumOf(of(unsettled, 'redeemed')) - sumOf(of(unsettled, 'refunded')) },
    { why: 'olderRefunds', amount: sumOf(of(carried, 'refunded')) },
    /* It booked them when they were begun. */
    { why: 'carried', amount: 0 - sumOf(of(carried, 'redeemed')) },
  ];
}
