import * as z from 'zod/mini';
import { AMOUNT_MAX } from '../../../contract/money/money.ts';
import { shopDaySchema } from './shift.ts';

/**
 * What kind of voucher a product is for the books, as the shop says.
 *
 * Its own where tax is due at redemption (multi-purpose) or was due at the sale (single-purpose),
 * another issuer's, or one that was given away.
 */
export const voucherClassSchema = z.enum(['own-multi', 'own-single', 'other-issuer', 'free']);
export type VoucherClass = z.infer<typeof voucherClassSchema>;
export const VOUCHER_CLASSES = voucherClassSchema.options;

/** Visible characters on one line; empty for nothing. */
const line = (most: number) =>
  z.string().check(z.trim(), z.maxLength(most), z.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u));

/** Where a class is booked, and the tax code that goes with it; empty where nobody said. */
const classBookedSchema = z.strictObject({ account: line(20), tax: line(60) });

/** Products that are told apart at most. */
export const BOOK_PRODUCTS_MAX = 500;

/** What `GET /api/books` answers: how this shop's closings become entries of its books. */
export const booksSchema = z.strictObject({
  classes: z.strictObject({
    'own-multi': classBookedSchema,
    'own-single': classBookedSchema,
    'other-issuer': classBookedSchema,
    free: classBookedSchema,
  }),
  /** The account under which the register books what was paid with vouchers. */
  clearing: classBookedSchema,
  /** The class of each product that the shop named. */
  products: z
    .array(z.strictObject({ product: z.string().check(z.maxLength(200)), class: voucherClassSchema }))
    .check(z.maxLength(BOOK_PRODUCTS_MAX)),
  /** The class of all others. */
  usual: voucherClassSchema,
  odooJournal: line(60),
  datev: z.strictObject({
    /** Numbers of the tax adviser and of the client there; null before anybody said them. */
    consultant: z.nullable(z.int().check(z.minimum(1001), z.maximum(9_999_999))),
    client: z.nullable(z.int().check(z.minimum(1), z.maximum(99_999))),
    /** When the fiscal year begins, `MM-DD`. */
    yearStart: z.string().check(z.regex(/^(0[1-9]|1[0-2])-(0[1-9]|1\d|2[0-8])$/)),
    accountDigits: z.int().check(z.minimum(4), z.maximum(8)),
  }),
});
export type Books = z.infer<typeof booksSchema>;

const NO_ACCOUNT = { account: '', tax: '' };

/** What holds before anybody has said anything. */
export const NO_BOOKS: Books = {
  classes: { 'own-multi': NO_ACCOUNT, 'own-single': NO_ACCOUNT, 'other-issuer': NO_ACCOUNT, free: NO_ACCOUNT },
  clearing: NO_ACCOUNT,
  products: [],
  usual: 'own-multi',
  odooJournal: '',
  datev: { consultant: null, client: null, yearStart: '01-01', accountDigits: 4 },
};

/** The class of a product. */
export function classOf({ products, usual }: Pick<Books, 'products' | 'usual'>, product: string): VoucherClass {
  return products.find((known) => known.product === product)?.class ?? usual;
}

/** The kinds of files that books are written as. */
export const BOOK_FORMATS = ['csv', 'xero', 'odoo', 'datev'] as const;
export const bookFormatSchema = z.enum(BOOK_FORMATS);
export type BookFormat = z.infer<typeof bookFormatSchema>;

/** Why a file could not be made: the field of the refusal. */
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
  /** Days of the shop, both included. */
  from: shopDaySchema,
  to: shopDaySchema,
};

/** Body of `POST /api/books/export`. */
export const bookExportSchema = z.strictObject({
  ...periodShape,
  format: bookFormatSchema,
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  /** Closings that were exported in this format and currency before are in it again, and say so. */
  again: z.boolean(),
});
export type BookExport = z.infer<typeof bookExportSchema>;

/** A closing as the page of the books lists it. */
const bookedClosingSchema = z.object({
  id: z.string(),
  till: z.string(),
  person: z.string(),
  number: z.int(),
  day: shopDaySchema,
  nets: z.array(z.object({ currency: z.string(), net: z.int().check(z.minimum(-AMOUNT_MAX * 1000)) })),
  /** When it was exported, in which format and currency and by whom; oldest first. */
  exports: z.array(z.object({ format: bookFormatSchema, currency: z.string(), at: z.string(), person: z.string() })),
});
export type BookedClosing = z.infer<typeof bookedClosingSchema>;

/** Answer of `GET /api/books/closings`. */
export const bookedClosingsSchema = z.object({
  /** Oldest first. */
  closings: z.array(bookedClosingSchema),
  /** Products that were taken or given back in them. */
  products: z.array(z.string()),
  /** Shifts of these days that nobody has closed: they are in no entry. */
  open: z.int(),
});
export type BookedClosings = z.infer<typeof bookedClosingsSchema>;

/** Body of `POST /api/statements` and of its export. */
export const statementRequestSchema = z.strictObject({
  ...periodShape,
  /** Id of a till; null for the whole shop. */
  till: z.nullable(z.string().check(z.minLength(1), z.maxLength(64))),
});
export type StatementRequest = z.infer<typeof statementRequestSchema>;

/** What was taken of one product in one currency; `currency` is empty for items. */
const statementLineSchema = z.object({
  product: z.string(),
  class: voucherClassSchema,
  account: z.string(),
  currency: z.string(),
  redemptions: z.int(),
  redeemed: z.int(),
  refunds: z.int(),
  refunded: z.int(),
  net: z.int(),
  /** What single-use vouchers held beyond what was taken. */
  forfeited: z.int(),
  /** The first and the last of the register's receipt numbers, in their order; null for none. */
  receipts: z.nullable(z.object({ first: z.string(), last: z.string() })),
});
export type StatementLine = z.infer<typeof statementLineSchema>;

/** A statement of vouchers taken. What was taken counts when that was known: it never changes. */
export const statementSchema = z.object({
  ...periodShape,
  till: z.nullable(z.string()),
  lines: z.array(statementLineSchema),
  /** Tills at which anything was taken in the shop, to choose from. */
  tills: z.array(z.object({ id: z.string(), name: z.string() })),
});
export type Statement = z.infer<typeof statementSchema>;
