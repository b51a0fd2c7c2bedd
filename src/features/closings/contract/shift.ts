import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { currencySchema } from '../../../contract/money/money.ts';
import { reasonSchema } from '../../../contract/redemption/refund.ts';
import type { ExplainedDifference } from '../../transactions/contract/explained-differences.ts';
import { explanationSchema } from '../../transactions/contract/transaction.ts';
import { coverageSchema } from '../../transactions/contract/transaction-list.ts';

export const shiftKindSchema = z.enum(['redeemed', 'refunded', 'sold']);
export type ShiftKind = z.infer<typeof shiftKindSchema>;

/**
 * How a shift was closed: by its own person, by a manager, or by the first action of a later day.
 */
export const closedBySchema = z.enum(['person', 'manager', 'next-day']);

/** The day of the shop, `YYYY-MM-DD`. */
export const shopDaySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));

const summaryShape = {
  id: z.string(),
  /** Names of the till, or of a program's key, and of the person. */
  till: z.string(),
  tillId: z.string(),
  person: z.string(),
  /** Null for a burned number. */
  personId: z.nullable(z.string()),
  /** The day of the shop on which it opened. */
  day: shopDaySchema,
  /** Times are ISO 8601 UTC; `closed` and `number` are null while it is open. */
  opened: z.string(),
  closed: z.nullable(z.string()),
  /** The Z number: each till counts without gaps. */
  number: z.nullable(z.int()),
  closedBy: z.nullable(closedBySchema),
  /** A number lost by a restore: it has no shift, and is never used again. */
  burnt: z.boolean(),
};

/**
 * One currency of one kind; `currency` is empty for items. Sales that were taken back count with a
 * minus: `sold` is negative if they exceed the sales.
 */
export const shiftSumSchema = z.object({
  kind: shiftKindSchema,
  currency: z.string(),
  count: z.int(),
  amount: z.int(),
});
export type ShiftSum = z.infer<typeof shiftSumSchema>;

/** The register total, in one currency; negative if refunds exceed redemptions. */
export const declaredSchema = z.strictObject({
  amount: z.int().check(z.minimum(-AMOUNT_MAX), z.maximum(AMOUNT_MAX)),
  currency: currencySchema,
});

/** An operation begun in the shift with an unknown outcome. */
const unsettledSchema = z.object({
  id: z.string(),
  kind: shiftKindSchema,
  amount: z.int(),
  currency: z.string(),
});
export type Unsettled = z.infer<typeof unsettledSchema>;

/**
 * A line of this Z that comes from an earlier one: an operation that has settled since, or a refund
 * of a redemption in an earlier Z. `sums` already includes its amount.
 */
const carriedSchema = z.object({
  /** Number of the earlier Z, and its till. */
  from: z.int(),
  till: z.string(),
  id: z.string(),
  kind: shiftKindSchema,
  /** The outcome, which is a state of the operation. */
  state: z.string(),
  /**
   * The amount that this Z counts for the line; 0 if nothing was redeemed or refunded, negative for
   * a sale that was taken back.
   */
  amount: z.int(),
  currency: z.string(),
});
export type CarriedLine = z.infer<typeof carriedSchema>;

const shiftNoteSchema = z.object({ at: z.string(), person: z.string(), note: z.string() });

/** The totals of a shift: X while it is open, Z once it has a number and never changes again. */
export const shiftSchema = z.object({
  ...summaryShape,
  sums: z.array(shiftSumSchema),
  /** Forfeited amount of single-use vouchers, by currency. */
  forfeited: z.array(z.object({ currency: z.string(), amount: z.int() })),
  unsettled: z.array(unsettledSchema),
  carried: z.array(carriedSchema),
  declared: z.nullable(declaredSchema),
  /** The register total minus the Z; null if no total was entered. */
  difference: z.nullable(z.int()),
  /** Lines that would explain the difference: the first few, and their total number. */
  explanations: z.array(explanationSchema),
  found: z.int(),
  notes: z.array(shiftNoteSchema),
  /** Its totals are hidden until the register total has been entered. */
  blind: z.boolean(),
  /** Proves later that this device received the number; absent while open. */
  tag: z.optional(z.string()),
});
export type Shift = z.infer<typeof shiftSchema>;

export const shiftSummarySchema = z.object({
  ...summaryShape,
  sums: z.array(shiftSumSchema),
  unsettled: z.int(),
  declared: z.nullable(declaredSchema),
  difference: z.nullable(z.int()),
});
export type ShiftSummary = z.infer<typeof shiftSummarySchema>;

export const zRequestSchema = z.strictObject({ declared: z.optional(declaredSchema) });
export type ZRequest = z.infer<typeof zRequestSchema>;

export const shiftNoteRequestSchema = z.strictObject({ note: reasonSchema });

/** A row of the issuer without a matching operation here. */
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
  /** Minor units, never negative: the amounts of the Z report and of the issuer. */
  counted: z.int(),
  issuer: z.int(),
});

/**
 * Response of `GET /api/shifts/cover`: where the captures and refunds of a day are booked, redeemed
 * minus refunded, by currency; `closed`, `open` and `unexplained` add up to `issuer`.
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
      /**
       * The amount that Z reports count for these transactions, and for transactions that the
       * issuer lacks.
       */
      counted: z.int(),
      /** `closed` minus `counted`; 0 if the issuer and the Z reports agree. */
      difference: z.int(),
    }),
  ),
  /** Transactions with different amounts in a Z report and at the issuer. */
  differing: z.array(differingRowSchema),
  unexplained: z.array(unexplainedRowSchema),
  /** How much of the day has been read from the issuer's search. */
  coverage: coverageSchema,
  /** All unsettled operations of the shop, regardless of their day. */
  unsettled: z.array(z.object({ ...unsettledSchema.shape, till: z.string(), person: z.string(), at: z.string() })),
});
export type Cover = z.infer<typeof coverSchema>;

/** The net amount of a Z in one currency: redeemed minus refunded. */
export function netOfShift(sums: readonly ShiftSum[], currency: string): number {
  const signed = { redeemed: 1, refunded: -1, sold: 0 } as const;
  return sums.reduce((net, sum) => net + (sum.currency === currency ? signed[sum.kind] * sum.amount : 0), 0);
}

export function currenciesOfShift(sums: readonly ShiftSum[]): string[] {
  return [...new Set(sums.filter(({ kind }) => kind !== 'sold').map(({ currency }) => currency))];
}

/** Known amounts in one currency that a register may book differently. */
export function explainedDifferencesOf(
  { forfeited, unsettled, carried }: Pick<Shift, 'forfeited' | 'unsettled' | 'carried'>,
  currency: string,
): ExplainedDifference[] {
  const sumOf = (lines: readonly { readonly currency: string; readonly amount: number }[]) =>
    lines.reduce((sum, line) => sum + (line.currency === currency ? line.amount : 0), 0);
  const of = <Line extends Pick<Shift['carried'][number], 'kind'>>(lines: readonly Line[], kind: Line['kind']) =>
    lines.filter((line) => line.kind === kind);
  return [
    /* A register that books a voucher at its face value. */
    { why: 'forfeited', amount: sumOf(forfeited) },
    { why: 'unsettled', amount: sumOf(of(unsettled, 'redeemed')) - sumOf(of(unsettled, 'refunded')) },
    { why: 'olderRefunds', amount: sumOf(of(carried, 'refunded')) },
    /* A register that booked the operations when they began. */
    { why: 'carried', amount: 0 - sumOf(of(carried, 'redeemed')) },
  ];
}
