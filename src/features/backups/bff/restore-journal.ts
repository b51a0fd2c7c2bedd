import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { renameDurably } from '../../../bff/platform/base/durable-file.ts';
import { dataKeyMark } from '../../../bff/platform/base/keys.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { KEY_FILE, readDataKey, replaceDataKey } from '../../../bff/platform/storage/data-key.ts';
import { openKeys } from '../../../bff/platform/storage/key-ring.ts';
import { ID_FILE, noteJournal } from '../../../bff/platform/storage/noted-journal.ts';
import { migrate, unknownSteps } from '../../../bff/platform/store/migrate.ts';
import { lockDataFolder } from '../../../bff/platform/store/single-server.ts';
import { isEmptyJournal, JOURNAL_FILE, openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { factsOfJournal } from './journal-facts.ts';
import { assertUndamaged, BACKUP_KEY_FILE, type Manifest, readManifest, UnfitBackup } from './manifest.ts';
import { restoreDump } from './restore-dump.ts';
import { type RevokedAccess, revokeAccess } from './revoke-access.ts';
import { emptyLog, syncFile } from './sqlite-copy.ts';

/** For temporary copies of a backup in the data folder. */
export const TEMPORARY_FOLDER_PREFIX = 'restore-trial-';
/**
 * Folder for preparing the copy, inside the data folder: on the same disk, so that it can be moved
 * at once.
 */
const STAGE = 'restoring';
/**
 * The finished copy, a file of its own: SQLite holds a closed file open until its statements are
 * garbage-collected, and a server in the same process would share its log in the wrong folder.
 */
const READY_FILE = 'ready.sqlite';

export interface RestoreOptions extends Pick<Ports, 'clock' | 'random'> {
  readonly folder: string;
  /** True to move an existing journal aside. */
  readonly replace: boolean;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'dataKey'>;
}

export interface RestoreResult extends RevokedAccess {
  readonly manifest: Manifest;
  /** The new location of the previous journal; null without one, and for PostgreSQL. */
  readonly replaced: string | null;
}

/** The key of a journal, and a flag if it still has to be written to the data folder. */
interface FoundKey {
  readonly key: Buffer;
  readonly isNew: boolean;
}

/**
 * Replaces the journal by a backup: verified first, migrated to this version, everyone signed out,
 * and recorded in the trail. If it is interrupted at any point, either the previous journal still
 * exists, or a server refuses to start and reports what is missing.
 * @throws UnfitBackup with a message, for everything that the user can correct
 */
export async function restoreJournal({
  folder,
  replace,
  config,
  clock,
  random,
}: RestoreOptions): Promise<RestoreResult> {
  const manifest = findManifest(folder);
  assertSameStore(manifest, config);
  assertNotNewer(manifest);
  await assertUndamaged(folder, manifest);
  const found = findKey(folder, manifest, config);
  const { dataDir, databaseUrl } = config;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lock = lockDataFolder(dataDir, random);
  try {
    if (databaseUrl !== null) {
      const prepare = {
        url: databaseUrl,
        file: join(folder, manifest.file),
        replace,
        dataKey: found.key,
        clock,
        random,
        manifest,
      };
      const closed = await restoreDump(prepare);
      settleFolder(dataDir, manifest, found);
      return { ...closed, manifest, replaced: null };
    }
    if (!replace && isUsed(dataDir))
      throw new UnfitBackup(
        `DATA_DIR (${dataDir}) already contains a journal: add --replace to replace it with the backup`,
      );
    const closed = await makeReady(join(folder, manifest.file), join(dataDir, STAGE), {
      manifest,
      dataKey: found.key,
      clock,
      random,
    });
    const replaced = isUsed(dataDir) ? moveAside(dataDir, clock.now()) : null;
    settleFolder(dataDir, manifest, found);
    return { ...closed, manifest, replaced };
  } finally {
    await lock.close();
  }
}

function findManifest(folder: string): Manifest {
  const manifest = readManifest(folder);
  if (manifest) return manifest;
  const inside =
    existsSync(folder) && statSync(folder).isDirectory()
      ? readdirSync(folder).filter((name) => existsSync(join(folder, name, 'backup.json')))
      : [];
  const which = inside.length > 0 ? `: choose one of the backups in it; the newest is ${inside.sort().at(-1)}` : '';
  throw new UnfitBackup(`${folder} is not a complete backup${which}`);
}

function assertSameStore({ store }: Manifest, { databaseUrl }: RestoreOptions['config']): void {
  if (store === 'postgres' && databaseUrl === null)
    throw new UnfitBackup('This is a backup of PostgreSQL: set DATABASE_URL');
  if (store === 'sqlite' && databaseUrl !== null)
    throw new UnfitBackup('This is a backup of SQLite: leave DATABASE_URL unset');
}

function assertNotNewer({ migrations, version }: Manifest): void {
  const [unknown] = unknownSteps(migrations);
  if (unknown !== undefined)
    throw new UnfitBackup(
      `This backup was made by Tillside ${version}, which is newer than this one (${unknown}): install that version`,
    );
}

/**
 * Returns the key that is configured, stored with the backup, or already in the data folder: the
 * first one that exists has to fit.
 */
function findKey(folder: string, manifest: Manifest, { dataKey, dataDir }: RestoreOptions['config']): FoundKey {
  const backupKey = join(folder, BACKUP_KEY_FILE);
  const currentKey = join(dataDir, KEY_FILE);
  const found =
    dataKey !== null
      ? { key: dataKey, isNew: false, from: 'DATA_KEY' }
      : existsSync(backupKey)
        ? { key: readDataKey(backupKey), isNew: true, from: backupKey }
        : existsSync(currentKey)
          ? { key: readDataKey(currentKey), isNew: false, from: currentKey }
          : null;
  if (found === null) {
    const why = manifest.hasKey ? `${backupKey} is missing` : 'The data key was left out of this backup';
    throw new UnfitBackup(`${why}: put it at ${currentKey} or set DATA_KEY. The journal cannot be read without it`);
  }
  if (!fits(found.key, manifest)) throw new UnfitBackup(`${found.from} is not the key of this backup`);
  return found;
}

function fits(key: Buffer, { dataKeyMarks }: Manifest): boolean {
  return dataKeyMarks.includes(dataKeyMark(key));
}

function isUsed(directory: string): boolean {
  return !isEmptyJournal(directory) || existsSync(join(directory, ID_FILE));
}

/** Copies the journal of a backup and prepares it for a server. */
async function makeReady(
  from: string,
  stage: string,
  {
    manifest,
    dataKey,
    clock,
    random,
  }: Pick<RestoreOptions, 'clock' | 'random'> & { readonly manifest: Manifest; readonly dataKey: Buffer },
): Promise<RevokedAccess> {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { mode: 0o700 });
  const file = join(stage, JOURNAL_FILE);
  copyFileSync(from, file);
  try {
    const db = openSqlite(stage);
    let revoked: RevokedAccess;
    try {
      await factsOfJournal(db, dataKey);
      await migrate(db);
      revoked = await revokeAccess(db, {
        audit: createAudit({ db, keys: await openKeys(db, dataKey), clock }),
        clock,
        random,
        manifest,
      });
    } finally {
      await db.destroy();
    }
    emptyLog(file);
    copyFileSync(file, join(stage, READY_FILE));
    syncFile(join(stage, READY_FILE));
    return revoked;
  } catch (error) {
    rmSync(stage, { recursive: true });
    throw error;
  }
}

/** Moves the previous files aside, all that belong together. */
function moveAside(directory: string, now: number): string {
  const aside = join(directory, `replaced-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`);
  mkdirSync(aside, { mode: 0o700 });
  for (const name of [KEY_FILE, ID_FILE])
    if (existsSync(join(directory, name))) copyFileSync(join(directory, name), join(aside, name));
  for (const name of [JOURNAL_FILE, `${JOURNAL_FILE}-wal`, `${JOURNAL_FILE}-shm`])
    if (existsSync(join(directory, name))) renameSync(join(directory, name), join(aside, name));
  return aside;
}

/** The id is written first, so that no server treats the folder as new. */
function settleFolder(directory: string, { journalId }: Manifest, { key, isNew }: FoundKey): void {
  if (journalId === null) rmSync(join(directory, ID_FILE), { force: true });
  else noteJournal(directory, journalId);
  const ready = join(directory, STAGE);
  if (existsSync(ready)) {
    renameDurably(directory, join(STAGE, READY_FILE), JOURNAL_FILE);
    rmSync(ready, { recursive: true });
  }
  if (isNew) replaceDataKey(directory, key);
}
