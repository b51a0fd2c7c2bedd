import { accessSync, constants, mkdirSync } from 'node:fs';
import { assertKindOfJournal } from '../access/people/training.ts';
import { assertMid } from '../issuer/mirror/assert-mid.ts';
import type { KeyRing } from '../platform/base/keys.ts';
import { describeError, type Logger } from '../platform/base/logging.ts';
import { type Clock, systemClock, systemRandom } from '../platform/base/ports.ts';
import type { Config } from '../platform/config/config.ts';
import { describeFolderFailure } from '../platform/storage/data-folder.ts';
import { confirmDataKey, describeAccess, loadDataKey } from '../platform/storage/data-key.ts';
import { ensureJournalId, findJournal, type JournalState } from '../platform/storage/journal-state.ts';
import { loadKeys } from '../platform/storage/key-ring.ts';
import { assertNoted, noteJournal, readNotedJournal } from '../platform/storage/noted-journal.ts';
import { openStore, type Store } from '../platform/storage/open-store.ts';
import { describeMissingRowSecurity } from '../platform/store/describe-row-security.ts';
import { ensureFirstShop, type StoreOwner } from '../platform/store/first-shop.ts';
import { describeFailoverLoss, isOnStandby, readStandbys } from '../platform/store/standbys.ts';
import { FEATURE_TABLES } from './feature-tables.ts';

/**
 * True if the data folder is essential. A server with a shared database, a given key and a real
 * issuer can do without.
 */
function usesDataDir({ databaseUrl, dataKey, remote }: Config): boolean {
  return databaseUrl === null || dataKey === null || remote === null;
}

/**
 * Creates the data folder, private to its owner. Checks that it can be written, because a read-only
 * folder would otherwise fail only at the first redemption.
 */
function makeDataDir(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.W_OK);
  } catch (error) {
    throw new Error(describeFolderFailure(error, directory), { cause: error });
  }
}

export interface ShopStoreHooks {
  /** Replaces the machine's clock in tests that would wait for minutes. */
  readonly clock?: Clock;
  /** Another copy of the journal answers: nothing works until the server is restarted. */
  readonly onOtherJournal?: () => void;
}

/** The store that a server starts with. */
export interface ShopStore extends StoreOwner {
  readonly store: Store;
  readonly keys: KeyRing;
  readonly journalId: string;
}

/**
 * Opens the store and verifies that it belongs to this shop, kind of issuer and key, and is the
 * journal recorded in the data folder. The first start may be interrupted at any step: it writes a
 * new key to the disk, then the key's mark to the database, and finally records the journal in the
 * folder.
 */
export async function openShopStore(
  config: Config,
  log: Logger,
  { clock = systemClock, onOtherJournal }: ShopStoreHooks = {},
): Promise<ShopStore> {
  const { dataDir } = config;
  if (usesDataDir(config)) makeDataDir(dataDir);
  const noted = readNotedJournal(dataDir);
  const check = (found: JournalState) =>
    assertNoted(noted, found, config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL');
  const store = await openStore({
    config,
    clock,
    random: systemRandom,
    log,
    check,
    beforeMigration: async () => {
      for (const { beforeMigration } of FEATURE_TABLES) await beforeMigration?.(config, clock, log);
    },
    ...(onOtherJournal && { onOther: onOtherJournal }),
  });
  try {
    const { db } = store;
    if (store.kind === 'postgres') {
      await assertStandby(config, store, log);
      const unprotected = await describeMissingRowSecurity(db);
      if (unprotected !== null) log.warn({}, unprotected);
    }
    await assertKindOfJournal(db, config.service, store.setting);
    const { begun } = await findJournal(db);
    const keys = await loadKeys(db, config.dataKey ?? loadDataKey(dataDir, begun));
    const id = await ensureJournalId(db, noted.id ?? systemRandom.uuid());
    if (config.dataKey === null) confirmDataKey(dataDir);
    if (describeAccess(dataDir) !== null)
      log.warn({}, 'the data key in DATA_DIR can be read by other accounts on this machine: run chmod 600 on it');
    check({ begun: true, id });
    if (noted.id === null) tryToNote(dataDir, id, log);
    const owner = await ensureFirstShop(db, clock.now());
    await assertMid(store, owner.shop, config.remote?.mid ?? null);
    return { store, keys, journalId: id, ...owner };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/**
 * Refuses a database without synchronous standby if the settings require that redemptions are on a
 * second machine before they are confirmed.
 */
async function assertStandby({ requireSyncStandby }: Config, { db }: Store, log: Logger): Promise<void> {
  const standbys = await readStandbys(db);
  const warning = describeFailoverLoss(standbys);
  if (requireSyncStandby && !isOnStandby(standbys))
    throw new Error(`REQUIRE_SYNC_STANDBY is on, but the database of DATABASE_URL cannot meet it: ${warning}`);
  if (standbys.following > 0 && !isOnStandby(standbys)) log.warn({}, warning);
}

/**
 * Records the journal in the data folder. A read-only folder only causes a warning, because some
 * servers need no other file in it.
 */
function tryToNote(directory: string, id: string, log: Logger): void {
  try {
    noteJournal(directory, id);
  } catch (error) {
    log.warn(
      describeError(error),
      'failed to record in DATA_DIR which journal is in use: a lost or swapped journal would go unnoticed',
    );
  }
}
