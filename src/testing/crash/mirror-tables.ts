import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import type { Kysely } from 'kysely';
import type { MirrorRow } from '../../bff/issuer/mirror/row.ts';
import { createLogger } from '../../bff/platform/base/logging.ts';
import { openPostgres } from '../../bff/platform/store/postgres.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import type { KeptMirror } from './judge-mirror.ts';
import type { CrashShop } from './stores.ts';

/** Reads the mirror's tables while a server may use them. */
export function readTables(shop: CrashShop): Promise<KeptMirror> {
  return using(shop, keptIn);
}

/**
 * Reads the tables of a killed server without changing its files, so that the next server finds
 * them as they were.
 */
export async function readTablesAtRest(shop: CrashShop): Promise<KeptMirror> {
  if (shop.files.length === 0) return readTables(shop);
  const folder = await mkdtemp(join(tmpdir(), 'tillside-at-rest-'));
  try {
    for (const file of shop.files) await copyFile(file, join(folder, basename(file))).catch(unlessMissing);
    const db = openSqlite(folder);
    return await keptIn(db).finally(() => db.destroy());
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Empties the mirror's tables: the next start of a server is the first one that reads. */
export function emptyTables(shop: CrashShop): Promise<void> {
  return using(shop, async (db) => {
    for (const table of ['issuer_row_voucher', 'issuer_row', 'reading'] as const) await db.deleteFrom(table).execute();
  });
}

async function using<T>({ env, files: [file] }: CrashShop, work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url } = env;
  const db = file === undefined ? await openPostgres({ url: url ?? '', log: createLogger('silent') }) : openSqlite(dirname(file));
  return work(db).finally(() => db.destroy());
}

/** In one transaction, so that a concurrent write of a server is seen completely or not at all. */
function keptIn(db: Kysely<Schema>): Promise<KeptMirror> {
  return db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(async (tx) => {
      const rows = await tx.selectFrom('issuer_row').select(['transaction_id', 'vouchers', 'gone_at']).execute();
      const vouchers = await tx.selectFrom('issuer_row_voucher').select(['transaction_id', 'hash']).execute();
      const read = await tx.selectFrom('reading').select(['from_at', 'to_at']).execute();
      return {
        rows: rows.map((row) => ({ id: row.transaction_id, hashes: hashesIn(row.vouchers), isGone: row.gone_at !== null })),
        vouchers: vouchers.map(({ transaction_id, hash }) => ({ id: transaction_id, hash })),
        read: read.map(({ from_at, to_at }) => ({ from: from_at, to: to_at })),
      };
    });
}

function hashesIn(json: string): string[] {
  return (JSON.parse(json) as MirrorRow['vouchers']).map(({ hash }) => hash);
}

function unlessMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error;
}
