import { openDB } from 'idb';
import * as z from 'zod/mini';
import { worthSchema } from '../../contract/money.ts';
import { tenderViewSchema } from '../../contract/tender.ts';
import { createWishOutbox, type WishOutbox } from '../wishes/outbox.ts';
import type { Row, Sale } from './sale.ts';
import { type TenderWish, tenderWishSchema } from './wish.ts';

/** A sale without anything that could be redeemed: last four characters and amounts. */
const keptSaleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  // What an older version of this page kept says nothing of a text.
  due: z.object({ added: z.array(z.number()), current: z.number(), text: z.optional(z.nullable(z.string())) }),
  rows: z.array(
    z.object({
      tenderId: z.string(),
      last4: z.string(),
      requested: worthSchema,
      savedAt: z.number(),
      view: z.nullable(tenderViewSchema),
    }),
  ),
});

/** The sale has the database's one place for it. */
const ONLY = 'current';

/** What this device must not forget: redemptions whose outcome was never shown, and the sale on the screen. */
export interface TillOutbox extends WishOutbox<TenderWish> {
  readonly saveSale: (sale: Sale) => Promise<void>;
  /** Null where none was kept. */
  readonly sale: () => Promise<Sale | null>;
}

/** Opens the outbox of the till under `name`. */
export function createTillOutbox(name = 'tillside'): TillOutbox {
  const opened = openDB(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('tenders', { keyPath: 'id' });
      db.createObjectStore('sale');
    },
  });
  return {
    ...createWishOutbox(opened, 'tenders', tenderWishSchema),
    saveSale: async ({ id, currency, due, rows }) => {
      const kept = { id, currency, due: { ...due, added: [...due.added] }, rows: rows.map(withoutCode) };
      await (await opened).put('sale', kept, ONLY);
    },
    sale: async () => {
      const kept = keptSaleSchema.safeParse(await (await opened).get('sale', ONLY));
      if (!kept.success) return null;
      const { due } = kept.data;
      return {
        ...kept.data,
        due: { ...due, text: due.text ?? null },
        rows: kept.data.rows.map((row) => ({ ...row, code: null, identities: [] })),
      };
    },
  };
}

function withoutCode({ tenderId, last4, requested, savedAt, view }: Row): Omit<Row, 'code' | 'identities'> {
  return { tenderId, last4, requested, savedAt, view };
}
