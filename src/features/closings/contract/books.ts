import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../../../contract/money/limits.ts';
import { BOOK_PRODUCTS_MAX } from './limits.ts';
import { shopDaySchema } from './shift.ts';

/**
 * The accounting class of a product, as set by the shop. Own vouchers with tax due at redemption
 * (multi-purpose) or at the sale (single-purpose), vouchers of another issuer, or free vouchers.
 */
export const voucherClassSchema = z.enum(['own-multi', 'own-single', 'other-issuer', 'free']);
export type VoucherClass = z.infer<typeof voucherClassSchema>;
export const VOUCHER_CLASSES = voucherClassSchema.options;

/** Visible characters on one line; empty for none. */
const line = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u));

/** The account of a class, and its tax code; empty if not set. */
const classBookedSchema = z.strictObject({ account: line(20), tax: line(60) });

/** Response of `GET /api/books`: how this shop's closings become accounting entries. */
export const booksSchema = z.strictObject({
  classes: z.strictObject({
    'own-multi': classBookedSchema,
    'own-single': classBookedSchema,
    'other-issuer': classBookedSchema,
    free: classBookedSchema,
  }),
  /** The account on which the register books payments with vouchers. */
  clearing: classBookedSchema,
  products: z
    .array(z.strictObject({ product: z.string().check(z.maxLength(200)), class: voucherClassSchema }))
    .check(z.maxLength(BOOK_PRODUCTS_MAX)),
  usual: voucherClassSchema,
  odooJournal: line(60),
  datev: z.strictObject({
    /** Numbers of the tax adviser and of the adviser's client; null until set. */
    consultant: z.nullable(z.int().check(z.minimum(1001), z.maximum(9_999_999))),
    client: z.nullable(z.int().check(z.minimum(1), z.maximum(99_999))),
    /** When the fiscal year begins, `MM-DD`. */
    yearStart: z.string().check(z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/)),
    accountDigits: z.int().check(z.minimum(4), z.maximum(8)),
  }),
});
export type Books = z.infer<typeof booksSchema>;

const NO_ACCOUNT = { account: '', tax: '' };

/** The defaults. */
export const NO_BOOKS: Books = {
  classes: { 'own-multi': NO_ACCOUNT, 'own-single': NO_ACCOUNT, 'other-issuer': NO_ACCOUNT, free: NO_ACCOUNT },
  clearing: NO_ACCOUNT,
  products: [],
  usual: 'own-multi',
  odooJournal: '',
  datev: { consultant: null, client: null, yearStart: '01-01', accountDigits: 4 },
};

export function classOf({ products, usual }: Pick<Books, 'products' | 'usual'>, product: string): VoucherClass {
  return products.find((each) => each.product === product)?.class ?? usual;
}

export const BOOK_FORMATS = ['csv', 'xero', 'odoo', 'datev'] as const;
export const bookFormatSchema = z.enum(BOOK_FORMATS);
export type BookFormat = z.infer<typeof bookFormatSchema>;

/** Why a file could not be created: the field of the refusal. */
export const EXPORT_FAULTS = [
  'nothing',
  'accounts',
  'datev-numbers',
  'datev-year',
  'datev-decimals',
  'datev-account',
  'datev-tax',
] as const;
export type ExportFault = (typeof EXPORT_FAULTS)[number];

const periodShape = {
  /** Days of the shop, inclusive. */
  from: shopDaySchema,
  to: shopDaySchema,
};

/** Body of `POST /api/books/export`. */
export const bookExportSchema = z.strictObject({
  ...periodShape,
  format: bookFormatSchema,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** Includes closings that were already exported in this format and currency, marked as such. */
  again: z.boolean(),
});
export type BookExport = z.infer<typeof bookExportSchema>;

const bookedClosingSchema = z.object({
  id: z.string(),
  till: z.string(),
  person: z.string(),
  number: z.int(),
  day: shopDaySchema,
  nets: z.array(z.object({ currency: z.string(), net: z.int().check(z.minimum(-AMOUNT_MAX * 1000)) })),
  /** Exports of the closing with time, format, currency and person; oldest first. */
  exports: z.array(z.object({ format: bookFormatSchema, currency: z.string(), at: z.string(), person: z.string() })),
});
export type BookedClosing = z.infer<typeof bookedClosingSchema>;

/** Answer of `GET /api/books/closings`. */
export const accountingClosingsSchema = z.object({
  /** Oldest first. */
  closings: z.array(bookedClosingSchema),
  /** Products of the redemptions and refunds in these closings. */
  products: z.array(z.string()),
  /** The number of shifts of these days that are still open, and so not in the export. */
  open: z.int(),
});
export type BookedClosings = z.infer<typeof accountingClosingsSchema>;

/** Body of `POST /api/statements` and of its export. */
export const statementRequestSchema = z.strictObject({
  ...periodShape,
  /** Id of a till; null for the whole shop. */
  till: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type StatementRequest = z.infer<typeof statementRequestSchema>;

/** Redemptions of one product in one currency; `currency` is empty for items. */
export const statementLineSchema = z.object({
  product: z.string(),
  class: voucherClassSchema,
  account: z.string(),
  currency: z.string(),
  redemptions: z.int(),
  redeemed: z.int(),
  refunds: z.int(),
  refunded: z.int(),
  net: z.int(),
  /** Forfeited amount of single-use vouchers. */
  forfeited: z.int(),
  /** The first and the last of the register's receipt numbers, in their order; null for none. */
  receipts: z.nullable(z.object({ first: z.string(), last: z.string() })),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** Amounts of one day in one currency; `currency` is empty for items. */
const statementDaySchema = z.object({
  day: shopDaySchema,
  currency: z.string(),
  redeemed: z.int(),
  refunded: z.int(),
});
export type StatementDay = z.infer<typeof statementDaySchema>;

/**
 * A statement of redeemed vouchers. A redemption counts on the day when its outcome became known,
 * so a statement never changes.
 */
export const statementSchema = z.object({
  ...periodShape,
  till: z.nullable(z.string()),
  lines: z.array(statementLineSchema),
  /** Days with amounts, in order. */
  days: z.array(statementDaySchema),
  /** Tills with redemptions in the shop, to choose from. */
  tills: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Statement = z.infer<typeof statementSchema>;
