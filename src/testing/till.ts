import type { Kysely } from 'kysely';
import { createCheck } from '../bff/check/check.ts';
import { createSnapshots } from '../bff/check/snapshots.ts';
import { createWrongCodes } from '../bff/check/wrong-codes.ts';
import type { Caller } from '../bff/http/caller.ts';
import { migrate } from '../bff/journal/migrate.ts';
import type { Schema } from '../bff/journal/schema.ts';
import { openSqlite } from '../bff/journal/sqlite.ts';
import { createJournal } from '../bff/journal/tender-journal.ts';
import { deriveKeys } from '../bff/keys.ts';
import type { Logger } from '../bff/logging.ts';
import { createSettler } from '../bff/settle/settler.ts';
import { createTenders } from '../bff/tender/tenders.ts';
import { createManualClock } from './clock.ts';
import { createModelIssuer, type ModelIssuer } from './model-issuer.ts';

export const SHOP = 'main';
export const TEST_KEYS = deriveKeys(Buffer.alloc(32, 7));
const QUIET: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Ana at till 1, and what else a story needs. */
export const ANA: Caller = { shop: SHOP, device: { id: 'till-1', name: 'Till 1' }, person: { id: 'ana', name: 'Ana', role: 'cashier' } };
export const BEN: Caller = { shop: SHOP, device: { id: 'till-2', name: 'Till 2' }, person: { id: 'ben', name: 'Ben', role: 'cashier' } };

/** An empty database in memory with a shop, two tills and two cashiers. */
export async function openTestStore(): Promise<Kysely<Schema>> {
  const db = openSqlite(':memory:');
  await migrate(db);
  await db.insertInto('shop').values({ id: SHOP, mid: null, created_at: 0 }).execute();
  for (const { device, person } of [ANA, BEN]) {
    const enrolled = { secret_hash: device.id, enrolled_at: 0, last_seen_at: null, revoked_at: null };
    await db
      .insertInto('device')
      .values({ ...device, shop: SHOP, ...enrolled })
      .execute();
    await db
      .insertInto('person')
      .values({ ...person, shop: SHOP, pin_hash: '', created_at: 0, disabled_at: null })
      .execute();
  }
  return db;
}

/** The redeeming half of the server over a model issuer, on a clock that the test moves. */
export async function createTestTill(
  options: { db?: Kysely<Schema>; issuer?: ModelIssuer; clock?: ReturnType<typeof createManualClock> } = {},
) {
  const clock = options.clock ?? createManualClock();
  const issuer = options.issuer ?? createModelIssuer({ clock });
  const db = options.db ?? (await openTestStore());
  const journal = createJournal({ db, keys: TEST_KEYS, clock });
  const shared = {
    journal,
    issuer,
    clock,
    snapshots: createSnapshots({ issuer, clock }),
    wrongCodes: createWrongCodes({ clock }),
    log: QUIET,
  };
  const settler = createSettler({ ...shared, shop: SHOP, settleWindowMs: 210_000 });
  const tenders = createTenders({ ...shared, settler, currency: 'SGD', productBasedValue: 'none' });
  return { clock, issuer, db, journal, settler, tenders, check: createCheck(shared) };
}
