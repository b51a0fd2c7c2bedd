import { devNull } from 'node:os';
import { type Kysely, sql } from 'kysely';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import { openKeys } from '../../../bff/platform/storage/key-ring.ts';
import { countLivingServers } from '../../../bff/platform/store/live-servers.ts';
import { migrate } from '../../../bff/platform/store/migrate.ts';
import { openPostgres } from '../../../bff/platform/store/postgres.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { CHANGE_MS } from './limits.ts';
import { type Manifest, UnfitBackup } from './manifest.ts';
import { runPostgresProgram } from './postgres-programs.ts';
import { type RevokedAccess, revokeAccess } from './revoke-access.ts';

export interface RestoreDumpOptions {
  readonly url: string;
  /** The output of `pg_dump`. */
  readonly file: string;
  /** True to remove an existing journal first. */
  readonly replace: boolean;
  readonly dataKey: Buffer;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
  readonly manifest: Manifest;
}

/**
 * Restores a dump to a database that no server uses, migrates it to this version, and ends sessions
 * and codes, see {@link revokeAccess}. The dump itself is restored in one transaction; after an
 * interruption, no person can sign in.
 * @throws UnfitBackup with a message
 */
export async function restoreDump({
  url,
  file,
  replace,
  dataKey,
  clock,
  random,
  manifest,
}: RestoreDumpOptions): Promise<RevokedAccess> {
  const db = await openPostgres({ url, log: createLogger('silent'), statementMs: CHANGE_MS, connections: 1 });
  try {
    const servers = await countLivingServers(db);
    if (servers > 0) throw new UnfitBackup('A server is using the database of DATABASE_URL: stop all servers first');
    await runPostgresProgram('pg_restore', [`--file=${devNull}`, file], null);
    await emptyDatabase(db, replace);
    await runPostgresProgram(
      'pg_restore',
      ['--no-owner', '--no-privileges', '--single-transaction', '--exit-on-error', file],
      url,
    );
    await migrate(db);
    return await revokeAccess(db, {
      audit: createAudit({ db, keys: await openKeys(db, dataKey), clock }),
      clock,
      random,
      manifest,
    });
  } finally {
    await db.destroy();
  }
}

async function emptyDatabase(db: Kysely<Schema>, replace: boolean): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (tables.length === 0) return;
  if (!replace)
    throw new UnfitBackup(
      'The database of DATABASE_URL is not empty: add --replace to replace its contents with the backup',
    );
  await db.transaction().execute(async (tx) => {
    for (const { schema, name } of tables)
      await sql`drop table ${sql.id(...(schema === undefined ? [name] : [schema, name]))} cascade`.execute(tx);
    const { rows } = await tillsideFunctions.execute(tx);
    for (const { name } of rows) await sql`drop function ${sql.id(name)} cascade`.execute(tx);
  });
}

/** The functions of the tables' triggers; those of extensions are not ours. */
const tillsideFunctions = sql<{ name: string }>`select proname as name from pg_proc
  where pronamespace = current_schema()::regnamespace and prorettype = 'trigger'::regtype
    and not exists (select 1 from pg_depend where objid = pg_proc.oid and deptype = 'e')`;
