import { type Kysely, type Selectable, sql } from 'kysely';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type Printout, printoutStateSchema } from '../contract/printing.ts';

export type PrintoutRow = Selectable<Schema['printout']>;

/** Only unsettled printouts of a device, and those that changed since a time; milliseconds UTC. */
interface OfDevice {
  readonly deviceId: string;
  readonly since: number;
}

const NO_DEVICE: OfDevice = { deviceId: '', since: 0 };

/** Selects printouts: those of a device, those of one printer, or a single one. */
export interface PrintoutQuery {
  readonly shop: Scope;
  readonly id?: string;
  readonly of?: OfDevice;
  readonly limit?: number;
}

/** Newest first. */
export async function listPrintouts(
  db: Kysely<Schema>,
  { shop, id, of, limit = 100 }: PrintoutQuery,
): Promise<Printout[]> {
  const rows = await db
    .selectFrom('printout')
    .innerJoin('printer', 'printer.id', 'printout.printer_id')
    .innerJoin('device', 'device.id', 'printout.device_id')
    .innerJoin('person', 'person.id', 'printout.person_id')
    .select([
      'printout.id',
      'printout.printer_id',
      'printout.what',
      'printout.subject',
      'printout.copy_of',
      'printout.state',
    ])
    .select(['printout.reason', 'printout.created_at', 'printout.changed_at'])
    /* Without the document itself, which is long. */
    .select(sql<number>`case when printout.sealed is null then 0 else 1 end`.as('isKept'))
    .select([
      'printer.name as printer',
      'printer.state as printerState',
      'device.name as device',
      'person.name as person',
    ])
    .$if(id !== undefined, (query) => query.where('printout.id', '=', id ?? ''))
    .$if(of === undefined, (query) => query.where('printout.shop', '=', shop))
    .$if(of !== undefined, (query) =>
      query.where(inShop('printout.shop', shop)).where('printout.id', 'in', recentOf(db, of ?? NO_DEVICE)),
    )
    .orderBy('printout.created_at', 'desc')
    .orderBy('printout.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toView);
}

/** Two queries, because SQLite uses the index of a device for each, and not for both in one. */
function recentOf(db: Kysely<Schema>, { deviceId, since }: OfDevice) {
  const ofDevice = db.selectFrom('printout').select('id').where('device_id', '=', deviceId);
  const unsettled = ofDevice.where('state', 'in', ['queued', 'sending', 'unsure']);
  return unsettled.unionAll(ofDevice.where('state', 'in', printoutStateSchema.options).where('changed_at', '>', since));
}

type PrintoutWithNames = Omit<
  PrintoutRow,
  'shop' | 'device_id' | 'person_id' | 'drawer' | 'asked_hash' | 'sealed' | 'owner'
> &
  Pick<Printout, 'printer' | 'printerState' | 'device' | 'person'> & { readonly isKept: number };

function toView({
  id,
  printer_id,
  copy_of,
  isKept,
  state,
  reason,
  created_at,
  changed_at,
  what,
  subject,
  ...names
}: PrintoutWithNames): Printout {
  return {
    id,
    printerId: printer_id,
    printer: names.printer,
    printerState: names.printerState,
    what,
    subject,
    state,
    reason,
    copyOf: copy_of,
    canAgain: state === 'unsure' && isKept === 1,
    person: names.person,
    device: names.device,
    createdAt: new Date(created_at).toISOString(),
    changedAt: new Date(changed_at).toISOString(),
  };
}
