import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Kysely } from 'kysely';
import type { Ports } from '../../../bff/platform/audit/ports.ts';
import { readNotedEnd } from '../../../bff/platform/audit/report.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { loadDataKey } from '../../../bff/platform/storage/data-key.ts';
import { openKeys } from '../../../bff/platform/storage/key-ring.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { openSqlite } from '../../../bff/platform/store/sqlite.ts';
import { type JournalVerdict, verifyJournal } from '../../../bff/redemption/journal/verify-journal.ts';
import type { DeriveStatusesByKind } from '../../../bff/redemption/journal/verify-states.ts';
import { TRIAL_MAX_MS } from './limits.ts';
import { UnfitBackup } from './manifest.ts';
import { type RestoreResult, restoreJournal, TEMPORARY_FOLDER_PREFIX } from './restore-journal.ts';
import { withScratchDatabase } from './scratch-database.ts';

export interface RestoreTrialOptions extends Pick<Ports, 'clock' | 'random'> {
  /** One backup. */
  readonly folder: string;
  /** PostgreSQL: another database of this server receives the copy. Null for SQLite. */
  readonly databaseUrl: string | null;
  /**
   * The folder for the temporary copy, on a disk with room for it: the data folder. The machine's
   * temporary folder may be in memory.
   */
  readonly workDir: string;
  /** Null if the key is stored with the backup. */
  readonly dataKey: Buffer | null;
  readonly statusDerivations: DeriveStatusesByKind;
}

/** A backup that was restored into a temporary folder. */
export interface RestoredCopy {
  readonly restored: RestoreResult;
  readonly db: Kysely<Schema>;
  verify(): Promise<JournalVerdict>;
}

/**
 * Restores a backup into a temporary folder or database, as a restore would on a new machine, and
 * verifies the result. Nothing of it is left.
 * @throws UnfitBackup if the restore refuses the backup; NoScratchDatabase
 */
export function tryRestore(options: RestoreTrialOptions): Promise<JournalVerdict> {
  return withRestored(options, ({ verify }) => verify());
}

/** As {@link tryRestore}, for other uses of the copy. */
export function withRestored<T>(options: RestoreTrialOptions, use: (copy: RestoredCopy) => Promise<T>): Promise<T> {
  const { databaseUrl, clock } = options;
  if (databaseUrl === null) return withRestoredIn(options, use);
  return withScratchDatabase(databaseUrl, clock.now(), (url) => withRestoredIn({ ...options, databaseUrl: url }, use));
}

async function withRestoredIn<T>(
  { folder, databaseUrl, workDir, dataKey, statusDerivations, clock, random }: RestoreTrialOptions,
  use: (copy: RestoredCopy) => Promise<T>,
): Promise<T> {
  removeLeftovers(workDir, clock.now());
  const dataDir = mkdtempSync(join(workDir, TEMPORARY_FOLDER_PREFIX));
  try {
    const config = { dataDir, databaseUrl, dataKey };
    const restored = await restoreJournal({ folder, replace: false, config, clock, random });
    const { trails } = restored.manifest;
    const broken = trails.find(({ fault }) => fault !== null);
    if (broken) throw new UnfitBackup(`The audit trail was broken before this backup: ${broken.fault}`);
    const noted = trails.flatMap(({ shop, end }) => (end === null ? [] : { ...readNotedEnd(end), shop }));
    const db = await openCopy(config);
    try {
      const keys = await openKeys(db, dataKey ?? loadDataKey(dataDir, true));
      const verify = () => verifyJournal(db, keys, statusDerivations, noted);
      return await use({ restored, db, verify });
    } finally {
      await db.destroy();
    }
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

function openCopy({ dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  if (databaseUrl === null) return openSqlite(dataDir);
  return openPostgres({ url: databaseUrl, log: createLogger('silent'), statementMs: TRIAL_MAX_MS, connections: 1 });
}

/** Removes the copies of trials that were interrupted. @param now milliseconds UTC */
function removeLeftovers(workDir: string, now: number): void {
  const leftovers = readdirSync(workDir).filter((name) => name.startsWith(TEMPORARY_FOLDER_PREFIX));
  for (const name of leftovers) {
    const copy = join(workDir, name);
    if (statSync(copy).mtimeMs < now - TRIAL_MAX_MS) rmSync(copy, { recursive: true });
  }
}
