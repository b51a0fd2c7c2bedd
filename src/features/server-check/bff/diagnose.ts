import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { FEATURE_TABLES } from '../../../bff/app/feature-tables.ts';
import { describeForeignMid } from '../../../bff/issuer/mirror/assert-mid.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { systemClock } from '../../../bff/platform/base/ports.ts';
import { type Config, ConfigError, readConfig } from '../../../bff/platform/config/config.ts';
import { trainingIssuerAddress } from '../../../bff/platform/config/training-issuer.ts';
import { loadDataKey } from '../../../bff/platform/storage/data-key.ts';
import { findJournal } from '../../../bff/platform/storage/journal-state.ts';
import { openKeys, readRotations } from '../../../bff/platform/storage/key-ring.ts';
import { openDatabase } from '../../../bff/platform/storage/open-existing.ts';
import { firstShop } from '../../../bff/platform/store/first-shop.ts';
import { createGapStore } from '../../../bff/platform/store/journal-gaps.ts';
import { isOfThisVersion } from '../../../bff/platform/store/migrate.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import { isEmptyJournal } from '../../../bff/platform/store/sqlite.ts';
import { describeFailoverLoss, isOnStandby, readStandbys } from '../../../bff/platform/store/standbys.ts';
import { startSandbox } from '../../../sandbox/sandbox.ts';
import { diagnoseIssuer } from './check-issuer.ts';
import { type IsSynchronised, readIsSynchronised } from './clock-finding.ts';
import { adviceFindings } from './config-advice.ts';
import { describeKeys } from './describe-keys.ts';
import { diagnoseListening } from './diagnose-listening.ts';
import { diagnoseShops } from './diagnose-shops.ts';
import { diagnoseDatabase, diagnoseFolder } from './diagnose-store.ts';

/**
 * Checks all requirements of a start.
 *
 * It reads from the issuer, moves no money, and leaves nothing behind.
 */
export async function diagnose(
  env: Readonly<Record<string, string | undefined>>,
  isSynchronised: IsSynchronised = readIsSynchronised,
): Promise<Finding[]> {
  const settings = tryConfig(env);
  if (settings instanceof ConfigError)
    return settings.faults.map((fault) => ({ ok: false, subject: 'settings', message: fault }));
  const service = settings.remote ? 'the configured voucher service' : 'the embedded sandbox';
  const { databaseUrl } = settings;
  const stored = await (databaseUrl === null ? diagnoseFolder(settings) : diagnoseDatabase(databaseUrl, settings));
  return [
    { ok: true, subject: 'settings', message: `complete, for ${service}${tillAddress(settings)}` },
    ...adviceFindings(settings, env),
    stored,
    ...(stored.ok
      ? [...(await checkKeys(settings)), ...(await checkMid(settings)), ...(await checkGap(settings))]
      : []),
    ...(databaseUrl === null ? [] : await checkStandby(databaseUrl, settings.requireSyncStandby)),
    ...(await diagnoseListening(settings, stored.ok, systemClock.now())),
    ...FEATURE_TABLES.flatMap(({ settingsFindings }) => settingsFindings?.(settings, systemClock.now()) ?? []),
    ...(await diagnoseIssuerOf(settings, isSynchronised)),
    ...(stored.ok ? await checkShops(settings) : []),
  ];
}

/**
 * The address of the till. The doctor only prints it, because only a browser knows its own address.
 */
function tillAddress({ publicOrigin }: Config): string {
  return publicOrigin === null ? '' : `, opened at ${publicOrigin}`;
}

function tryConfig(env: Readonly<Record<string, string | undefined>>): Config | ConfigError {
  try {
    return readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error;
    throw error;
  }
}

/** Checks which data a failover could lose. Skipped if the database is unreachable. */
async function checkStandby(url: string, isRequired: boolean): Promise<Finding[]> {
  try {
    const db = await openPostgres({ url, log: createLogger('silent') });
    const standbys = await readStandbys(db).finally(() => db.destroy());
    const ok = !isRequired || isOnStandby(standbys);
    const problem = ok ? '' : '; REQUIRE_SYNC_STANDBY is on';
    return [{ ok, subject: 'standby', message: `${describeFailoverLoss(standbys)}${problem}` }];
  } catch {
    /* The line about the store has the reason. */
    return [];
  }
}

async function checkKeys(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && isEmptyJournal(config.dataDir)) return [];
  const subject = 'keys';
  const db = await openDatabase(config);
  try {
    if (!(await findJournal(db)).begun) return [];
    const dataKey = config.dataKey ?? loadDataKey(config.dataDir, true);
    await openKeys(db, dataKey);
    return [{ subject, ...describeKeys(dataKey, await readRotations(db)) }];
  } catch (error) {
    return [{ ok: false, subject, message: error instanceof Error ? error.message : 'the keys cannot be read' }];
  } finally {
    await db.destroy();
  }
}

/** Reports a mid with which a server refuses the journal. Older journals are migrated first. */
async function checkMid(config: Config): Promise<Finding[]> {
  const mid = config.remote?.mid ?? null;
  if (mid === null || (config.databaseUrl === null && isEmptyJournal(config.dataDir))) return [];
  const db = await openDatabase(config);
  try {
    const first = (await isOfThisVersion(db)) ? await firstShop(db) : null;
    const mids = db.selectFrom('shop').select(['mid', 'other_mid']);
    const found = first && (await mids.where('id', '=', first.shop).executeTakeFirst());
    if (!found || found.mid === null || [found.mid, found.other_mid].includes(mid)) return [];
    const message = describeForeignMid(config.databaseUrl === null ? 'DATA_DIR' : 'DATABASE_URL');
    return [{ ok: false, subject: 'settings', message }];
  } finally {
    await db.destroy();
  }
}

/** Reports if the shop is closed because its journal may lack confirmed entries. */
async function checkGap(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && isEmptyJournal(config.dataDir)) return [];
  const db = await openDatabase(config);
  try {
    const first = (await isOfThisVersion(db)) ? await firstShop(db) : null;
    const latest = first && (await createGapStore(db, first.shop).latest());
    if (latest === null || latest.endedAt !== null) return [];
    const since = new Date(latest.foundAt).toISOString();
    const text =
      `the shop has been closed since ${since} (${latest.reason}): sign in at every till, or have a manager ` +
      'open it under Needs attention';
    return [{ ok: false, subject: 'shop', message: text }];
  } finally {
    await db.destroy();
  }
}

/** Training mode has no issuer to ask. */
async function checkShops(config: Config): Promise<Finding[]> {
  const { remote, databaseUrl, dataDir } = config;
  if (remote === null || (databaseUrl === null && isEmptyJournal(dataDir))) return [];
  const db = await openDatabase(config);
  try {
    if (!(await isOfThisVersion(db))) return [];
    const keys = await openKeys(db, config.dataKey ?? loadDataKey(dataDir, true)).catch(() => null);
    /* The line about the keys has the reason. */
    if (keys === null) return [];
    return await diagnoseShops({ db, keys, config, address: remote, now: systemClock.now() });
  } catch (error) {
    return [{ ok: false, subject: 'shop', message: error instanceof Error ? error.message : 'cannot be checked' }];
  } finally {
    await db.destroy();
  }
}

async function diagnoseIssuerOf(config: Config, isSynchronised: IsSynchronised): Promise<Finding[]> {
  const sandbox = config.remote ? null : await startSandbox({ directory: ':memory:' });
  try {
    return await diagnoseIssuer(config, config.remote ?? trainingIssuerAddress(sandbox), isSynchronised);
  } finally {
    await sandbox?.close();
  }
}
