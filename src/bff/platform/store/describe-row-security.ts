import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * Describes for the operator that PostgreSQL does not separate shops for the account of a
 * connection; null if it does.
 */
export async function describeMissingRowSecurity(db: Kysely<Schema>): Promise<string | null> {
  const { rows } = await sql<{ bypasses: boolean }>`select rolsuper or rolbypassrls as bypasses
    from pg_roles where rolname = current_user`.execute(db);
  return rows[0]?.bypasses === true
    ? 'the account of DATABASE_URL is a superuser or has BYPASSRLS, so the database itself does not separate the ' +
        'shops: use an account without these rights that owns the tables'
    : null;
}
