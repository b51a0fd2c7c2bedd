import { closeSync, fsyncSync, mkdirSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { createHttpIssuer, type HttpIssuer } from '../issuer/http.ts';
import { createLogger, describeError } from '../platform/base/logging.ts';
import { systemClock } from '../platform/base/ports.ts';
import { type Config, ConfigError, readConfig } from '../platform/config/config.ts';
import { describeAccess, loadDataKey } from '../platform/storage/data-key.ts';
import { findJournal, NO_JOURNAL } from '../platform/storage/journal-state.ts';
import { openKeys, readRotations } from '../platform/storage/key-ring.ts';
import { assertNoted, readNoted, WrongJournal } from '../platform/storage/noted-journal.ts';
import { openDatabase } from '../platform/storage/open-existing.ts';
import { describeKeys } from '../platform/storage/rotation-report.ts';
import { firstShop } from '../platform/store/first-shop.ts';
import { createGapStore } from '../platform/store/journal-gaps.ts';
import { openPostgres } from '../platform/store/postgres.ts';
import { isEmptyJournal, openSqlite } from '../platform/store/sqlite.ts';
import { isDamaged } from '../platform/store/sqlite-errors.ts';
import { isOnStandby, readStandbys, whatFailoverLoses } from '../platform/store/standbys.ts';
import { checkClientApi, checkMerchantApi, NO_VOUCHER } from './check-issuer.ts';
import { adviceOn } from './config-advice.ts';
import { practiceAddress } from './service.ts';

/** The result of one check: fine, or a problem with its solution. */
export interface Finding {
  readonly ok: boolean;
  readonly subject: 'settings' | 'store' | 'shop' | 'standby' | 'keys' | 'issuer' | 'clock' | 'client API' | 'check';
  readonly words: string;
}

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
    return settings.faults.map((fault) => ({ ok: false, subject: 'settings', words: fault }));
  const service = settings.remote ? 'the configured voucher service' : 'the embedded sandbox';
  const stored = await (settings.databaseUrl === null
    ? store(settings.dataDir)
    : sharedStore(settings.databaseUrl, settings.dataDir));
  return [
    { ok: true, subject: 'settings', words: `complete, for ${service}${browsersAt(settings)}` },
    ...adviceOn(settings, env).map(({ isProblem, words }) => ({ ok: !isProblem, subject: 'settings', words }) as const),
    stored,
    ...(stored.ok ? [...(await keys(settings)), ...(await gap(settings))] : []),
    ...(settings.databaseUrl === null ? [] : await standby(settings.databaseUrl, settings.requireSyncStandby)),
    ...(await withIssuer(settings, async (issuer) => [
      await checkMerchantApi(issuer),
      clock(issuer),
      await checkClientApi(issuer, settings),
    ])),
    ...(await checks(settings)),
  ];
}

/** The address of the till. Only a browser can compare it with its own. */
function browsersAt({ publicOrigin }: Config): string {
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

async function store(directory: string): Promise<Finding> {
  const subject = 'store';
  try {
    tryToWrite(directory);
    const noted = readNoted(directory);
    if (isEmptyJournal(directory)) {
      assertNoted(noted, NO_JOURNAL, 'DATA_DIR');
      return { ok: true, subject, words: `${directory} can be written; there is no journal yet` };
    }
    const db = openSqlite(directory);
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const isSound = rows[0]?.quick_check === 'ok';
    const found = isSound ? await findJournal(db) : NO_JOURNAL;
    await db.destroy();
    if (!isSound) return { ok: false, subject, words: damaged(directory) };
    assertNoted(noted, found, 'DATA_DIR');
    const open = describeAccess(directory);
    if (open !== null) return { ok: false, subject, words: open };
    return { ok: true, subject, words: `${directory} can be written and its journal is sound` };
  } catch (error) {
    if (error instanceof WrongJournal) return { ok: false, subject, words: error.message };
    if (isDamaged(error)) return { ok: false, subject, words: damaged(directory) };
    const { code, error: kind } = describeError(error);
    return {
      ok: false,
      subject,
      words: `${directory} cannot be used (${code ?? kind}): check the disk and who owns the folder`,
    };
  }
}

function damaged(directory: string): string {
  return (
    `the journal in DATA_DIR (${directory}) is damaged: stop the server and restore it from a backup (npm run ` +
    'restore -- FOLDER --replace)'
  );
}

/** Checks what a failover could lose; nothing if the database is unreachable, as reported above. */
async function standby(url: string, isRequired: boolean): Promise<Finding[]> {
  try {
    const db = await openPostgres({ url, log: createLogger('silent') });
    const standbys = await readStandbys(db).finally(() => db.destroy());
    const ok = !isRequired || isOnStandby(standbys);
    return [
      { ok, subject: 'standby', words: `${whatFailoverLoses(standbys)}${ok ? '' : '; REQUIRE_SYNC_STANDBY is on'}` },
    ];
  } catch {
    /* The line about the store has the reason. */
    return [];
  }
}

interface AboutPostgres {
  readonly version: string;
  readonly replica: boolean;
  readonly creates: boolean;
  readonly fsync: string;
  readonly journal: boolean;
}

async function sharedStore(url: string, directory: string): Promise<Finding> {
  const subject = 'store';
  try {
    const db = await openPostgres({ url, log: createLogger('silent') });
    const { rows } =
      await sql<AboutPostgres>`select current_setting('server_version') as version, pg_is_in_recovery() as replica,
      has_schema_privilege(current_schema(), 'create') as creates, current_setting('fsync') as fsync,
      to_regclass('kysely_migration') is not null as journal`.execute(db);
    const found = await findJournal(db);
    await db.destroy();
    const judged = judge(rows[0]);
    if (judged.ok) assertNoted(readNoted(directory), found, 'DATABASE_URL');
    return { subject, ...judged };
  } catch (error) {
    return {
      ok: false,
      subject,
      words: error instanceof Error ? error.message : 'the database of DATABASE_URL cannot be used',
    };
  }
}

function judge(about: AboutPostgres | undefined): Pick<Finding, 'ok' | 'words'> {
  const name = `PostgreSQL ${about?.version.split(' ')[0] ?? ''}`;
  if (about?.replica !== false)
    return { ok: false, words: `${name} is a replica: let DATABASE_URL name the server that is written` };
  if (!about.creates && !about.journal)
    return { ok: false, words: `${name} does not let this user make tables: grant create on the schema` };
  if (about.fsync !== 'on')
    return { ok: false, words: `${name} has fsync = off: a crash of its machine can lose redemptions` };
  return {
    ok: true,
    words: about.journal ? `${name} answers and holds the journal` : `${name} answers; there is no journal yet`,
  };
}

async function keys(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && isEmptyJournal(config.dataDir)) return [];
  const subject = 'keys';
  const db = await openDatabase(config);
  try {
    if (!(await findJournal(db)).begun) return [];
    const dataKey = config.dataKey ?? loadDataKey(config.dataDir, true);
    await openKeys(db, dataKey);
    return [{ subject, ...describeKeys(dataKey, await readRotations(db)) }];
  } catch (error) {
    return [{ ok: false, subject, words: error instanceof Error ? error.message : 'the keys cannot be looked at' }];
  } finally {
    await db.destroy();
  }
}

/** Reports if the shop is closed because its journal may lack confirmed entries. */
async function gap(config: Config): Promise<Finding[]> {
  if (config.databaseUrl === null && isEmptyJournal(config.dataDir)) return [];
  const db = await openDatabase(config);
  try {
    const first = (await findJournal(db)).begun ? await firstShop(db) : null;
    const latest = first && (await createGapStore(db, first.shop).latest());
    if (latest === null || latest.endedAt !== null) return [];
    const since = new Date(latest.foundAt).toISOString();
    const text =
      `the shop is closed since ${since} (${latest.reason}): sign in at every till, or let a manager open it ` +
      'under Needs attention';
    return [{ ok: false, subject: 'shop', words: text }];
  } finally {
    await db.destroy();
  }
}

/** Writes a file, flushes it to the disk, and removes it. */
function tryToWrite(directory: string): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const file = join(directory, '.doctor');
  const handle = openSync(file, 'w', 0o600);
  try {
    writeSync(handle, 'can be written');
    fsyncSync(handle);
  } finally {
    closeSync(handle);
    unlinkSync(file);
  }
}

async function withIssuer<T>(config: Config, use: (issuer: HttpIssuer) => Promise<T>): Promise<T> {
  const sandbox = config.remote ? null : await startSandbox({ directory: ':memory:' });
  const issuer = createHttpIssuer({
    config: { ...config.terms, ...(config.remote ?? practiceAddress(sandbox)) },
    clock: systemClock,
  });
  try {
    return await use(issuer);
  } finally {
    await issuer.close();
    await sandbox?.close();
  }
}

function clock(issuer: HttpIssuer): Finding {
  const offset = issuer.clockOffset();
  const subject = 'clock';
  if (!offset) return { ok: false, subject, words: 'cannot be compared, because no answer of the issuer had a date' };
  const seconds = Math.round(offset.offsetMs / 1000);
  if (Math.abs(offset.offsetMs) <= CLOCK_OFFSET_MAX_MS)
    return { ok: true, subject, words: `within ${Math.abs(seconds)} s of the issuer's` };
  return {
    ok: false,
    subject,
    words:
      `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the issuer's: let this machine set its ` +
      'clock by NTP',
  };
}

type CheckSource = Exclude<Config['terms']['checkSource'], 'both'>;

const CHECKS: Readonly<
  Record<CheckSource, { readonly name: string; readonly lacks: string; readonly settings: string }>
> = {
  legacy: {
    name: 'v2',
    lacks: 'not activated cannot be told from used',
    settings: 'CLIENT_ID and its secret, or set CHECK_SOURCE=merchant where there is no v2',
  },
  merchant: {
    name: 'v1',
    lacks: 'no voucher is known by its product',
    settings: 'MERCHANT_CLIENT_ID and its secret, or set CHECK_SOURCE=legacy where there is no such check',
  },
};

/** Tests each check that a ref is sent to. The failure of one of two shows only at the till. */
function checks(config: Config): Promise<Finding[]> {
  const { checkSource } = config.terms;
  const sources: readonly CheckSource[] = checkSource === 'both' ? ['legacy', 'merchant'] : [checkSource];
  return Promise.all(sources.map((source) => check(config, source)));
}

/** What the number of v2 counts, where v2 alone is asked. */
function kindOf({ terms }: Config, source: CheckSource): string {
  if (source !== 'legacy' || terms.checkSource !== 'legacy') return '';
  if (terms.legacyCheckKind !== null) return `; LEGACY_CHECK_KIND says that its number counts ${terms.legacyCheckKind}`;
  return (
    '; it names no kind, so no balance is stated: set LEGACY_CHECK_KIND to money or items where this shop ' +
    'takes only one'
  );
}

async function check(config: Config, checkSource: CheckSource): Promise<Finding> {
  const alone = { ...config, terms: { ...config.terms, checkSource } };
  const reply = await withIssuer(alone, (issuer) => issuer.checkByRef(NO_VOUCHER));
  const subject = 'check';
  const { name, lacks, settings } = CHECKS[checkSource];
  if (reply.outcome === 'found' || reply.outcome === 'absent')
    return { ok: true, subject, words: `${name} answers${kindOf(config, checkSource)}` };
  if (reply.outcome === 'not-configured') return { ok: true, subject, words: `${name} is not configured: ${lacks}` };
  return { ok: false, subject, words: `${name} does not answer (${reply.reason}), so ${lacks}: check ${settings}` };
}
