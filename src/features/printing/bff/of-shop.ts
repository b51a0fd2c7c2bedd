import type { Kysely } from 'kysely';
import type { Finding, SentPrintout } from '../../../bff/app/feature-hooks.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { DocumentKind } from '../../../contract/platform/document-kind.ts';
import type { Printers } from './printers.ts';

export async function printerFindings(printers: Pick<Printers, 'list'>, shop: Scope): Promise<Finding[]> {
  const listed = await printers.list(shop);
  return listed.map(({ name, state }) => ({
    ok: state === 'ready' || state === 'unknown',
    subject: 'printer',
    message: `${name}: ${state}`,
  }));
}

/** Returns the names of printers by the devices that use them. */
export async function printersOfDevices(db: Kysely<Schema>, shop: Scope): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('device_printer')
    .innerJoin('printer', 'printer.id', 'device_printer.printer_id')
    .select(['device_printer.device_id', 'printer.name'])
    .where('printer.shop', '=', shop)
    .execute();
  return new Map(rows.map(({ device_id, name }) => [device_id, name]));
}

/** Returns the documents of one kind that were sent to printers. */
export async function sentPrintoutsOf(
  db: Kysely<Schema>,
  shop: Scope,
  { what, subjects }: { readonly what: DocumentKind; readonly subjects: readonly string[] },
): Promise<SentPrintout[]> {
  const rows = await db
    .selectFrom('printout')
    .select(['subject', 'state', 'created_at'])
    .where('subject', 'in', subjects)
    .where('what', '=', what)
    .where(inShop('shop', shop))
    .execute();
  return rows.map(({ subject, state, created_at }) => ({
    subject: subject ?? '',
    at: created_at,
    isFailed: state === 'failed' || state === 'cancelled',
  }));
}
