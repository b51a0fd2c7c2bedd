import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { currencySchema } from '../../../contract/money/money.ts';
import { evidenceSchema } from '../../../contract/redemption/attention.ts';
import { reasonSchema, refundViewSchema } from '../../../contract/redemption/refund.ts';
import { storedSaleDueSchema } from '../../../contract/redemption/sale.ts';
import { entrySchema, receiptNoSchema } from '../../../contract/redemption/sale-facts.ts';
import { statesOf, TRANSACTION_STATUSES } from '../../../contract/redemption/states.ts';
import { tenderViewSchema } from '../../../contract/redemption/tender.ts';
import { codeSchema } from '../../../contract/voucher/voucher.ts';
import { explainedDifferenceSchema } from './explained-differences.ts';
import { CLOSING_CURRENCIES_MAX } from './limits.ts';

/**
 * Kinds of lines of the list. Each line also has the issuer's own word. Activations come from the
 * journal, because no search shows them.
 */
export const transactionTypeSchema = z.enum(['capture', 'refund', 'authorization', 'activation', 'other']);
export type TransactionType = z.infer<typeof transactionTypeSchema>;

export const transactionStatusSchema = z.enum(statesOf(TRANSACTION_STATUSES));

/**
 * A voucher of a transaction: its last four, and a keyed hash for finding a scanned one. Never the
 * ref.
 */
const transactionVoucherSchema = z.object({ last4: z.string(), tag: z.string(), product: z.nullable(z.string()) });

/**
 * Data of the sale from the journal: the register's number, the entry method, and for a voucher
 * that one redemption uses up, its balance and the forfeited part (minor units or items); null if
 * unknown.
 */
const saleFactsSchema = z.object({
  receiptNo: z.nullable(z.string()),
  entry: z.nullable(entrySchema),
  held: z.nullable(z.int()),
  forfeited: z.nullable(z.int()),
});
export type SaleFacts = z.infer<typeof saleFactsSchema>;

/** Operation and person of a row that the journal explains. */
export const explainedSchema = z.object({
  operation: z.enum(['tender', 'refund', 'activation', 'orphan']),
  id: z.string(),
  person: z.nullable(z.string()),
  device: z.nullable(z.string()),
  /** True if a program requested it; `device` is then the name of its key. */
  key: z.optional(z.literal(true)),
  /** For a redemption or its refund. */
  sale: z.optional(saleFactsSchema),
});
export type Explained = z.infer<typeof explainedSchema>;

/**
 * One transaction. Amounts are minor units, or items if `currency` is empty; times are ISO 8601
 * UTC, null if unknown.
 */
export const transactionSchema = z.object({
  id: z.string(),
  type: transactionTypeSchema,
  rawType: z.string(),
  status: transactionStatusSchema,
  rawStatus: z.string(),
  /** The shop's number at the issuer; empty if the row has none. */
  mid: z.string(),
  amount: z.nullable(z.int()),
  currency: z.string(),
  at: z.nullable(z.string()),
  updatedAt: z.nullable(z.string()),
  vouchers: z.array(transactionVoucherSchema),
  /**
   * For an activation: its first and last sequence number. A number that could be a card's secret
   * code is masked, unless the issuer accepted it.
   */
  cards: z.optional(z.object({ start: z.string(), end: z.string() })),
  by: z.nullable(explainedSchema),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** One line of the list: a row and, for a capture, the authorization of the same redemption. */
export const lineSchema = z.object({ row: transactionSchema, authorization: z.nullable(transactionSchema) });
export type Line = z.infer<typeof lineSchema>;

export const instantSchema = z.iso.datetime({ offset: true });
const daySchema = z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/));
const shortText = z.string().check(z.maxLength(128));

/** A period, inclusive; `to` may be in the future. */
export const periodSchema = z.strictObject({ from: instantSchema, to: instantSchema });

/** Body of `POST /api/transactions/search`; `cursor` is `next` of the previous response. */
export const transactionSearchSchema = z.strictObject({
  ...periodSchema.shape,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,16}-\d{1,12}$/))),
});

/** The extent of a stretch. */
export const stretchShape = {
  /** Continues with older rows; null at the end of the period. */
  next: z.nullable(z.string()),
  /** Everything from here to the end of the period has been read. */
  reached: z.string(),
  /**
   * The shop's own number; null until known, and only rows that the journal explains are returned
   * then.
   */
  mid: z.nullable(z.string()),
};

/**
 * A stretch of a period, newest first. Rows may appear again in another stretch: compare their ids.
 */
export const transactionStretchSchema = z.object({ transactions: z.array(transactionSchema), ...stretchShape });
export type TransactionStretch = z.infer<typeof transactionStretchSchema>;

/**
 * A filter for a period; absent fields match everything. Amounts are minor units or items,
 * inclusive.
 */
export const transactionFilterSchema = z.strictObject({
  last4: z.optional(z.string().check(z.minLength(1), z.maxLength(4))),
  /** Keyed hash of a scanned voucher. */
  tag: z.optional(z.string().check(z.maxLength(64))),
  type: z.optional(transactionTypeSchema),
  /**
   * Leaves out rows that moved no money: authorizations, and checks of a voucher. A check is a line
   * without a kind, and without an amount or with 0; one of an unknown kind may have moved money.
   */
  moved: z.optional(z.literal(true)),
  status: z.optional(transactionStatusSchema),
  /** Empty: rows without a shop. */
  mid: z.optional(shortText),
  min: z.optional(z.int()),
  max: z.optional(z.int()),
  /** Name of a person; empty: rows that the journal does not explain. */
  person: z.optional(shortText),
  receiptNo: z.optional(receiptNoSchema),
  entry: z.optional(entrySchema),
});
export type TransactionFilter = z.infer<typeof transactionFilterSchema>;

/** Body of `POST /api/transactions/export`. */
export const transactionExportSchema = z.strictObject({
  ...periodSchema.shape,
  filter: z.optional(transactionFilterSchema),
});

/**
 * Body of `POST /api/transactions/voucher`: the scanned code; the response has the tag that finds
 * the rows of this voucher.
 */
export const voucherTagRequestSchema = z.strictObject({ code: codeSchema });
export const voucherTagSchema = z.object({ tag: z.string(), last4: z.string() });

/** Body of `POST /api/transactions/look`: one line, by the id of one of its rows. */
export const transactionDetailRequestSchema = z.strictObject({
  id: z.string().check(z.minLength(1), z.maxLength(128)),
});

const trailSchema = z.object({
  last4: z.string(),
  product: z.nullable(z.string()),
  amount: z.nullable(z.int()),
  actions: z.array(
    z.object({ type: z.string(), status: z.string(), codes: z.array(z.string()), at: z.nullable(z.string()) }),
  ),
});

/** All data of one line: the issuer's records with their action trail, and the journal's row. */
export const transactionDetailSchema = z.object({
  line: lineSchema,
  records: z.array(z.object({ transaction: transactionSchema, vouchers: z.array(trailSchema) })),
  tender: z.nullable(tenderViewSchema),
  refund: z.nullable(refundViewSchema),
  attempts: z.nullable(z.int()),
  evidence: z.array(evidenceSchema),
  /** The amounts of the redemption's sale, as its till last reported them; null if not. */
  saleDue: z.catch(z.nullable(storedSaleDueSchema), null),
});
export type TransactionDetail = z.infer<typeof transactionDetailSchema>;

const sumSchema = z.int().check(z.minimum(-AMOUNT_MAX), z.maximum(AMOUNT_MAX));

/**
 * Body of `PUT /api/closings/:id`: a day of the shop, and for each currency the register total of
 * voucher payments, minus refunds, in minor units.
 */
export const closingRequestSchema = z.strictObject({
  date: daySchema,
  register: z
    .array(z.strictObject({ currency: currencySchema, amount: sumSchema }))
    .check(z.minLength(1), z.maxLength(CLOSING_CURRENCIES_MAX)),
  note: z.optional(reasonSchema),
});
export type ClosingRequest = z.infer<typeof closingRequestSchema>;

/** A line that would explain a difference; refunds are negative. */
const explainingLineSchema = z.object({
  id: z.string(),
  type: z.enum(['capture', 'refund']),
  at: z.nullable(z.string()),
  last4: z.string(),
  amount: z.int(),
  person: z.nullable(z.string()),
  /** The register's number of the sale; null if unknown, and in older closings. */
  receiptNo: z.catch(z.nullable(z.string()), null),
});
export type ExplainingLine = z.infer<typeof explainingLineSchema>;

/**
 * One line, or two together, that the register would lack (`missing`) or have counted once too
 * often (`twice`).
 */
export const explanationSchema = z.object({ side: z.enum(['missing', 'twice']), lines: z.array(explainingLineSchema) });
export type Explanation = z.infer<typeof explanationSchema>;

/**
 * One currency of a closing; `difference` is the register minus the net, null without a register
 * total for this currency.
 */
const closingCurrencySchema = z.object({
  currency: z.string(),
  captured: z.int(),
  refunded: z.int(),
  net: z.int(),
  captures: z.int(),
  refunds: z.int(),
  /** Forfeited amount of single-use vouchers; null in older closings. */
  forfeited: z.catch(z.nullable(z.int()), null),
  register: z.nullable(z.int()),
  difference: z.nullable(z.int()),
  explanations: z.array(explanationSchema),
  /** Number of explanations; only the first few are listed. */
  found: z.int(),
  /** Known reasons that add up to exactly the difference; empty in older closings. */
  known: z.catch(z.array(explainedDifferenceSchema), []),
});
export type ClosingCurrency = z.infer<typeof closingCurrencySchema>;

/** The stored result of a day. A day may be closed again; the last one counts. */
export const closingSchema = z.object({
  id: z.string(),
  date: daySchema,
  /** Time up to which the day had been read. */
  until: z.string(),
  at: z.string(),
  person: z.string(),
  device: z.string(),
  note: z.nullable(z.string()),
  currencies: z.array(closingCurrencySchema),
  /** Operations of the day with an unknown outcome at that time. */
  unsettled: z.int(),
  /** Rows of the day without an amount, which are in no sum. */
  withoutAmount: z.int(),
});
export type Closing = z.infer<typeof closingSchema>;
