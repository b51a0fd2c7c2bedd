import type { Kysely } from 'kysely';
import { assemble, type Parts } from '../../bff/app/assemble.ts';
import type { Foundation, RunningServer } from '../../bff/app/foundation.ts';
import type { Period } from '../../bff/issuer/port.ts';
import { createAudit } from '../../bff/platform/audit/audit.ts';
import { deriveKeys } from '../../bff/platform/base/keys.ts';
import type { Logger } from '../../bff/platform/base/logging.ts';
import { systemRandom } from '../../bff/platform/base/ports.ts';
import type { Scope } from '../../bff/platform/base/scope.ts';
import { readConfig } from '../../bff/platform/config/config.ts';
import type { Caller } from '../../bff/platform/http/caller.ts';
import type { Readings } from '../../bff/platform/metrics/metrics.ts';
import { migrate } from '../../bff/platform/store/migrate.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { onlyServer, type Servers } from '../../bff/platform/store/servers.ts';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import { createManualClock } from '../clock.ts';
import { createModelIssuer, type ModelIssuer } from '../issuer/model-issuer.ts';
import { scoped } from '../repository/scoped.ts';
import { makeShop, SHOP, whose } from './shops.ts';

export { SHOP };
export const TEST_KEYS = deriveKeys(Buffer.alloc(32, 7));
export const QUIET: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Ana at till 1, and what else a story needs. */
export const ANA: Caller = { shop: SHOP, device: { id: 'till-1', name: 'Till 1' }, person: { id: 'ana', name: 'Ana', role: 'cashier' } };
export const BEN: Caller = { shop: SHOP, device: { id: 'till-2', name: 'Till 2' }, person: { id: 'ben', name: 'Ben', role: 'cashier' } };
/** Mei, the manager, at till 1. */
export const MEI: Caller = { shop: SHOP, device: ANA.device, person: { id: 'mei', name: 'Mei', role: 'manager' } };

/** An empty database in memory with a shop, two tills, two cashiers and a manager. */
export async function openTestStore(): Promise<Kysely<Schema>> {
  const db = openSqlite(':memory:').withPlugin(scoped);
  await migrate(db);
  await seedPeople(db, SHOP);
  return db;
}

/** Makes a shop; the tills and people are the same people in every shop of a database. */
export async function seedPeople(db: Kysely<Schema>, shop: Scope, account?: string): Promise<void> {
  await makeShop(db, shop, null, account);
  for (const { device, person } of [ANA, BEN, MEI]) {
    const enrolled = { secret_hash: device.id, enrolled_at: 0, last_seen_at: null, revoked_at: null };
    await db
      .insertInto('device')
      .values({ ...device, shop, ...enrolled })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const { role, ...named } = person;
    await db
      .insertInto('person')
      .values({ ...named, pin_hash: '', created_at: 0, disabled_at: null })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await db.insertInto('place').values({ shop, person_id: person.id, role }).execute();
  }
}

/** Numbers servers: every new till counts as another server, and the earlier ones as stopped. */
let servers = 0;

export interface TestPartsOptions {
  readonly db?: Kysely<Schema>;
  /** The servers that this one joins; absent for a single server. */
  readonly joins?: Servers;
  readonly safeSecondAttempt?: boolean;
  /** Sends also where nothing is known of the voucher, so that stories of silence have something to settle. */
  readonly redeemUnseen?: boolean;
}

/** The parts of a server, quietly. */
export async function createTestParts({
  db: given,
  issuer,
  clock,
  joins,
  safeSecondAttempt = false,
  redeemUnseen = true,
}: TestPartsOptions & Pick<Foundation, 'issuer' | 'clock'>): Promise<Parts> {
  const db = given ?? (await openTestStore());
  servers += 1;
  return assemble({
    config: readConfig({
      SAFE_SECOND_ATTEMPT: String(safeSecondAttempt),
      REDEEM_UNSEEN: String(redeemUnseen),
      SEARCH_PER_SECOND: '10000',
    }),
    ...whose(),
    db,
    reads: db,
    keys: TEST_KEYS,
    clock,
    random: systemRandom,
    issuer,
    log: QUIET,
    audit: createAudit({ db, keys: TEST_KEYS, clock }),
    servers: joins ?? onlyServer(servers),
    setupCode: '',
    practiceVouchers: null,
    running: RUNNING_ALONE,
  });
}

/** The parts of a server over a model issuer, on a clock that the test moves. */
export async function createTestTill(
  options: TestPartsOptions & { readonly issuer?: ModelIssuer; readonly clock?: ReturnType<typeof createManualClock> } = {},
) {
  const clock = options.clock ?? createManualClock();
  const issuer = options.issuer ?? createModelIssuer({ clock });
  return { ...(await createTestParts({ ...options, issuer, clock })), clock, issuer };
}

/**
 * Starts reading the issuer's rows and searching for unexplained ones, as at the start of a server.
 */
export function startLooking({ upkeep, sweeper }: Pick<Parts, 'upkeep' | 'sweeper'>): void {
  upkeep.start();
  sweeper.start();
}

export async function stopLooking({ upkeep, sweeper }: Pick<Parts, 'upkeep' | 'sweeper'>): Promise<void> {
  await Promise.all([upkeep.stop(), sweeper.stop()]);
}

/**
 * Reads a period of the issuer's search, and searches for unexplained rows. @returns false if the
 * result is uncertain
 */
export async function readAndSweep({ mirror, sweeper }: Pick<Parts, 'mirror' | 'sweeper'>, period: Period): Promise<boolean> {
  const reading = await mirror.readPeriod(period, 'backfill');
  return reading.outcome === 'ended' && (await sweeper.sweepNow());
}

/** A server whose issuer's address answers nothing. */
export const RUNNING_ALONE: RunningServer = {
  env: {},
  address: { merchantBaseUrl: 'http://127.0.0.1:9', merchantClientId: '', merchantClientSecret: '', mid: null, client: null },
  canWrite: () => Promise.resolve(true),
  recentLog: () => '',
  whileStopped: (action) => action(),
  dataKey: () => Buffer.alloc(0),
};

/** Metrics of a server where nothing is open. */
export const NO_READINGS: Readings = {
  open: [],
  closed: null,
  stopped: [{ slug: null, isStopped: false }],
  build: { version: '0', service: 'sandbox', store: 'sqlite', backups: 'off' },
  gauges: [],
};
