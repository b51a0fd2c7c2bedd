import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { withFeatureCalls } from '../issuer/feature-calls.ts';
import { createHttpIssuer, type HttpIssuer } from '../issuer/http.ts';
import type { AccountReader } from '../issuer/mirror/account-reader.ts';
import { readAgain } from '../issuer/mirror/read-again.ts';
import type { AccountPauses } from '../issuer/pause.ts';
import { describeError } from '../platform/base/logging.ts';
import { createLoop } from '../platform/base/loop.ts';
import type { Account, Scope } from '../platform/base/scope.ts';
import type { Config, IssuerAddress } from '../platform/config/config.ts';
import { issuerAddressOf, readStoredShops, type StoredShop } from '../platform/config/stored-shops.ts';
import type { ShopRoutes } from '../platform/http/shop-handlers.ts';
import { exclusively } from '../platform/store/exclusively.ts';
import type { JournalWatch } from '../redemption/recovery/watch-journal.ts';
import { assemble, type Parts } from './assemble.ts';
import type { Hooks, RouteTable } from './feature-hooks.ts';
import { ISSUER_CALLS } from './feature-tables.ts';
import type { Foundation } from './foundation.ts';
import { REFRESH_EVERY_MS } from './limits.ts';
import { addRoutes } from './routes.ts';
import { startParts, stopParts } from './start-parts.ts';

export interface RunningShopsOptions {
  /** The foundation of the shop of the settings. */
  readonly first: Foundation;
  /** The reader of that shop's account. */
  readonly reader: AccountReader;
  /** The pauses that the issuer requested, by account; also those of the first shop's account. */
  readonly pauses: (account: Account) => AccountPauses;
  readonly watch: JournalWatch;
  /** Receives the names of the shops, by mid. */
  readonly shopNames: Map<string, string>;
}

/** Receives the routes of every shop. */
export type ShopTable = ShopRoutes & Pick<RouteTable, 'cookies' | 'ownOrigin' | 'callInShop'>;

/** The shops of a server besides the shop of the settings. */
export interface RunningShops {
  /** Call once before the start. */
  routeBy(table: ShopTable): void;
  /** Starts the stored shops, and then those that are added while the server runs. */
  start(): Promise<void>;
  hooks(): readonly Hooks[];
  /** Ends the streams of events. */
  drain(): void;
  stop(): Promise<void>;
}

interface RunningShop {
  readonly parts: Parts;
  readonly issuer: HttpIssuer;
  readonly config: Config;
  stored: StoredShop;
  isOpen: boolean;
}

/**
 * Runs one set of parts per shop on the same database. Shops of one account share its reader. A
 * shop runs until the server stops: a suspended one serves no caller, but resolves its unknown
 * outcomes.
 */
export function createRunningShops({ first, reader, pauses, watch, shopNames }: RunningShopsOptions): RunningShops {
  const { db, keys, clock, log, metrics } = first;
  const running = new Map<Scope, RunningShop>();
  const readers = new Map<Account, AccountReader>([[first.account, reader]]);
  let table: ShopTable | undefined;

  function prepare(stored: StoredShop): RunningShop {
    const { shop, account } = stored;
    const address = issuerAddressOf(stored, first.running.address);
    const config = configOf(first.config, stored, address);
    const counted = metrics ? metrics.counting(log, stored.slug) : log;
    const terms = { ...config.terms, ...address };
    const connected = createHttpIssuer({ config: terms, clock, pauses: pauses(account), log: counted });
    const issuer = withFeatureCalls(connected, ISSUER_CALLS);
    const known = readers.get(account);
    const parts = assemble({
      ...first,
      shop,
      account,
      config,
      issuer,
      /* The log of the server is about all shops. */
      running: { ...first.running, address, recentLog: () => '' },
      isFurtherShop: true,
      ...(first.directory !== undefined && { directory: folderOf(first.directory, shop) }),
      ...(known && { reader: known }),
    });
    readers.set(account, parts.reader);
    watch.follow(parts.changes);
    const prepared = { parts, issuer, config, stored, isOpen: false };
    running.set(shop, prepared);
    return prepared;
  }

  async function open(stored: StoredShop): Promise<void> {
    const { shop, slug } = stored;
    const prepared = running.get(shop) ?? prepare(stored);
    const { parts, issuer, config } = prepared;
    if (!isDeepStrictEqual(prepared.stored.pair, stored.pair)) {
      issuer.useCredentials(stored.pair);
      parts.reader.credentialsChanged(issuer);
      log.info({ shop: slug }, 'the credentials of a shop changed');
    }
    if (prepared.stored.mid !== stored.mid) await useMid(db, prepared, stored);
    prepared.stored = stored;
    if (stored.mid !== null) shopNames.set(stored.mid, stored.name);
    if (prepared.isOpen) return;
    await startParts(parts);
    if (table) addRoutes({ ...table, ...table.ofShop(shop) }, config, parts);
    prepared.isOpen = true;
    log.info({ shop: slug }, 'a shop was started');
  }

  /** One shop that cannot start does not keep the others from starting. */
  async function tryToOpen(stored: StoredShop): Promise<void> {
    try {
      await open(stored);
    } catch (error) {
      log.error({ shop: stored.slug, ...describeError(error) }, 'failed to start a shop; retrying');
    }
  }

  async function refresh(): Promise<void> {
    const all = await readStoredShops(db, keys);
    table?.suspend(new Set(all.flatMap(({ shop, isSuspended }) => (isSuspended ? [shop] : []))));
    await Promise.all(all.map(tryToOpen));
  }

  const refreshing = createLoop({
    clock,
    log,
    firstMs: REFRESH_EVERY_MS,
    everyMs: REFRESH_EVERY_MS,
    work: refresh,
    failureMessage: 'failed to read the list of shops; retrying',
  });

  return {
    routeBy(given) {
      table = given;
    },
    async start() {
      await refresh();
      refreshing.start();
    },
    hooks: () => [...running.values()].flatMap(({ parts }) => parts.hooks),
    drain() {
      for (const { parts } of running.values()) parts.streams.close();
    },
    async stop() {
      await refreshing.stop();
      await Promise.all(
        [...running.values()].map(async ({ parts, issuer }) => {
          await stopParts(parts);
          await issuer.close();
        }),
      );
    },
  };
}

/**
 * Uses the mid that was learned or corrected. Until now, rows of a corrected one may have been
 * stored as those of an unknown shop.
 */
async function useMid(
  db: Foundation['db'],
  { parts, issuer, stored: before }: RunningShop,
  { shop, account, mid }: StoredShop,
): Promise<void> {
  issuer.useMid(mid);
  parts.journals.tenders.forgetMid(shop);
  if (before.mid === null) return;
  await exclusively(db, 'readings', (tx) => readAgain(tx, account, mid));
  parts.reader.mirror.forgetCached();
}

function configOf(config: Config, { terms }: StoredShop, address: IssuerAddress): Config {
  return { ...config, terms: { ...config.terms, ...terms }, remote: config.remote && address };
}

/** Returns the shop's folder in the data folder, created if needed. */
function folderOf(directory: string, shop: Scope): string {
  const folder = join(directory, 'shops', shop);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folder;
}
