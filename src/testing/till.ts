import type { Kysely } from 'kysely';
import { createApproval } from '../bff/activation/approval.ts';
import { createAttention } from '../bff/attention/attention.ts';
import { orphanSource } from '../bff/attention/orphans.ts';
import { refundSource } from '../bff/attention/refunds.ts';
import { tenderSource } from '../bff/attention/tenders.ts';
import { createAudit } from '../bff/audit/audit.ts';
import { createCheck } from '../bff/check/check.ts';
import { createSnapshots } from '../bff/check/snapshots.ts';
import { createWrongCodes } from '../bff/check/wrong-codes.ts';
import type { Caller } from '../bff/http/caller.ts';
import { createChanges } from '../bff/journal/changes.ts';
import { createJournals } from '../bff/journal/journals.ts';
import { migrate } from '../bff/journal/migrate.ts';
import { latestRefundScope } from '../bff/journal/refund-scope.ts';
import type { Schema } from '../bff/journal/schema.ts';
import { onlyServer, type Servers } from '../bff/journal/servers.ts';
import { openSqlite } from '../bff/journal/sqlite.ts';
import { deriveKeys } from '../bff/keys.ts';
import type { Logger } from '../bff/logging.ts';
import { createGuessing } from '../bff/people/guessing.ts';
import { createPinCheck } from '../bff/people/pin-check.ts';
import { createPins } from '../bff/people/pins.ts';
import { systemRandom } from '../bff/ports.ts';
import { createRefundAttempt } from '../bff/refund/attempt.ts';
import { createGiveBack } from '../bff/refund/give-back.ts';
import { createRefunds } from '../bff/refund/refunds.ts';
import { createSettings } from '../bff/settings/settings.ts';
import { refundCases } from '../bff/settle/refund-case.ts';
import { createSettler } from '../bff/settle/settler.ts';
import { createSweeper } from '../bff/settle/sweeper.ts';
import { tenderCases } from '../bff/settle/tender-case.ts';
import { createStock } from '../bff/stock.ts';
import { createAttempt } from '../bff/tender/attempt.ts';
import { createTenders } from '../bff/tender/tenders.ts';
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
  const changes = createChanges({ servers: self, log: QUIET });
  const journals = createJournals({ db, keys: TEST_KEYS, clock, servers: self, changes });
  const journal = journals.tenders;
  const { refunds: refundJournal, orphans } = journals;
  const random = systemRandom;
  const audit = createAudit({ db, keys: TEST_KEYS, clock });
  const shared = { shop: SHOP, audit, journal, issuer, clock, random, log: QUIET, changes, settleWindowMs: 210_000 };
  const snapshots = createSnapshots({ issuer, clock });
  const wrongCodes = createWrongCodes({ clock });
  const attempt = createAttempt(shared);
  const cases = tenderCases({ ...shared, attempt, safeSecondAttempt: options.safeSecondAttempt ?? false });
  const checkPin = createPinCheck({
    db,
    pins: createPins(TEST_KEYS.pepper),
    guessing: createGuessing({ db, clock }),
    audit,
    refused: 'pin.refused',
  });
  const approve = createApproval({ settings: createSettings({ db, clock, audit }), checkPin, audit });
  const stock = createStock({
    ...shared,
    approve,
    journals,
    currency: 'SGD',
    serverId: self.id,
    watch: (kind, id) => settler.watch(kind, id),
  });
  const kinds = [cases, refundCases({ ...shared, refunds: refundJournal }), ...stock.cases];
  const settler = createSettler({ kinds, servers: self, clock, log: QUIET });
  const tenders = createTenders({ ...shared, attempt, snapshots, wrongCodes, settler, currency: 'SGD', productBasedValue: 'none' });
  const refunds = createRefunds({
    ...shared,
    refunds: refundJournal,
    attempt: createRefundAttempt({ ...shared, refunds: refundJournal }),
    snapshots,
    settler,
    learnedScope: () => latestRefundScope(db),
    refundScope: 'edr',
  });
  const sweeper = createSweeper({ ...shared, refunds: refundJournal, orphans, timeZone: 'Asia/Singapore', sweepEveryMs: 300_000 });
  const attention = createAttention([
    tenderSource({ ...shared, refunds: refundJournal, giveBack: createGiveBack(refunds, random) }),
    refundSource({ ...shared, refunds: refundJournal }),
    orphanSource({ shop: SHOP, orphans }),
    ...stock.sources,
  ]);
  const check = createCheck({ ...shared, snapshots, wrongCodes });
  return { clock, issuer, db, journal, journals, changes, settler, tenders, refunds, sweeper, attention, check, stock };
}
