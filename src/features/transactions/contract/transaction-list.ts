import * as z from 'zod/mini';
import { instantSchema, lineSchema, periodSchema, transactionFilterSchema } from './transaction.ts';

/**
 * By what the list of transactions may be sorted.
 *
 * What names nothing to sort by comes last either way; what is alike stays newest first.
 */
export const SORT_KEYS = ['at', 'type', 'voucher', 'amount', 'person', 'status'] as const;
export type SortKey = (typeof SORT_KEYS)[number];

/** How the list is sorted; `down` is from the largest, newest or last. */
export const sortSchema = z.strictObject({ key: z.enum(SORT_KEYS), down: z.boolean() });
export type Sort = z.infer<typeof sortSchema>;

export const NEWEST_FIRST: Sort = { key: 'at', down: true };

/** Lines of one answer, when the question does not say how many. */
export const LINES_USUAL = 100;
export const LINES_MAX = 200;

const askedShape = { ...periodSchema.shape, filter: z.optional(transactionFilterSchema) };

/**
 * Body of `POST /api/transactions/lines`: what the caller may see of a period, a page at a time.
 */
export const linesRequestSchema = z.strictObject({
  ...askedShape,
  sort: z.optional(sortSchema),
  /**
   * `next` of another answer to the same question: goes on after its last line; without it from the
   * first line.
   */
  after: z.optional(z.string().check(z.maxLength(512))),
  /** Lines left out from there on, for whoever scrolls far at once. */
  skip: z.optional(z.int().check(z.minimum(0), z.maximum(100_000_000))),
  take: z.optional(z.int().check(z.minimum(1), z.maximum(LINES_MAX))),
  /**
   * The lines are counted from the end of the list: `skip` of them are left out there, and what
   * comes before them is answered, in the order of the list.
   *
   * Never beside `after`.
   */
  fromEnd: z.optional(z.boolean()),
});
export type LinesRequest = z.infer<typeof linesRequestSchema>;

export const linesAnswerSchema = z.object({
  lines: z.array(lineSchema),
  /** Where what comes after them begins; null when nothing does. */
  next: z.nullable(z.string()),
});
export type LinesAnswer = z.infer<typeof linesAnswerSchema>;

/** Body of `POST /api/transactions/totals`: what all lines of a period add up to that fit. */
export const totalsRequestSchema = z.strictObject(askedShape);
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
  /** Lines of each kind. */
  byType: z.object({ capture: z.int(), refund: z.int(), authorization: z.int(), activation: z.int(), other: z.int() }),
  count: z.int(),
  withoutAmount: z.int(),
  unknownStatus: z.int(),
});

/** What lies in each bar of one currency; amounts are minor units or items. */
const barsSchema = z.object({ currency: z.string(), captured: z.array(z.int()), refunded: z.array(z.int()) });
export type Bars = z.infer<typeof barsSchema>;

/** How much of a period the server has read of the issuer's search. */
export const coverageSchema = z.object({
  /** Of the period, 0 to 1; 1 when nothing is missing. */
  share: z.number().check(z.minimum(0), z.maximum(1)),
  /** What was never read to its end, the newest first. It is being read. */
  gaps: z.array(z.object({ from: instantSchema, to: instantSchema })),
  /** What lies before this is not kept any more; null when the period does not go back so far. */
  keptFrom: z.nullable(instantSchema),
  /** What the issuer showed by then is in; null before anything could be read. */
  until: z.nullable(instantSchema),
  /** The issuer gave no usable answer when it was asked last. */
  isAway: z.boolean(),
});
export type Coverage = z.infer<typeof coverageSchema>;

export const totalsAnswerSchema = z.object({
  /** Lines that fit. */
  lines: z.int(),
  /** Rows of the period, whether they fit or not. */
  rows: z.int(),
  sums: sumsSchema,
  /** Where each bar begins, and what is in them, the currencies in the order of the sums. */
  scale: z.object({ unit: z.enum(['hour', 'day']), starts: z.array(z.int()) }),
  bars: z.array(barsSchema),
  /** What there is to choose from in the filters: names, and shops as rows name them. */
  facets: z.object({ people: z.array(z.string()), mids: z.array(z.string()) }),
  /** The shop's own number; null while nobody knows it. */
  mid: z.nullable(z.string()),
  /** Null where nothing has to be read: what somebody did comes from the journal. */
  coverage: z.nullable(coverageSchema),
});
export type Totals = z.infer<typeof totalsAnswerSchema>;
export type Facets = Totals['facets'];
