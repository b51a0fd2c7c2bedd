import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import { writeDurably } from '../../../bff/platform/base/durable-file.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import { openReadingThread } from '../../../bff/platform/store/reading-thread.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { factsOfJournal } from './journal-facts.ts';
import { DUMP_MS } from './limits.ts';
import { BACKUP_KEY_FILE, fingerprint, type Manifest, UnfitBackup, writeManifest } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { copySqlite, syncFile } from './sqlite-copy.ts';

/** The source of a backup. A server may use it during the backup. */
export interface BackupSource {
  /** The location of the journal: a data folder, or the address of a PostgreSQL database. */
  readonly journal:
    | { readonly store: 'sqlite'; readonly directory: string }
    | { readonly store: 'postgres'; readonly url: string };
  readonly dataKey: Buffer;
  /**
   * True to write the data key to a file in the backup; else a restore needs the key from
   * elsewhere.
   */
  readonly withKey: boolean;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
}

/**
 * Writes a backup to a folder and verifies it: opened, checked page by page, its trail verified. It
 * contains everything that any server had confirmed before the start. A failed backup is removed.
 * @param folder new or empty
 * @throws UnfitBackup with a message; Error if the folder cannot be written
 */
export async function makeBackup(original: BackupSource, folder: string): Promise<Manifest> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (readdirSync(folder).length > 0) throw new UnfitBackup(`${folder} is not empty: choose a new or empty folder`);
  try {
    return await fill(original, folder);
  } catch (error) {
    for (const name of readdirSync(folder)) rmSync(join(folder, name));
    throw error;
  }
}

async function fill({ journal, dataKey, withKey, version, clock }: BackupSource, folder: string): Promise<Manifest> {
  const madeAt = new Date(clock.now()).toISOString();
  const file = journal.store === 'sqlite' ? 'tillside.sqlite' : 'tillside.dump';
  const target = join(folder, file);
  const facts = await (journal.store === 'sqlite'
    ? copy(journal.directory, target, dataKey)
    : dump(journal.url, target, dataKey));
  if (withKey) writeDurably(folder, BACKUP_KEY_FILE, `${dataKey.toString('base64')}\n`);
  const about = { format: 1 as const, madeAt, version, store: journal.store, file, hasKey: withKey } as const;
  const manifest: Manifest = { ...about, ...facts, ...(await fingerprint(target)) };
  writeManifest(folder, manifest);
  return manifest;
}

async function copy(directory: string, target: string, dataKey: Buffer) {
  await copySqlite(directory, target);
  /* The check runs in a separate thread, so that a serving process is not blocked. */
  const db = openReadingThread(target);
  try {
    return await factsOfJournal(db, dataKey);
  } finally {
    await db.destroy();
  }
}

/** The dump and the checks use one snapshot of the database. */
async function dump(url: string, target: string, dataKey: Buffer) {
  const db = await openPostgres({ url, log: createLogger('silent'), statementMs: DUMP_MS, connections: 1 });
  try {
    return await db.transaction().execute(async (tx) => {
      await sql`set transaction isolation level repeatable read, read only`.execute(tx);
      const facts = await factsOfJournal(tx, dataKey);
      await runPostgresProgram('pg_dump', [...DUMP, `--snapshot=${await snapshotOf(tx)}`, `--file=${target}`], url);
      syncFile(target);
      /* Reads the whole dump. */
      await runPostgresProgram('pg_restore', [`--file=${devNull}`, target], null);
      return facts;
    });
  } finally {
    await db.destroy();
  }
}

const DUMP = ['--format=custom', '--no-owner', '--no-privileges', '--enable-row-security'];

async function snapshotOf(db: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(db);
  return rows[0]?.id ?? '';
}
