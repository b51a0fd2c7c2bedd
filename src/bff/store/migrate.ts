import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import * as people from './migrations/0001-people.ts';
import * as tenders from './migrations/0002-tenders.ts';
import * as operations from './migrations/0003-operations.ts';
import * as keyCheck from './migrations/0004-key-check.ts';
import * as activations from './migrations/0005-activations.ts';
import * as issues from './migrations/0006-issues.ts';
import * as settings from './migrations/0007-settings.ts';
import * as closings from './migrations/0009-closings.ts';
import * as audit from './migrations/0010-audit.ts';
import * as factsFound from './migrations/0011-facts-found.ts';
import * as mirror from './migrations/0012-mirror.ts';
import * as listRows from './migrations/0013-list.ts';
import * as languages from './migrations/0014-languages.ts';
import * as listDays from './migrations/0015-list-days.ts';
import * as saleFacts from './migrations/0016-sale-facts.ts';
import * as accessKeys from './migrations/0017-keys.ts';
import * as webhooks from './migrations/0018-webhooks.ts';
import * as printing from './migrations/0019-printing.ts';
import * as displaysAndBadges from './migrations/0020-displays-and-badges.ts';
import * as journalGap from './migrations/0021-journal-gap.ts';
import * as approvals from './migrations/0023-approvals.ts';
import * as wrongCodes from './migrations/0024-wrong-codes.ts';
import * as seals from './migrations/0025-seals.ts';
import * as keyRotation from './migrations/0026-key-rotation.ts';
import * as registersTold from './migrations/0027-registers-told.ts';
import * as webhooksApart from './migrations/0028-webhooks-apart.ts';
import { isPostgres } from './migrations/dialect.ts';
import type { Schema } from './schema.ts';

/** Numbered, in order, never edited after they were released. There is no 0008: it was given up before a release, and numbers are not used twice. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-people': people,
  '0002-tenders': tenders,
  '0003-operations': operations,
  '0004-key-check': keyCheck,
  '0005-activations': activations,
  '0006-issues': issues,
  '0007-settings': settings,
  '0009-closings': closings,
  '0010-audit': audit,
  '0011-facts-found': factsFound,
  '0012-mirror': mirror,
  '0013-list': listRows,
  '0014-languages': languages,
  '0015-list-days': listDays,
  '0016-sale-facts': saleFacts,
  '0017-keys': accessKeys,
  '0018-webhooks': webhooks,
  '0019-printing': printing,
  '0020-displays-and-badges': displaysAndBadges,
  '0021-journal-gap': journalGap,
  '0023-approvals': approvals,
  '0024-wrong-codes': wrongCodes,
  '0025-seals': seals,
  '0026-key-rotation': keyRotation,
  '0027-registers-told': registersTold,
  '0028-webhooks-apart': webhooksApart,
};

/**
 * Brings the database to this program's version, all steps that it lacks in one transaction.
 * @param migrations those of this program; tests have others
 * @throws Error when a step fails, or when the database was written by a newer program; it is then as it was
 */
export async function migrate(db: Kysely<Schema>, migrations: Record<string, Migration> = MIGRATIONS): Promise<void> {
  if (isPostgres(db)) return run(db, migrations);
  /* The migrator gives SQLite no transaction, though SQLite can undo these changes too: a stop half way would leave half a version. */
  await db.connection().execute(async (connection) => {
    await sql`begin immediate`.execute(connection);
    try {
      await run(connection, migrations);
      await sql`commit`.execute(connection);
    } catch (error) {
      await sql`rollback`.execute(connection);
      throw error;
    }
  });
}

async function run(db: Kysely<Schema>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => Promise.resolve(migrations) } });
  const { error } = await migrator.migrateToLatest();
  if (error instanceof Error) throw new Error(`The database could not be brought to this version: ${inWords(error)}`, { cause: error });
  if (error !== undefined) throw new Error('The database could not be brought to this version');
}

function inWords({ message }: Error): string {
  const [, newer] = /previously executed migration (\S+) is missing/.exec(message) ?? [];
  return newer === undefined ? message : `a newer version of Tillside has written it (${newer}): install that version again`;
}
