import * as z from 'zod/mini';
import { LINES_MAX } from './limits.ts';
import { instantSchema, lineSchema, periodSchema, transactionFilterSchema } from './transaction.ts';

/**
 * Sort keys of the list of transactions. Rows without a value come last in both directions; equal
 * ones stay newest first.
 */
export const SORT_KEYS = ['at', 'type', 'voucher', 'amount', 'person', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** The sort order; `down` is from the largest, newest or last. */
export const sortSchema = z.strictObject({ key: z.enum(SORT_KEYS), down: z.boolean() });
export type Sort = z.infer<typeof sortSchema>;

export const NEWEST_FIRST: Sort = { key: 'at', down: true };

const requestShape = { ...periodSchema.shape, filter: z.optional(transactionFilterSchema) };

/**
 * Body of `POST /api/transactions/lines`: the rows of a period that the caller may see, one page at
 * a time.
 */
export const linesRequestSchema = z.strictObject({
  ...requestShape,
  sort: z.optional(sortSchema),
  /**
   * `next` of another response to the same query: continues after its last line; without it, from
   * the first line.
   */
  after: z.optional(z.string().check(z.maxLength(512))),
  /** Number of lines to skip after that, for fast scrolling. */
  skip: z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000))),
  take: z.optional(z.int().check(z.minimum(1), z.maximum(LINES_MAX))),
  /**
   * Counts from the end of the list: the last `skip` lines are omitted, and the lines before them
   * returned, in the order of the list. Never together with `after`.
   */
  fromEnd: z.optional(z.boolean()),
});
export type LinesRequest = z.infer<typeof linesRequestSchema>;

export const linesAnswerSchema = z.object({
  lines: z.array(lineSchema),
  /** The start of the following lines; null on the last page. */
  next: z.nullable(z.string()),
});
export type LinesAnswer = z.infer<typeof linesAnswerSchema>;

/** Body of `POST /api/transactions/totals`: the totals of all matching lines of a period. */
export const totalsRequestSchema = z.strictObject(requestShape);
export type TotalsRequest = z.infer<typeof totalsRequestSchema>;

const sumsSchema = z.object({
  currencies: z.array(
    z.object({
      currency: z.string(),
      captured: z.int(),
      refunded: z.int(),
      net: z.int(),
      captures: z.int(),
      refunds: z.int(),
    }),
  ),
  byType: z.object({ capture: z.int(), refund: z.int(), authorization: z.int(), activation: z.int(), other: z.int() }),
  count: z.int(),
  withoutAmount: z.int(),
  unknownStatus: z.int(),
});

/** The bars of one currency; amounts are minor units or items. */
export const barsSchema = z.object({ currency: z.string(), captured: z.array(z.int()), refunded: z.array(z.int()) });
export type Bars = z.infer<typeof barsSchema>;

/** How much of a period the server has read from the issuer's search. */
export const coverageSchema = z.object({
  /** Share of the period, 0 to 1; 1 if nothing is missing. */
  share: z.number().check(z.minimum(0), z.maximum(1)),
  /** Parts that were never read completely, newest first. They are being read. */
  gaps: z.array(z.object({ from: instantSchema, to: instantSchema })),
  /** Earlier rows are no longer stored; null if the period does not go back that far. */
  keptFrom: z.nullable(instantSchema),
  /** The time of the newest rows that are included; null before anything could be read. */
  until: z.nullable(instantSchema),
  /** True if the issuer gave no usable answer to the last question. */
  isAway: z.boolean(),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const totalsAnswerSchema = z.object({
  lines: z.int(),
  /** Rows of the period, matching or not. */
  rows: z.int(),
  sums: sumsSchema,
  /** The start of each bar, and the bars of each currency, in the order of the sums. */
  scale: z.object({ unit: z.enum(['hour', 'day']), starts: z.array(z.int()) }),
  bars: z.array(barsSchema),
  /** Choices for the filters: names of people, and shops as in the rows. */
  facets: z.object({ people: z.array(z.string()), mids: z.array(z.string()) }),
  /** The shop's own number; null until known. */
  mid: z.nullable(z.string()),
  /** Null if nothing has to be read: a person's own operations come from the journal. */
  coverage: z.nullable(coverageSchema),
});
export type Totals = z.infer<typeof totalsAnswerSchema>;
export type Facets = Totals['facets'];
