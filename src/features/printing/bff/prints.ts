import type { Transaction } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Gate } from '../../../bff/redemption/recovery/gate.ts';
import type { DocumentPrint, DocumentPrintRequest } from '../contract/printing.ts';
import { printoutIdUsed } from './problems.ts';

interface PrintsDeps extends Pick<Ports, 'db' | 'clock'> {
  readonly gate: Pick<Gate, 'mayLackFacts'>;
}

export interface Prints {
  /**
   * Records a print of a document by this device, before it begins, and returns whether it is a
   * copy. The id is that of its printout, if it gets one. The same id again returns the same.
   * @throws Problem 409 `id-used`
   */
  put(caller: Caller, id: string, request: DocumentPrintRequest): Promise<DocumentPrint>;
}

/** States of printouts without a printed part. */
const UNPRINTED = ['failed', 'cancelled'] as const;

export function createPrints({ db, clock, gate }: PrintsDeps): Prints {
  /** True if the document was printed before, by any device, or perhaps before a restore. */
  async function isCopy(
    tx: Transaction<Schema>,
    { shop }: Caller,
    id: string,
    request: DocumentPrintRequest,
  ): Promise<boolean> {
    const { what, subject } = request;
    const recorded = await tx
      .selectFrom('document_print')
      .leftJoin('printout', 'printout.id', 'document_print.id')
      .select('document_print.id')
      .where('document_print.shop', '=', shop)
      .where('document_print.what', '=', what)
      .where('document_print.subject', '=', subject)
      .where((or) => or.or([or('printout.state', 'is', null), or('printout.state', 'not in', UNPRINTED)]))
      .executeTakeFirst();
    const printout = await tx
      .selectFrom('printout')
      .select('id')
      .where('shop', '=', shop)
      .where('what', '=', what)
      .where('subject', '=', subject)
      .where('id', '!=', id)
      .where('state', 'not in', UNPRINTED)
      .executeTakeFirst();
    if (recorded || printout) return true;
    const operation = await tx
      .selectFrom('operation')
      .select('created_at')
      .where('id', '=', subject)
      .where('shop', '=', shop)
      .executeTakeFirst();
    return operation !== undefined && gate.mayLackFacts({ createdAt: operation.created_at });
  }

  return {
    put: (caller, id, request) =>
      exclusively(db, 'printing', async (tx) => {
        const { shop, device, person } = caller;
        const { what, subject } = request;
        const before = await tx
          .selectFrom('document_print')
          .selectAll()
          .where('id', '=', id)
          .where('shop', '=', shop)
          .executeTakeFirst();
        if (before) {
          if (before.what !== what || before.subject !== subject) throw printoutIdUsed();
          return { isCopy: before.is_copy === 1 };
        }
        const copy = await isCopy(tx, caller, id, request);
        const by = { shop, device_id: device.id, person_id: person.id };
        const row = { id, ...by, what, subject, is_copy: copy ? 1 : 0, at: clock.now() };
        const { numInsertedOrUpdatedRows } = await tx
          .insertInto('document_print')
          .values(row)
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirst();
        if (numInsertedOrUpdatedRows !== 1n) throw printoutIdUsed();
        return { isCopy: copy };
      }),
  };
}
