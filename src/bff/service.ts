import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import { type Sandbox, startSandbox } from '../sandbox/sandbox.ts';
import { createApp, SHOP } from './app.ts';
import { type Config, type IssuerAddress, sandboxDirectory } from './config.ts';
import { loadDataKey } from './data-key.ts';
import { createHttpIssuer } from './issuer/http.ts';
import { migrate } from './journal/migrate.ts';
import type { Schema } from './journal/schema.ts';
import { JOURNAL_FILE, openSqlite } from './journal/sqlite.ts';
import { deriveKeys } from './keys.ts';
import { describeError, errorCode, type Logger } from './logging.ts';
import { makeCode } from './people/codes.ts';
import { assertKindOfJournal } from './people/practice.ts';
import { SETUP_CODE_CHARACTERS } from './people/setup.ts';
import { systemClock, systemRandom } from './ports.ts';
import { createVouchers } from './vouchers.ts';

export interface ServiceOptions {
  readonly config: Config;
  readonly log: Logger;
  /** Folder of the built pages; need not exist. */
  readonly pages: string;
}

/** A running server without a socket. */
export interface Service {
  readonly fetch: (request: Request) => Response | Promise<Response>;
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
  makeDataDir(config.dataDir);
  const keys = deriveKeys(config.dataKey ?? loadDataKey(config.dataDir, existsSync(join(config.dataDir, JOURNAL_FILE))));
  const db = await openStore(config);
  const sandbox = config.remote ? null : await startSandbox({ directory: sandboxDirectory(config) });
  const issuer = createHttpIssuer({ config: { ...config.terms, ...(config.remote ?? practiceAddress(sandbox)) }, clock: systemClock, log });
  const vouchers = createVouchers({
    shop: SHOP,
    db,
    keys,
    clock: systemClock,
    issuer,
    log,
    currency: config.terms.currency,
    productBasedValue: config.terms.productBasedValue,
    settleWindowMs: config.settleWindowMs,
  });
  const setupCode = config.setupCode ?? makeCode(systemRandom, SETUP_CODE_CHARACTERS);
  let draining = false;

  const app = createApp({
    config,
    db,
    keys,
    clock: systemClock,
    random: systemRandom,
    log,
    setupCode,
    practiceVouchers: sandbox && (() => sandbox.practiceVouchers()),
    pages,
    ready: async () => !draining && (await canWrite(db, log)),
    voucherRoutes: (on) => vouchers.routes(on),
  });
  await vouchers.recover();
  await app.preparePractice?.();

  return {
    fetch: (request) => app.http.fetch(request),
    setupCode: (await app.isSetUp()) ? null : setupCode,
    drain() {
      draining = true;
    },
    async close() {
      draining = true;
      await vouchers.close();
      await issuer.close();
      await sandbox?.close();
      await db.destroy();
    },
  };
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

async function openStore(config: Config): Promise<Kysely<Schema>> {
  const db = openSqlite(config.dataDir);
  await migrate(db);
  await assertKindOfJournal(db, config.service);
  await ensureShop(db, config.remote?.mid ?? null);
  return db;
}

/** One journal per merchant id: a configured one has to be the one that this journal was begun with, or learned. */
async function ensureShop(db: Kysely<Schema>, mid: string | null): Promise<void> {
  const shop = await db.selectFrom('shop').select('mid').where('id', '=', SHOP).executeTakeFirst();
  if (!shop) await db.insertInto('shop').values({ id: SHOP, mid, created_at: systemClock.now() }).execute();
  else if (mid !== null && shop.mid === null) await db.updateTable('shop').set({ mid }).where('id', '=', SHOP).execute();
  else if (mid !== null && shop.mid !== mid)
    throw new Error('MERCHANT_MID is not the merchant id of the journal in DATA_DIR: choose another folder');
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

/** A write of nothing new that has to reach the disk like any other. */
async function canWrite(db: Kysely<Schema>, log: Logger): Promise<boolean> {
  try {
    await db
      .updateTable('shop')
      .set((shop) => ({ created_at: shop.ref('created_at') }))
      .execute();
    return true;
  } catch (error) {
    log.error(describeError(error), 'the journal cannot be written');
    return false;
  }
}
