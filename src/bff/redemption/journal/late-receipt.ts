import { type RawBuilder, sql } from 'kysely';

/**
 * Selects the register's number of a tender's sale: its own, or one that was assigned after the
 * sale's vouchers were redeemed.
 */
export function receiptNumberOf(tender: 'tender' | 'refunded'): RawBuilder<string | null> {
  const column = (name: string) => sql.ref(`${tender}.${name}`);
  const late = sql`select receipt_no from sale_receipt where sale_receipt.sale_id = ${column('sale_id')}`;
  return sql<string | null>`coalesce(${column('receipt_no')}, (${late}))`;
}
