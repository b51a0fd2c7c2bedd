import * as z from 'zod/mini';
import { voucherValueSchema } from '../../../contract/money/money.ts';
import { tenderViewSchema } from '../../../contract/redemption/tender.ts';
import { openDeviceDatabase } from '../../api/database.ts';
import { createWishOutbox, type WishOutbox } from '../../wishes/outbox.ts';
import { heldLink } from '../link/held-link.ts';
import type { SaleRow, TillSale } from './sale.ts';
import type { Till } from './till.ts';
import { saleRowOf, type TenderWish, tenderWishSchema } from './wish.ts';

/** A sale without anything redeemable: last four characters and amounts. */
const keptSaleSchema = z.object({
  id: z.string(),
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
  touched: z.optional(z.nullable(z.object({ at: z.number(), by: z.nullable(z.string()) }))),
  completed: z.optional(z.boolean()),
  left: z.optional(z.boolean()),
});

/** A stored sale. `left`: a register's sale came after it. */
export interface KeptSale extends TillSale {
  readonly left: boolean;
}

/**
 * The key of a sale that began at this till. A sale of a register has a key of its own, so that
 * neither overwrites the other.
 */
const ONLY = 'current';
const LINK = 'link ';
const placeOf = ({ id, register }: Pick<TillSale, 'id' | 'register'>) => (register === null ? ONLY : `${LINK}${id}`);

/**
 * Everything this device must not lose: redemptions whose outcome was never shown, and the sale on
 * the screen.
 */
export interface TillOutbox extends WishOutbox<TenderWish> {
  readonly saveSale: (sale: TillSale) => Promise<void>;
  /** The sale of this page; null if none is stored. */
  readonly sale: () => Promise<KeptSale | null>;
}

/** Unfinished sales on this device that registers opened by link. */
export interface LinkShelf {
  readonly links: () => Promise<KeptSale[]>;
  readonly dropLink: (id: string) => Promise<void>;
}

export function createTillOutbox(name = 'tillside'): TillOutbox & LinkShelf {
  const within = openDeviceDatabase(name, (db) => {
    db.createObjectStore('tenders', { keyPath: 'id' });
    db.createObjectStore('sale');
  });
  const tenders = createWishOutbox(within, 'tenders', tenderWishSchema);
  return {
    ...tenders,
    saveSale: async (sale) => {
      const { id, currency, due, doubted, receiptNo, register, touched, completed, rows } = sale;
      const kept = {
        id,
        currency,
        due: { ...due, added: [...due.added] },
        doubted,
        receiptNo,
        register,
        touched,
        completed,
        rows: rows.map(withoutCode),
      };
      await within(async (db) => {
        await db.put('sale', kept, placeOf(sale));
        if (register === null) return;
        const own: unknown = await db.get('sale', ONLY);
        if (typeof own === 'object' && own !== null) await db.put('sale', { ...own, left: true }, ONLY);
      });
    },
    sale: async () => {
      const sale = await within(async (db) => {
        const link = heldLink();
        const asked = link === null ? null : saleIn(await db.get('sale', `${LINK}${link}`));
        return asked ?? saleIn(await db.get('sale', ONLY));
      });
      return sale && withWishes(sale, await tenders.wishes());
    },
    links: async () => {
      const kept: unknown[] = await within((db) => db.getAll('sale'));
      return kept.map(saleIn).filter((sale): sale is KeptSale => sale !== null && sale.register !== null);
    },
    dropLink: (id) => within((db) => db.delete('sale', `${LINK}${id}`)),
  };
}

/** Adds redemptions to a stored sale that were saved before the sale was. */
function withWishes(sale: KeptSale, wishes: readonly TenderWish[]): KeptSale {
  const missing = wishes.filter(
    ({ id, body }) => body.saleId === sale.id && !sale.rows.some(({ tenderId }) => tenderId === id),
  );
  return missing.length === 0 ? sale : { ...sale, rows: [...sale.rows, ...missing.map(saleRowOf)] };
}

/** Parses a stored sale; null if it is invalid. */
function saleIn(value: unknown): KeptSale | null {
  const kept = keptSaleSchema.safeParse(value);
  if (!kept.success) return null;
  const {
    due,
    rows,
    doubted = false,
    receiptNo = null,
    register = null,
    touched = null,
    completed = false,
    left = false,
    ...sale
  } = kept.data;
  const { text = null, units = text !== null } = due;
  const asked = rows.map(({ price, ...row }) => ({
    ...row,
    code: null,
    identities: [],
    ...(price !== undefined && { price }),
  }));
  return {
    ...sale,
    due: { ...due, text: text ?? String(due.current || ''), units },
    doubted,
    receiptNo,
    register,
    touched,
    completed,
    left,
    rows: asked,
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
 * Saves sales one at a time and always the newest next, so that an older one never overwrites it.
 */
export function createSaleKeeper(outbox: TillOutbox, state: () => Till, cannotKeep: () => void): () => void {
  let writing = Promise.resolve();
  async function write(): Promise<void> {
    const { sale, elsewhere } = state();
    if (!elsewhere) await outbox.saveSale(sale);
  }
  return () => {
    writing = writing.then(write).catch(cannotKeep);
  };
}
