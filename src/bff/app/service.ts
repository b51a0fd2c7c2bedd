import type { Kysely } from 'kysely';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { setupCodeOf } from '../access/people/setup.ts';
import { withFeatureCalls } from '../issuer/feature-calls.ts';
import { createHttpIssuer } from '../issuer/http.ts';
import { type AccountPauses, createPauses } from '../issuer/pause.ts';
import { createAudit } from '../platform/audit/audit.ts';
import { startTrail } from '../platform/audit/start-trail.ts';
import { describeError, type Logger } from '../platform/base/logging.ts';
import { type Clock, systemClock, systemRandom } from '../platform/base/ports.ts';
import type { Scope } from '../platform/base/scope.ts';
import { type Config, sandboxDirectory } from '../platform/config/config.ts';
import { describeChangedSettings } from '../platform/config/settings-noted.ts';
import { trainingIssuerAddress } from '../platform/config/training-issuer.ts';
import type { Fetch } from '../platform/http/listen.ts';
import { createMetrics, FIRST_SHOP_LABEL } from '../platform/metrics/metrics.ts';
import { createKeyWatch } from '../platform/storage/key-watch.ts';
import type { Schema } from '../platform/store/schema.ts';
import { watchJournal } from '../redemption/recovery/watch-journal.ts';
import { createApp } from './app.ts';
import { assemble } from './assemble.ts';
import { ISSUER_CALLS } from './feature-tables.ts';
import type { RunCommand } from './foundation.ts';
import { addRoutes } from './routes.ts';
import { createRunningShops } from './running-shops.ts';
import { openShopStore, type ShopStore, type ShopStoreHooks } from './shop-store.ts';
import { startParts, stopParts } from './start-parts.ts';

export interface ServiceOptions extends ShopStoreHooks {
  readonly config: Config;
  readonly log: Logger;
  /** The environment that `config` was read from; for advice on settings and the support packet. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The last lines of the log, for the support packet. */
  readonly recentLog?: () => string;
  /** Folder of the built pages; need not exist. */
  readonly pages: string;
  /** Stops the server, runs an action, and starts the server again. */
  readonly whileStopped?: <T>(action: () => Promise<T>) => Promise<T>;
  readonly runCommand?: RunCommand;
}

export interface Service {
  readonly fetch: Fetch;
  /** The code that the first set-up requires; null once the shop is set up. */
  readonly setupCode: string | null;
  /** Tells the features that the server listens. */
  listening(): void;
  /** Reports the server as not ready from now on, so that it receives no new work. */
  drain(): void;
  /** Stops background work, then closes the store. */
  close(): Promise<void>;
}

/**
 * Starts the server: store and keys, issuer, parts, routes, and unfinished work of the previous
 * run.
 * @throws Error with a message for the person who starts it
 */
export async function startService(options: ServiceOptions): Promise<Service> {
  const withClock = { clock: systemClock, ...options };
  const opened = await openShopStore(options.config, options.log, withClock);
  try {
    return await startOn(opened, withClock);
  } catch (error) {
    await opened.store.close();
    throw error;
  }
}

async function startOn(
  { store, keys, journalId, shop, account }: ShopStore,
  {
    config,
    env = {},
    recentLog = () => '',
    log,
    pages,
    clock,
    runCommand,
    whileStopped = cannotStop,
  }: ServiceOptions & { readonly clock: Clock },
): Promise<Service> {
  const { db, reads, servers } = store;
  const pauses = createPauses(clock);
  const { sandbox, metrics, address, issuer } = await openIssuer(config, clock, log, pauses(account));
  if (sandbox) await saveMid(db, shop, address.mid);
  const audit = createAudit({ db, keys, clock });
  await startTrail(db, audit, shop, describeChangedSettings(config));
  const watch = await watchJournal({
    db,
    servers,
    audit,
    log,
    directory: config.dataDir,
    shop,
    clock,
    random: systemRandom,
  });
  const setupCode = config.setupCode ?? setupCodeOf(keys, journalId);
  const shopNames = new Map((sandbox?.shops ?? []).map(({ mid, name }) => [mid, name]));
  const foundation = {
    config,
    shop,
    account,
    db,
    reads,
    keys,
    clock,
    random: systemRandom,
    log,
    servers,
    audit,
    issuer,
    metrics,
    setupCode,
    directory: config.dataDir,
    practiceVouchers: sandbox && (() => sandbox.practiceVouchers()),
    knownShops: shopNames,
    running: {
      env,
      address,
      canWrite: () => canWrite(db, log),
      recentLog,
      whileStopped,
      runCommand,
      dataKey: keys.dataKey,
    },
  };
  const keyWatch = createKeyWatch({ db, keys, servers, clock, log });
  const parts = assemble(foundation);
  const others = createRunningShops({ first: foundation, reader: parts.reader, pauses, watch, shopNames });
  let draining = false;
  const ready = async () => !draining && (await canWrite(db, log));
  const app = createApp({
    ...foundation,
    store: store.kind,
    parts,
    pages,
    ready,
    otherHooks: others.hooks,
    routes(table) {
      addRoutes(table, config, parts);
      others.routeBy(table);
    },
  });
  watch.follow(parts.changes);
  await keyWatch.start();
  await startParts(parts);
  await others.start();
  for (const hook of parts.hooks) hook.onStarted?.();

  return {
    fetch: (request, connection) => app.fetch(request, connection),
    setupCode: (await parts.setup.isDone()) ? null : setupCode,
    listening() {
      for (const hook of parts.hooks) hook.onListening?.();
    },
    drain() {
      draining = true;
      parts.streams.close();
      others.drain();
    },
    async close() {
      draining = true;
      await others.stop();
      await stopParts(parts);
      await watch.stop();
      await keyWatch.stop();
      await issuer.close();
      await sandbox?.close();
      await store.close();
    },
  };
}

/** Opens the issuer of the settings: the real one, or the embedded one. */
async function openIssuer(config: Config, clock: Clock, log: Logger, pauses: AccountPauses) {
  const sandbox = config.remote
    ? null
    : await startSandbox({
        directory: sandboxDirectory(config),
        ...config.sandbox,
        now: () => clock.now(),
      });
  const metrics = createMetrics();
  const address = config.remote ?? trainingIssuerAddress(sandbox);
  const issuer = withFeatureCalls(
    createHttpIssuer({
      config: { ...config.terms, ...address },
      clock,
      pauses,
      log: metrics.counting(log, FIRST_SHOP_LABEL),
    }),
    ISSUER_CALLS,
  );
  return { sandbox, metrics, address, issuer };
}

const cannotStop = () => Promise.reject(new Error('This server cannot restart itself'));

/**
 * The embedded issuer states the shop's merchant id, so that its transactions can be listed before
 * the first redemption.
 */
async function saveMid(db: Kysely<Schema>, shop: Scope, mid: string | null): Promise<void> {
  await db.updateTable('shop').set({ mid }).where('id', '=', shop).where('mid', 'is', null).execute();
}

/**
 * Tests a write that reaches the disk. It changes a value and back in one step, because SQLite
 * skips writes without a change.
 */
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
    log.error(describeError(error), 'failed to write to the journal');
    return false;
  }
}
