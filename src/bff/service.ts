import { accessSync, constants, mkdirSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createApp, SHOP } from './app.ts';
import { createAudit } from './audit/audit.ts';
import { beginTrail } from './audit/begin.ts';
import { deriveKeys, type Keys } from './base/keys.ts';
import { describeError, errorCode, type Logger } from './base/logging.ts';
import { systemClock, systemRandom } from './base/ports.ts';
import { type Config, type IssuerAddress, sandboxDirectory } from './config.ts';
import { keepDataKey, loadDataKey } from './data-key.ts';
import type { Fetch } from './http/listen.ts';
import { createHttpIssuer } from './issuer/http.ts';
import { createMetrics } from './metrics/metrics.ts';
import { assertNoted, noteJournal, readNoted } from './noted-journal.ts';
import { openStore, type Store } from './open-store.ts';
import { makeCode } from './people/codes.ts';
import { assertKindOfJournal } from './people/practice.ts';
import { SETUP_CODE_CHARACTERS } from './people/setup.ts';
import { settingsNoted } from './settings-noted.ts';
import { type Begun, lookForJournal, takeJournalId } from './store/begun.ts';
import { assertKeyOf } from './store/key-check.ts';
import type { Schema } from './store/schema.ts';
import { createVouchers } from './vouchers.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Folder of the built pages; need not exist. */
  readonly pages: string;
}

/** A running server without a socket. */
export interface Service {
  readonly fetch: Fetch;
  /** What a person types for the first set-up; null once that is done. */
  readonly setupCode: string | null;
  /** From here on it says that it is not ready, so that nobody sends new work. */
  drain(): void;
  /** Ends what runs beside requests, then closes the store. */
  close(): Promise<void>;
}

/**
 * Puts the server together: keys, store, voucher service, what the last stop left open, routes.
 * @throws Error in words for whoever starts it
 */
export async function startService({ config, log, pages }: ServiceOptions): Promise<Service> {
  if (usesDataDir(config)) makeDataDir(config.dataDir);
  const { store, keys } = await openOwnStore(config, log);
  const { db, servers } = store;
  const sandbox = config.remote
    ? null
    : await startSandbox({ directory: sandboxDirectory(config), transactions: config.sandboxTransactions });
  if (sandbox) await knowMid(db, practiceAddress(sandbox).mid);
  const metrics = createMetrics();
  const issuer = createHttpIssuer({
    config: { ...config.terms, ...(config.remote ?? practiceAddress(sandbox)) },
    clock: systemClock,
    log: metrics.counting(log),
  });
  const audit = createAudit({ db, keys, clock: systemClock });
  await beginTrail(db, audit, SHOP, settingsNoted(config));
  const vouchers = createVouchers({
    shop: SHOP,
    db,
    keys,
    clock: systemClock,
    random: systemRandom,
    issuer,
    log,
    audit,
    metrics,
    currency: config.terms.currency,
    productBasedValue: config.terms.productBasedValue,
    settleWindowMs: config.settleWindowMs,
    safeSecondAttempt: config.safeSecondAttempt,
    refundScope: config.refundScope,
    sweepEveryMs: config.sweepEveryMs,
    timeZone: config.terms.timeZone,
    servers,
  });
  const setupCode = config.setupCode ?? makeCode(systemRandom, SETUP_CODE_CHARACTERS);
  let draining = false;

  const app = createApp({
    config,
    store: store.kind,
    db,
    keys,
    clock: systemClock,
    random: systemRandom,
    log,
    audit,
    metrics,
    setupCode,
    practiceVouchers: sandbox && (() => sandbox.practiceVouchers()),
    pages,
    ready: async () => !draining && (await canWrite(db, log)),
    voucherRoutes: (router) => vouchers.routes(router),
  });
  await vouchers.recover();
  await app.preparePractice?.();

  return {
    fetch: (request, connection) => app.http.fetch(request, connection),
    setupCode: (await app.isSetUp()) ? null : setupCode,
    drain() {
      draining = true;
      vouchers.endStreams();
    },
    async close() {
      draining = true;
      await vouchers.close();
      await issuer.close();
      await sandbox?.close();
      await store.close();
    },
  };
}

/** A server of a shared database that is given its key and speaks to a real voucher service keeps nothing of its own that it could not do without. */
function usesDataDir({ databaseUrl, dataKey, remote }: Config): boolean {
  return databaseUrl === null || dataKey === null || remote === null;
}

/** Makes the data folder, for its owner alone; a folder that cannot be written would only fail at the first redemption. */
function makeDataDir(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new Error(`DATA_DIR is no folder that can be written: ${errorCode(error) ?? 'unknown reason'}`, { cause: error });
  }
}

/**
 * Opens the store and makes sure that it is this shop's, of the same kind of voucher service, under the same key, and the journal that the
 * data folder knows. The order of the first start lets it be cut off anywhere: a new key is on the disk before the mark in the database that
 * it leaves, and only then the folder says that there is a journal.
 */
async function openOwnStore(config: Config, log: Logger): Promise<{ store: Store; keys: Keys }> {
  const { dataDir } = config;
  const noted = readNoted(dataDir);
  const check = (found: Begun) => assertNoted(noted, found, config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL');
  const store = await openStore({ config, clock: systemClock, random: systemRandom, log, check });
  try {
    const { db } = store;
    await assertKindOfJournal(db, config.service, store.setting);
    const keys = deriveKeys(config.dataKey ?? loadDataKey(dataDir, (await lookForJournal(db)).begun));
    await assertKeyOf(db, keys);
    const id = await takeJournalId(db, noted.id ?? systemRandom.uuid());
    if (config.dataKey === null) keepDataKey(dataDir);
    check({ begun: true, id });
    if (noted.id === null) tryToNote(dataDir, id, log);
    await ensureShop(store, config.remote?.mid ?? null);
    return { store, keys };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** A server that keeps nothing else in its data folder may have none that can be written, and starts all the same. */
function tryToNote(directory: string, id: string, log: Logger): void {
  try {
    noteJournal(directory, id);
  } catch (error) {
    log.warn(describeError(error), 'DATA_DIR cannot note which journal is used: a lost or swapped one would not be noticed');
  }
}

/** One journal per merchant id: a configured one has to be the one that this journal was begun with, or learned. */
async function ensureShop({ db, setting }: Store, mid: string | null): Promise<void> {
  await db
    .insertInto('shop')
    .values({ id: SHOP, mid, created_at: systemClock.now() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (mid === null) return;
  await db.updateTable('shop').set({ mid }).where('id', '=', SHOP).where('mid', 'is', null).execute();
  const shop = await db.selectFrom('shop').select('mid').where('id', '=', SHOP).executeTakeFirst();
  if (shop?.mid !== mid) throw new Error(`MERCHANT_MID is not the merchant id of the journal in ${setting}: choose another`);
}

/** The embedded voucher service says at once which shop is ours, so that its transactions can be listed before the first redemption. */
async function knowMid(db: Kysely<Schema>, mid: string | null): Promise<void> {
  await db.updateTable('shop').set({ mid }).where('id', '=', SHOP).where('mid', 'is', null).execute();
}

/** The first practice shop of the embedded voucher service. */
export function practiceAddress(sandbox: Sandbox | null): IssuerAddress {
  const shop = sandbox?.shops[0];
  if (!sandbox || !shop) throw new Error('The embedded voucher service has no shop');
  return {
    merchantBaseUrl: sandbox.merchantBaseUrl,
    merchantClientId: shop.clientId,
    merchantClientSecret: shop.clientSecret,
    mid: shop.mid,
    client: {
      baseUrl: sandbox.clientBaseUrl,
      token: { kind: 'fetched', url: sandbox.tokenUrl, ...sandbox.client },
      pair: sandbox.client,
    },
  };
}

/** A write that has to reach the disk like any other: there and back in one step, because SQLite leaves out a write that changes nothing. */
async function canWrite(db: Kysely<Schema>, log: Logger): Promise<boolean> {
  try {
    await db.transaction().execute(async (tx) => {
      for (const step of [1, -1])
        await tx
          .updateTable('shop')
          .set((shop) => ({ created_at: shop('created_at', '+', step) }))
          .execute();
    });
    return true;
  } catch (error) {
    log.error(describeError(error), 'the journal cannot be written');
    return false;
  }
}
