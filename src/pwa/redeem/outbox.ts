import { type DBSchema, openDB } from 'idb';
import * as z from 'zod/mini';
import { worthSchema } from '../../contract/money.ts';
import { type TenderRequest, tenderRequestSchema, tenderViewSchema } from '../../contract/tender.ts';
import { parseCode } from '../../contract/voucher.ts';
import { codeIdentity } from '../scan/gate.ts';
import type { Row, Sale } from './sale.ts';

/** A redemption as it was saved before it was sent. It holds the ref, so it stays only until its outcome was shown. */
const keptSchema = z.object({ id: z.string(), body: tenderRequestSchema, last4: z.string(), requested: worthSchema, savedAt: z.number() });
export type Kept = z.infer<typeof keptSchema>;

/** A sale without anything that could be redeemed: last four characters and amounts. */
const keptSaleSchema = z.object({
  id: z.string(),
  currency: z.string(),
  due: z.object({ added: z.array(z.number()), current: z.number() }),
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

interface Stores extends DBSchema {
  tenders: { key: string; value: Kept };
  sale: { key: 'current'; value: z.infer<typeof keptSaleSchema> };
}

/** What this device must not forget: redemptions under way, and the sale on the screen. Every tab of the device shares it. */
export interface Outbox {
  /** Resolves when the redemption is on the disk (`durability: 'strict'`); only then may it be sent. */
  readonly save: (kept: Kept) => Promise<void>;
  readonly remove: (id: string) => Promise<void>;
  /** Redemptions whose outcome was never shown, oldest first, as rows that can be followed. */
  readonly rows: () => Promise<Row[]>;
  readonly saveSale: (sale: Sale) => Promise<void>;
  readonly sale: () => Promise<Sale | null>;
}

/** Opens the outbox in IndexedDB under `name`. */
export function createOutbox(name = 'tillside'): Outbox {
  const opened = openDB<Stores>(name, 1, {
    upgrade: (db) => {
      db.createObjectStore('tenders', { keyPath: 'id' });
      db.createObjectStore('sale');
    },
  });
  return {
    save: async (kept) => {
      const transaction = (await opened).transaction('tenders', 'readwrite', { durability: 'strict' });
      await Promise.all([transaction.store.put(kept), transaction.done]);
    },
    remove: async (id) => (await opened).delete('tenders', id),
    rows: async () => {
      const all = await (await opened).getAll('tenders');
      return all.sort((a, b) => a.savedAt - b.savedAt).map((value) => rowOf(keptSchema.parse(value)));
    },
    saveSale: async ({ id, currency, due, rows }) => {
      const kept = { id, currency, due: { added: [...due.added], current: due.current }, rows: rows.map(withoutCode) };
      await (await opened).put('sale', kept, 'current');
    },
    sale: async () => {
      const kept = keptSaleSchema.safeParse(await (await opened).get('sale', 'current'));
      if (!kept.success) return null;
      return { ...kept.data, rows: kept.data.rows.map((row) => ({ ...row, code: null, identities: [] })) };
    },
  };
}

/** The copy of a redemption that is saved before it is sent. */
export function keptOf(row: Row, body: TenderRequest): Kept {
  return { id: row.tenderId, body, last4: row.last4, requested: row.requested, savedAt: row.savedAt };
}

function withoutCode({ tenderId, last4, requested, savedAt, view }: Row): Omit<Row, 'code' | 'identities'> {
  return { tenderId, last4, requested, savedAt, view };
}

function rowOf({ id, body, last4, requested, savedAt }: Kept): Row {
  const parsed = parseCode(body.code);
  const identities = parsed.kind === 'refused' ? [] : [codeIdentity(parsed)];
  return { tenderId: id, last4, requested, code: body.code, identities, savedAt, view: null };
}
