import { openDB } from 'idb';
import * as z from 'zod/mini';
import { worthSchema } from '../../../contract/money.ts';
import { tenderViewSchema } from '../../../contract/tender.ts';
import { databaseName } from '../../api/in-frame.ts';
import { createWishOutbox, type WishOutbox } from '../../wishes/outbox.ts';
import { heldLink } from '../link/held-link.ts';
import type { Row, Sale } from './sale.ts';
import { type TenderWish, tenderWishSchema } from './wish.ts';

/** A sale without anything that could be redeemed: last four characters and amounts. */
const keptSaleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  // What an older version of this page kept says less: of the text, of a doubt.
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
      requested: worthSchema,
      savedAt: z.number(),
      view: z.nullable(tenderViewSchema),
    }),
  ),
  // Nor of a receipt number, or of a register that asked.
  receiptNo: z.optional(z.nullable(z.string())),
  register: z.optional(z.nullable(z.object({ name: z.string(), origin: z.string() }))),
});

/**
 * A sale that began at this till has the one place for it; one that a register asked for has its
 * own, so that neither is written over the other.
 */
const ONLY = 'current';
const LINK = 'link ';
const placeOf = ({ id, register }: Pick<Sale, 'id' | 'register'>) => (register === null ? ONLY : `${LINK}${id}`);

/**
 * What this device must not forget: redemptions whose outcome was never shown, and the sale on the
 * screen.
 */
export interface TillOutbox extends WishOutbox<TenderWish> {
  readonly saveSale: (sale: Sale) => Promise<void>;
  /** The sale that this page is about; null where none was kept. */
  readonly sale: () => Promise<Sale | null>;
}

/** Sales that registers asked for by link and that are not finished on this device. */
export interface LinkShelf {
  readonly links: () => Promise<Sale[]>;
  readonly dropLink: (id: string) => Promise<void>;
}

/** Opens the outbox of the till under `name`. */
export function createTillOutbox(name = 'tillside'): TillOutbox & LinkShelf {
  const opened = openDB(databaseName(name), 1, {
    upgrade: (db) => {
      db.createObjectStore('tenders', { keyPath: 'id' });
      db.createObjectStore('sale');
    },
  });
  return {
    ...createWishOutbox(opened, 'tenders', tenderWishSchema),
    saveSale: async (sale) => {
      const { id, currency, due, doubted, receiptNo, register, rows } = sale;
      const kept = {
        id,
        currency,
        due: { ...due, added: [...due.added] },
        doubted,
        receiptNo,
        register,
        rows: rows.map(withoutCode),
      };
      await (await opened).put('sale', kept, placeOf(sale));
    },
    sale: async () => {
      const database = await opened;
      const link = heldLink();
      const asked = link === null ? null : saleIn(await database.get('sale', `${LINK}${link}`));
      return asked ?? saleIn(await database.get('sale', ONLY));
    },
    links: async () => {
      const kept: unknown[] = await (await opened).getAll('sale');
      return kept.map(saleIn).filter((sale): sale is Sale => sale !== null && sale.register !== null);
    },
    dropLink: async (id) => (await opened).delete('sale', `${LINK}${id}`),
  };
}

/** A sale as it was kept; null for what is none. */
function saleIn(value: unknown): Sale | null {
  const kept = keptSaleSchema.safeParse(value);
  if (!kept.success) return null;
  const { due, rows, doubted = false, receiptNo = null, register = null, ...sale } = kept.data;
  const { text = null, units = text !== null } = due;
  const asked = rows.map((row) => ({ ...row, code: null, identities: [] }));
  return {
    ...sale,
    due: { ...due, text: text ?? String(due.current || ''), units },
    doubted,
    receiptNo,
    register,
    rows: asked,
  };
}

function withoutCode({ tenderId, last4, requested, savedAt, view }: Row): Omit<Row, 'code' | 'identities'> {
  return { tenderId, last4, requested, savedAt, view };
}
