import type { Transaction } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { LIMITS } from '../../../contract/access/limits.ts';
import { REDEEMED_STATES } from '../../../contract/redemption/tender.ts';
import {
  type AgainRequest,
  DOTS,
  type Printout,
  type PrintoutRequest,
  type Raster,
  rasterSchema,
} from '../contract/printing.ts';
import { DRAWER_WITHIN_MS } from './limits.ts';
import type { PrintoutRow } from './printout-list.ts';
import type { PrintoutStore } from './printout-store.ts';
import { printoutIdUsed, printoutMoved, voucherByManager, wrongWidth } from './problems.ts';
import type { Queue } from './queue.ts';
import { assertQueueSpace } from './queue-space.ts';
import { dotsOf, packRaster, stackDots } from './raster.ts';
import type { SeenBy } from './seen-by.ts';

export interface PrintRequestsDeps extends Pick<Ports, 'db' | 'clock' | 'servers' | 'audit'> {
  readonly keys: Pick<Keys, 'seal' | 'open' | 'hash'>;
  readonly seenBy: SeenBy;
  readonly printouts: PrintoutStore;
  readonly queue: Pick<Queue, 'nudge'>;
}

type New = Pick<PrintoutRow, 'id' | 'printer_id' | 'what' | 'subject' | 'copy_of' | 'drawer' | 'asked_hash' | 'sealed'>;

/** Adds documents to the queue, once for each id, however often the request is repeated. */
export function createPrintRequests({ db, keys, clock, servers, audit, seenBy, printouts, queue }: PrintRequestsDeps) {
  const { find, view, own, printerOf } = seenBy;

  /**
   * Returns true if the id is known. @throws Problem 409 `id-used` if it was used for something
   * else
   */
  async function isRepeated(id: string, shop: Scope, hash: string): Promise<boolean> {
    const before = await find(id);
    if (before && (before.shop !== shop || before.asked_hash !== hash)) throw printoutIdUsed();
    return before !== undefined;
  }

  async function insert(tx: Transaction<Schema>, { shop, device, person }: Caller, printout: New): Promise<boolean> {
    await assertQueueSpace(tx, {
      shop,
      deviceId: device.id,
      printerId: printout.printer_id,
      bytes: printout.sealed?.length ?? 0,
    });
    const now = clock.now();
    const by = {
      shop,
      device_id: device.id,
      person_id: person.id,
      owner: servers.id,
      created_at: now,
      changed_at: now,
    };
    const inserted = await tx
      .insertInto('printout')
      .values({ ...printout, ...by, state: 'queued', reason: null })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    return inserted.numInsertedOrUpdatedRows === 1n;
  }

  async function startPrintout(
    caller: Caller,
    { id, printer_id }: Pick<PrintoutRow, 'id' | 'printer_id'>,
  ): Promise<Printout> {
    await printouts.tell(id);
    queue.nudge(printer_id);
    return view(caller.shop, id);
  }

  async function put(caller: Caller, id: string, request: PrintoutRequest): Promise<Printout> {
    const { shop } = caller;
    const hash = keys.hash(`printout ${JSON.stringify(request)}`);
    if (await isRepeated(id, shop, hash)) return view(shop, id);
    const printer = await printerOf(shop, request.printerId);
    const { what, subject, raster } = request;
    if (DOTS[printer.width] !== raster.width) throw wrongWidth();
    dotsOf(raster);
    const common = { id, printer_id: printer.id, what, subject, copy_of: null, asked_hash: hash };
    const isNew = await exclusively(db, 'printing', async (tx) => {
      const mayOpen = request.drawer && printer.drawer === 1 && what === 'receipt';
      const drawer = mayOpen && (await isNewSale(tx, caller, subject, clock.now()));
      const printout = { ...common, drawer: drawer ? 1 : 0 };
      const isInserted = await insert(tx, caller, { ...printout, sealed: keys.seal(JSON.stringify(raster)) });
      const details = { printer: printer.name, ...(subject !== null && { about: subject }) };
      if (isInserted && drawer)
        await audit.write({ by: caller, action: 'printer.drawer-opened', subject: printer.id, details }, tx);
      return isInserted;
    });
    if (!isNew) await isRepeated(id, shop, hash);
    return startPrintout(caller, common);
  }

  async function again(caller: Caller, id: string, request: AgainRequest): Promise<Printout> {
    const hash = keys.hash(`again ${id} ${JSON.stringify(request)}`);
    if (await isRepeated(request.id, caller.shop, hash)) return view(caller.shop, request.id);
    const before = await own(caller, id);
    const printer = await printerOf(caller.shop, before.printer_id);
    if (before.what === 'voucher') throw voucherByManager();
    if (before.state !== 'unsure' || before.sealed === null) throw printoutMoved();
    const first = rasterSchema.parse(JSON.parse(keys.open(before.sealed)));
    const { what, subject, printer_id } = before;
    const sealed = keys.seal(JSON.stringify(await markedRaster(request.mark, first, DOTS[printer.width])));
    const printout = { id: request.id, printer_id, what, subject, copy_of: id, drawer: 0, asked_hash: hash, sealed };
    await db.transaction().execute(async (tx) => {
      /* The repeat removes the old document, so only one of several concurrent requests creates a
         copy. */
      const { numUpdatedRows } = await tx
        .updateTable('printout')
        .set({ sealed: null, state: 'repeated', changed_at: clock.now() })
        .where('id', '=', id)
        .where('state', '=', 'unsure')
        .executeTakeFirst();
      if (numUpdatedRows !== 1n || !(await insert(tx, caller, printout))) throw printoutMoved();
      const details = { printer: printer.name, paper: what, ...(subject !== null && { about: subject }) };
      await audit.write({ by: caller, action: 'printer.printed-again', subject: printer.id, details }, tx);
    });
    return startPrintout(caller, printout);
  }

  return { put, again };
}

/** Puts a mark above a document. @throws Problem 409 `paper-width` if they do not fit */
function markedRaster(markRaster: Raster, document: Raster, width: number): Promise<Raster> {
  const mark = dotsOf(markRaster);
  const first = dotsOf(document);
  if (mark.width !== first.width || first.width !== width) throw wrongWidth();
  if (mark.rows + first.rows > LIMITS.rasterRowsMax) throw wrongWidth();
  return packRaster(stackDots(mark, first));
}

/**
 * True if a document is the first one about a redemption on this device within the last minutes:
 * the drawer opens only for that document.
 */
async function isNewSale(
  tx: Transaction<Schema>,
  { shop, device }: Caller,
  subject: string | null,
  now: number,
): Promise<boolean> {
  if (subject === null) return false;
  const sale = await tx
    .selectFrom('operation')
    .select('id')
    .where('id', '=', subject)
    .where('shop', '=', shop)
    .where('kind', '=', 'tender')
    .where('device_id', '=', device.id)
    .where('state', 'in', REDEEMED_STATES)
    .where('changed_at', '>', now - DRAWER_WITHIN_MS)
    .executeTakeFirst();
  if (!sale) return false;
  const opened = await tx
    .selectFrom('printout')
    .select('id')
    .where('subject', '=', subject)
    .where('drawer', '=', 1)
    .executeTakeFirst();
  return !opened;
}
