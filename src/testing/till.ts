import type { Kysely } from 'kysely';
import { createAudit } from '../bff/audit/audit.ts';
import { deriveKeys } from '../bff/base/keys.ts';
import type { Logger } from '../bff/base/logging.ts';
import { systemRandom } from '../bff/base/ports.ts';
import type { Caller } from '../bff/http/caller.ts';
import { migrate } from '../bff/store/migrate.ts';
import type { Schema } from '../bff/store/schema.ts';
import { onlyServer, type Servers } from '../bff/store/servers.ts';
import { openSqlite } from '../bff/store/sqlite.ts';
import { createVoucherParts } from '../bff/voucher-parts.ts';
import { createManualClock } from './clock.ts';
import { createModelIssuer, type ModelIssuer } from './model-issuer.ts';

export const SHOP = 'main';
export const TEST_KEYS = deriveKeys(Buffer.alloc(32, 7));
export const QUIET: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Ana at till 1, and what else a story needs. */
export const ANA: Caller = { shop: SHOP, device: { id: 'till-1', name: 'Till 1' }, person: { id: 'ana', name: 'Ana', role: 'cashier' } };
export const BEN: Caller = { shop: SHOP, device: { id: 'till-2', name: 'Till 2' }, person: { id: 'ben', name: 'Ben', role: 'cashier' } };
/** Mei, the manager, at till 1. */
export const MEI: Caller = { shop: SHOP, device: ANA.device, person: { id: 'mei', name: 'Mei', role: 'manager' } };

/** An empty database in memory with a shop, two tills, two cashiers and a manager. */
export async function openTestStore(): Promise<Kysely<Schema>> {
  const db = openSqlite(':memory:');
  await migrate(db);
  await seedPeople(db, SHOP);
  return db;
}

/** Makes a shop; the tills and people are the same people in every shop of a database. */
export async function seedPeople(db: Kysely<Schema>, shop: string): Promise<void> {
  await db.insertInto('shop').values({ id: shop, mid: null, created_at: 0 }).execute();
  for (const { device, person } of [ANA, BEN, MEI]) {
    const enrolled = { secret_hash: device.id, enrolled_at: 0, last_seen_at: null, revoked_at: null };
    await db
      .insertInto('device')
      .values({ ...device, shop, ...enrolled })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db
      .insertInto('person')
      .values({ ...person, shop, pin_hash: '', created_at: 0, disabled_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

/** A server's number for tests; every till that is made counts as a server of its own, and the ones before it as gone. */
let servers = 0;

/** The redeeming half of the server over a model issuer, on a clock that the test moves. */
export async function createTestTill(
  options: {
    db?: Kysely<Schema>;
    issuer?: ModelIssuer;
    clock?: ReturnType<typeof createManualClock>;
    servers?: Servers;
    safeSecondAttempt?: boolean;
  } = {},
) {
  const clock = options.clock ?? createManualClock();
  const issuer = options.issuer ?? createModelIssuer({ clock });
  const db = options.db ?? (await openTestStore());
  servers += 1;
  const self = options.servers ?? onlyServer(servers);
  const parts = createVoucherParts({
    shop: SHOP,
    db,
    keys: TEST_KEYS,
    clock,
    random: systemRandom,
    issuer,
    log: QUIET,
    audit: createAudit({ db, keys: TEST_KEYS, clock }),
    currency: 'SGD',
    productBasedValue: 'none',
    settleWindowMs: 210_000,
    safeSecondAttempt: options.safeSecondAttempt ?? false,
    refundScope: 'edr',
    sweepEveryMs: 300_000,
    timeZone: 'Asia/Singapore',
    servers: self,
  });
  return { ...parts, clock, issuer, db, journal: parts.journals.tenders, changes: parts.shared.changes };
}
