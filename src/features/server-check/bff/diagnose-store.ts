import { closeSync, fsyncSync, mkdirSync, openSync, statfsSync, unlinkSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { assertKindOfJournal } from '../../../bff/access/people/training.ts';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { describeFolderFailure } from '../../../bff/platform/storage/data-folder.ts';
import { describeAccess } from '../../../bff/platform/storage/data-key.ts';
import { findJournal, type JournalState, NO_JOURNAL } from '../../../bff/platform/storage/journal-state.ts';
import { assertNoted, readNotedJournal, WrongJournal } from '../../../bff/platform/storage/noted-journal.ts';
import { describeMissingRowSecurity } from '../../../bff/platform/store/describe-row-security.ts';
import { assertSupportedVersion, isOfThisVersion } from '../../../bff/platform/store/migrate.ts';
import { hasTable } from '../../../bff/platform/store/migrations/dialect.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { isEmptyJournal, openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { describeOpenFailure, isDamaged } from '../../../bff/platform/store/sqlite-errors.ts';
import { STORE_ROOM_MIN_BYTES } from './limits.ts';

/** Checks that a server could open the journal in the data folder. */
export async function diagnoseFolder({ dataDir: directory, service }: Config): Promise<Finding> {
  const subject = 'store';
  try {
    tryToWrite(directory);
    const cramped = describeRoom(directory);
    if (cramped !== null) return { ok: false, subject, message: cramped };
    const noted = readNotedJournal(directory);
    if (isEmptyJournal(directory)) {
      assertNoted(noted, NO_JOURNAL, 'DATA_DIR');
      return { ok: true, subject, message: `${directory} can be written to; there is no journal yet` };
    }
    const db = openSqlite(directory);
    const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(db);
    const isSound = rows[0]?.quick_check === 'ok';
    const found = isSound ? await findJournal(db) : NO_JOURNAL;
    const refused = isSound ? await whyRefused(db, service, `DATA_DIR (${directory})`) : damaged(directory);
    const isOlder = refused === null && (await isOfOlderVersion(db, found));
    await db.destroy();
    if (refused !== null) return { ok: false, subject, message: refused };
    assertNoted(noted, found, 'DATA_DIR');
    const open = describeAccess(directory);
    if (open !== null) return { ok: false, subject, message: open };
    const message = `${directory} can be written to and its journal is intact`;
    return isOlder
      ? { ok: true, isNote: true, subject, message: `${message}; ${OLDER}` }
      : { ok: true, subject, message };
  } catch (error) {
    if (error instanceof WrongJournal) return { ok: false, subject, message: error.message };
    if (isDamaged(error)) return { ok: false, subject, message: damaged(directory) };
    const message = describeOpenFailure(error, directory) ?? describeFolderFailure(error, directory);
    return { ok: false, subject, message };
  }
}

const OLDER = 'an older version wrote it, and this version upgrades it at its next start, after a backup';

async function isOfOlderVersion(db: Kysely<Schema>, { begun }: JournalState): Promise<boolean> {
  return begun && !(await isOfThisVersion(db));
}

/** Returns why a server refuses the journal in this database; null if it does not. */
async function whyRefused(db: Kysely<Schema>, service: Config['service'], setting: string): Promise<string | null> {
  try {
    await assertSupportedVersion(db);
    if (await hasTable(db, 'person')) await assertKindOfJournal(db, service, setting);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'the journal cannot be read';
  }
}

function damaged(directory: string): string {
  return (
    `the journal in DATA_DIR (${directory}) is damaged: stop the server and restore it from a backup (npm run ` +
    'restore -- FOLDER --replace)'
  );
}

interface AboutPostgres {
  readonly version: string;
  readonly replica: boolean;
  readonly creates: boolean;
  readonly fsync: string;
  readonly journal: boolean;
}

/** Checks that a server could open the journal in PostgreSQL. */
export async function diagnoseDatabase(url: string, { dataDir: directory, service }: Config): Promise<Finding> {
  const subject = 'store';
  try {
    const db = await openPostgres({ url, log: createLogger('silent') });
    const { rows } =
      await sql<AboutPostgres>`select current_setting('server_version') as version, pg_is_in_recovery() as replica,
      has_schema_privilege(current_schema(), 'create') as creates, current_setting('fsync') as fsync,
      to_regclass('kysely_migration') is not null as journal`.execute(db);
    const found = await findJournal(db);
    const refused = await whyRefused(db, service, 'DATABASE_URL');
    const isOlder = refused === null && (await isOfOlderVersion(db, found));
    const addition = isOlder ? OLDER : await describeMissingRowSecurity(db);
    await db.destroy();
    const judged = judge(rows[0]);
    if (judged.ok && refused !== null) return { ok: false, subject, message: refused };
    if (judged.ok) assertNoted(readNotedJournal(directory), found, 'DATABASE_URL');
    return {
      subject,
      ...judged,
      ...(judged.ok && isOlder && { isNote: true }),
      ...(judged.ok && addition !== null && { message: `${judged.message}; ${addition}` }),
    };
  } catch (error) {
    return {
      ok: false,
      subject,
      message: error instanceof Error ? error.message : 'the database of DATABASE_URL cannot be used',
    };
  }
}

function judge(about: AboutPostgres | undefined): Pick<Finding, 'ok' | 'message'> {
  const name = `PostgreSQL ${about?.version.split(' ')[0] ?? ''}`;
  if (about?.replica !== false)
    return { ok: false, message: `${name} is a replica: set DATABASE_URL to the primary server` };
  if (!about.creates && !about.journal)
    return { ok: false, message: `${name} does not let this user create tables: grant create on the schema` };
  if (about.fsync !== 'on')
    return { ok: false, message: `${name} has fsync = off: if its machine crashes, redemptions can be lost` };
  return {
    ok: true,
    message: about.journal ? `${name} responds and has the journal` : `${name} responds; there is no journal yet`,
  };
}

/** Describes a disk on which a journal cannot begin or grow; null if there is room. */
function describeRoom(directory: string): string | null {
  const { bavail, bsize } = statfsSync(directory);
  if (bavail * bsize >= STORE_ROOM_MIN_BYTES) return null;
  const mib = (bytes: number) => Math.floor(bytes / 2 ** 20);
  return (
    `the disk of DATA_DIR (${directory}) has ${mib(bavail * bsize)} MB left, too little for a journal: free at ` +
    `least ${mib(STORE_ROOM_MIN_BYTES)} MB`
  );
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
