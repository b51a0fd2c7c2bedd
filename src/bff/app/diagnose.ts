import { startSandbox } from '../../sandbox/sandbox.ts';
import { createHttpIssuer, type HttpIssuer } from '../issuer/http.ts';
import { createLogger } from '../platform/base/logging.ts';
import { systemClock } from '../platform/base/ports.ts';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import { loadDataKey } from '../platform/storage/data-key.ts';
import { findJournal } from '../platform/storage/journal-state.ts';
import { openKeys, readRotations } from '../platform/storage/key-ring.ts';
import { openDatabase } from '../platform/storage/open-existing.ts';
import { describeKeys } from '../platform/storage/rotation-report.ts';
import { firstShop } from '../platform/store/first-shop.ts';
import { createGapStore } from '../platform/store/journal-gaps.ts';
import { openPostgres } from '../platform/store/postgres.ts';
import { isEmptyJournal } from '../platform/store/sqlite.ts';
import { describeFailoverLoss, isOnStandby, readStandbys } from '../platform/store/standbys.ts';
import { checkClientApi, checkMerchantApi, NO_VOUCHER } from './check-issuer.ts';
import { adviceOn } from './config-advice.ts';
import { diagnoseDatabase, diagnoseFolder } from './diagnose-store.ts';
import type { Finding } from './finding.ts';
import { trainingIssuerAddress } from './service.ts';

/** A larger offset breaks receipts, expiry and the search for lost answers. */
const CLOCK_OFFSET_MAX_MS = 30_000;
/**
 * Checks all requirements of a start.
 *
 * It reads from the issuer, moves no money, and leaves nothing behind.
 */
export async function diagnose(env: Readonly<Record<string, string | undefined>>): Promise<Finding[]> {
  const settings = tryConfig(env);
  if (settings instanceof ConfigError)
    return settings.faults.map((fault) => ({ ok: false, subject: 'settings', message: fault }));
  const service = settings.remote ? 'the configured voucher service' : 'the embedded sandbox';
  const { databaseUrl } = settings;
  const stored = await (databaseUrl === null ? diagnoseFolder(settings) : diagnoseDatabase(databaseUrl, settings));
  return [
    { ok: true, subject: 'settings', message: `complete, for ${service}${tillAddress(settings)}` },
    ...adviceOn(settings, env).map(
      ({ isProblem, message }): Finding =>
        isProblem
          ? { ok: false, subject: 'settings', message }
          : { ok: true, isNote: true, subject: 'settings', message },
    ),
    stored,
    ...(stored.ok ? [...(await checkKeys(settings)), ...(await checkGap(settings))] : []),
    ...(databaseUrl === null ? [] : await checkStandby(databaseUrl, settings.requireSyncStandby)),
    ...(await withIssuer(settings, async (issuer) => [
      await checkMerchantApi(issuer),
      checkClock(issuer),
      await checkClientApi(issuer, settings),
    ])),
    ...(await checks(settings)),
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

/** Reports if the shop is closed because its journal may lack confirmed entries. */
async function checkGap(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && isEmptyJournal(config.dataDir)) return [];
  const db = await openDatabase(config);
  try {
    const first = (await findJournal(db)).begun ? await firstShop(db) : null;
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

async function withIssuer<T>(config: Config, use: (issuer: HttpIssuer) => Promise<T>): Promise<T> {
  const sandbox = config.remote ? null : await startSandbox({ directory: ':memory:' });
  const issuer = createHttpIssuer({
    config: { ...config.terms, ...(config.remote ?? trainingIssuerAddress(sandbox)) },
    clock: systemClock,
  });
  try {
    return await use(issuer);
  } finally {
    await issuer.close();
    await sandbox?.close();
  }
}

function checkClock(issuer: HttpIssuer): Finding {
  const offset = issuer.clockOffset();
  const subject = 'clock';
  if (!offset)
    return { ok: false, subject, message: 'cannot be compared, because no response of the issuer had a date' };
  const seconds = Math.round(offset.offsetMs / 1000);
  if (Math.abs(offset.offsetMs) <= CLOCK_OFFSET_MAX_MS)
    return { ok: true, subject, message: `within ${Math.abs(seconds)} s of the issuer's` };
  return {
    ok: false,
    subject,
    message:
      `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the issuer's: synchronise this ` +
      "machine's clock with NTP",
  };
}

type CheckSource = Exclude<Config['terms']['checkSource'], 'both'>;

const CHECKS: Readonly<
  Record<CheckSource, { readonly name: string; readonly lacks: string; readonly settings: string }>
> = {
  legacy: {
    name: 'v2',
    lacks: 'vouchers that are not activated look used',
    settings: 'CLIENT_ID and its secret, or set CHECK_SOURCE=merchant if there is no v2',
  },
  merchant: {
    name: 'v1',
    lacks: 'the products of vouchers are unknown',
    settings: 'MERCHANT_CLIENT_ID and its secret, or set CHECK_SOURCE=legacy if there is no such check',
  },
};

/** Tests each check that a ref is sent to. The failure of one of two shows only at the till. */
function checks(config: Config): Promise<Finding[]> {
  const { checkSource } = config.terms;
  const sources: readonly CheckSource[] = checkSource === 'both' ? ['legacy', 'merchant'] : [checkSource];
  return Promise.all(sources.map((source) => check(config, source)));
}

/** Describes what the number of v2 counts, if v2 is the only check. */
function kindOf({ terms }: Config, source: CheckSource): string {
  if (source !== 'legacy' || terms.checkSource !== 'legacy') return '';
  if (terms.legacyCheckKind !== null) return `; its number counts ${terms.legacyCheckKind} (LEGACY_CHECK_KIND)`;
  return (
    '; its number has no unit, so no balance is shown: set LEGACY_CHECK_KIND to money or items if this shop ' +
    'accepts only one of them'
  );
}

async function check(config: Config, checkSource: CheckSource): Promise<Finding> {
  const alone = { ...config, terms: { ...config.terms, checkSource } };
  const reply = await withIssuer(alone, (issuer) => issuer.checkByRef(NO_VOUCHER));
  const subject = 'check';
  const { name, lacks, settings } = CHECKS[checkSource];
  if (reply.outcome === 'found' || reply.outcome === 'absent')
    return { ok: true, subject, message: `${name} responds${kindOf(config, checkSource)}` };
  if (reply.outcome === 'not-configured') return { ok: true, subject, message: `${name} is not configured: ${lacks}` };
  return { ok: false, subject, message: `${name} does not respond (${reply.reason}), so ${lacks}: check ${settings}` };
}
