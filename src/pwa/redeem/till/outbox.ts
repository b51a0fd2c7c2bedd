import * as z from 'zod/mini';
import { voucherValueSchema } from '../../../contract/money/money.ts';
import { tenderViewSchema } from '../../../contract/redemption/tender.ts';
import { openDeviceDatabase } from '../../api/database.ts';
import { isOfPageShop, pageShop } from '../../api/page-shop.ts';
import { createOperationOutbox, type OperationOutbox } from '../../pending-operations/outbox.ts';
import { createDueOutbox, type DueOutbox } from './due-outbox.ts';
import { readLinkedSaleId } from './linked-sale-id.ts';
import { type PendingTender, pendingTenderSchema, saleRowOf } from './pending-tender.ts';
import type { SaleRow, TillSale } from './sale.ts';
import type { Till } from './till.ts';

/** A sale without anything redeemable: last four characters and amounts. */
const storedSaleSchema = z.object({
  id: z.string(),
  shop: z.optional(z.string()),
  currency: z.string(),
  // Versions before these fields stored neither the text nor the doubt.
  due: z.object({
    added: z.array(z.number()),
    current: z.number(),
    text: z.optional(z.nullable(z.string())),
    units: z.optional(z.boolean()),
  }),
  doubted: z.optional(z.boolean()),
  rows: z.array(
    z.object({
      tenderId: z.string(),
      last4: z.string(),
      requested: voucherValueSchema,
      savedAt: z.number(),
      view: z.nullable(tenderViewSchema),
      price: z.optional(z.number()),
    }),
  ),
  // Fields that older versions lack.
  receiptNo: z.optional(z.nullable(z.string())),
  register: z.optional(z.nullable(z.object({ name: z.string(), origin: z.string() }))),
  touched: z.optional(
    z.nullable(z.object({ at: z.number(), by: z.nullable(z.string()), personId: z.optional(z.nullable(z.string())) })),
  ),
  completed: z.optional(z.boolean()),
  collected: z.optional(z.nullable(z.number())),
  dueReport: z.optional(
    z.nullable(z.object({ due: z.nullable(z.number()), collected: z.nullable(z.number()), revision: z.number() })),
  ),
  left: z.optional(z.boolean()),
});

/**
 * A stored sale. `left`: its customer is uncertain, because it was unattended or a register's sale
 * replaced it.
 */
export interface StoredSale extends TillSale {
  readonly left: boolean;
}

/**
 * The key of a sale that began at this till. A sale of a register has a key of its own, so that
 * neither overwrites the other.
 */
const TILL_SALE_KEY = 'current';
const LINK = 'link ';
/** The key of the sales that wait for the people who began them. */
const LEFT_SALES_KEY = 'left';
const saleKey = ({ id, register }: Pick<TillSale, 'id' | 'register'>) =>
  register === null ? TILL_SALE_KEY : `${LINK}${id}`;

/**
 * Everything this device must not lose: redemptions whose outcome was never shown, and the sale on
 * the screen.
 */
export interface TillOutbox extends OperationOutbox<PendingTender> {
  /** Saves the sale of a register. */
  readonly saveSale: (sale: TillSale) => Promise<void>;
  /** Saves what the till has on the screen: its sale, and those that wait for other people. */
  readonly saveTill: (till: Pick<Till, 'sale' | 'left' | 'unattended'>) => Promise<void>;
  /** The sale of this page; null if none is stored. */
  readonly sale: () => Promise<StoredSale | null>;
  readonly leftSales: () => Promise<StoredSale[]>;
  /** Reports of the amounts of sales. */
  readonly dues: DueOutbox;
}

/** Unfinished sales on this device that registers opened by link. */
export interface LinkShelf {
  readonly links: () => Promise<StoredSale[]>;
  readonly dropLink: (id: string) => Promise<void>;
}

export function createTillOutbox(name = 'tillside'): TillOutbox & LinkShelf {
  const within = openDeviceDatabase(name, (db) => {
    db.createObjectStore('tenders', { keyPath: 'id' });
    db.createObjectStore('sale');
  });
  const tenders = createOperationOutbox(within, 'tenders', pendingTenderSchema);
  const saveSale = (sale: TillSale) =>
    within(async (db) => {
      await db.put('sale', storedSaleOf(sale), saleKey(sale));
      if (sale.register === null) return;
      const current: unknown = await db.get('sale', TILL_SALE_KEY);
      if (typeof current === 'object' && current !== null)
        await db.put('sale', { ...current, left: true }, TILL_SALE_KEY);
    });
  return {
    ...tenders,
    dues: createDueOutbox(`${name}-dues`),
    saveTill: async ({ sale, left, unattended }) => {
      if (sale.register !== null) return saveSale(sale);
      await within(async (db) => {
        // First, so that a sale that waits for a person is never in neither place.
        await db.put('sale', left.map(storedSaleOf), LEFT_SALES_KEY);
        await db.put('sale', { ...storedSaleOf(sale), left: unattended !== null }, TILL_SALE_KEY);
      });
    },
    saveSale,
    leftSales: async () => {
      const stored: unknown = await within((db) => db.get('sale', LEFT_SALES_KEY));
      return Array.isArray(stored) ? stored.map(saleIn).filter((sale): sale is StoredSale => sale !== null) : [];
    },
    sale: async () => {
      const sale = await within(async (db) => {
        const link = readLinkedSaleId();
        const linked = link === null ? null : saleIn(await db.get('sale', `${LINK}${link}`));
        return linked ?? saleIn(await db.get('sale', TILL_SALE_KEY));
      });
      return sale && addPendingTenders(sale, await tenders.operations());
    },
    links: async () => {
      const stored: unknown[] = await within((db) => db.getAll('sale'));
      return stored.map(saleIn).filter((sale): sale is StoredSale => sale !== null && sale.register !== null);
    },
    dropLink: (id) => within((db) => db.delete('sale', `${LINK}${id}`)),
  };
}

function storedSaleOf(sale: TillSale) {
  const { id, currency, due, doubted, receiptNo, register, touched, completed, collected, dueReport, rows } = sale;
  const { complete: _, ...amount } = due;
  return {
    id,
    shop: pageShop(),
    currency,
    due: { ...amount, added: [...due.added] },
    doubted,
    receiptNo,
    register,
    touched,
    completed,
    collected,
    dueReport,
    rows: rows.map(withoutCode),
  };
}

/** Adds redemptions to a stored sale that were saved before the sale was. */
function addPendingTenders(sale: StoredSale, pendingTenders: readonly PendingTender[]): StoredSale {
  const missing = pendingTenders.filter(
    ({ id, body }) => body.saleId === sale.id && !sale.rows.some(({ tenderId }) => tenderId === id),
  );
  return missing.length === 0 ? sale : { ...sale, rows: [...sale.rows, ...missing.map(saleRowOf)] };
}

/** Parses a stored sale; null if it is invalid, or of another shop. */
function saleIn(value: unknown): StoredSale | null {
  const stored = storedSaleSchema.safeParse(value);
  if (!stored.success || !isOfPageShop(stored.data)) return null;
  const {
    due,
    rows,
    doubted = false,
    receiptNo = null,
    register = null,
    touched = null,
    completed = false,
    collected = null,
    dueReport = null,
    left = false,
    ...sale
  } = stored.data;
  const { text = null, units = text !== null } = due;
  const restoredRows = rows.map(({ price, ...row }) => ({
    ...row,
    code: null,
    identities: [],
    ...(price !== undefined && { price }),
  }));
  return {
    ...sale,
    due: { ...due, text: text ?? String(due.current || ''), units, complete: false },
    doubted,
    receiptNo,
    register,
    touched: touched && { ...touched, personId: touched.personId ?? null },
    completed,
    collected,
    dueReport,
    left,
    rows: restoredRows,
  };
}

function withoutCode({
  tenderId,
  last4,
  requested,
  savedAt,
  view,
  price,
}: SaleRow): Omit<SaleRow, 'code' | 'identities'> {
  return { tenderId, last4, requested, savedAt, view, ...(price !== undefined && { price }) };
}

/**
 * Saves sales one at a time and always the newest next, so that an older state never overwrites a
 * newer one.
 */
export function createSaleSaver(outbox: TillOutbox, state: () => Till, onFailure: () => void): () => void {
  let writing = Promise.resolve();
  async function write(): Promise<void> {
    const till = state();
    if (!till.elsewhere) await outbox.saveTill(till);
  }
  return () => {
    writing = writing.then(write).catch(onFailure);
  };
}
