import * as z from 'zod/mini';
import { LIMITS } from '../../../contract/access/limits.ts';
import { saleDueSchema } from '../../../contract/redemption/sale.ts';
import { openDeviceDatabase } from '../../api/database.ts';
import { isOfPageShop, pageShop } from '../../api/page-shop.ts';

const storedReportSchema = z.object({
  /** The id of the sale. */
  id: z.string(),
  body: saleDueSchema,
  /** Milliseconds since the epoch. */
  savedAt: z.number(),
  shop: z.optional(z.string()),
  /** True once the server has it, or has refused it for good. A restored server may lack it. */
  sent: z.boolean(),
});
export type StoredReport = z.infer<typeof storedReportSchema>;

/** The latest report of each of the last sales of this device, in all tabs. */
export interface DueOutbox {
  /** Saves a report unless a later one of its sale is stored. */
  readonly save: (report: StoredReport) => Promise<void>;
  /** Those of this shop, oldest first. */
  readonly reports: () => Promise<StoredReport[]>;
}

const STORE = 'reports';

/**
 * Opens the outbox. It has a database of its own, and its reports do not count as operations: no
 * money depends on them.
 */
export function createDueOutbox(database: string): DueOutbox {
  const within = openDeviceDatabase(database, (db) => void db.createObjectStore(STORE, { keyPath: 'id' }));
  return {
    save: (report) =>
      within(async (db) => {
        const { store, done } = db.transaction(STORE, 'readwrite');
        const stored = readAll(await store.getAll());
        const before = stored.find(({ id }) => id === report.id);
        if (before === undefined || before.body.revision <= report.body.revision)
          await store.put({ ...report, shop: pageShop() });
        const sent = stored.filter((one) => one.sent && one.id !== report.id).slice(0, -LIMITS.mineMax);
        await Promise.all(sent.map(({ id }) => store.delete(id)));
        await done;
      }),
    reports: () => within(async (db) => readAll(await db.getAll(STORE)).filter(isOfPageShop)),
  };
}

/** Reports of other versions in another format are left out. */
function readAll(stored: readonly unknown[]): StoredReport[] {
  return stored
    .flatMap((one) => storedReportSchema.safeParse(one).data ?? [])
    .toSorted((a, b) => a.savedAt - b.savedAt);
}
