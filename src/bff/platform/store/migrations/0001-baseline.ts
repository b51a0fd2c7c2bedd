import { type Kysely, sql } from 'kysely';
import { journalTables } from './baseline/journal.ts';
import { mirrorTables, noteListDays } from './baseline/mirror.ts';
import { PEOPLE_TABLES } from './baseline/people.ts';
import { SUPPORTING_TABLES } from './baseline/supporting.ts';
import { isPostgres, makeAppendOnly } from './dialect.ts';

/** Tables that are never changed: the database itself refuses. */
const APPEND_ONLY = [
  'tender',
  'fact',
  'fact_seal',
  'claim',
  'refund',
  'activation',
  'issue',
  'issued_voucher',
  'closing',
  'shift_z',
  'shift_z_fact',
  'shift_note',
  'book_export',
  'book_export_z',
  'audit',
  'issuer_row_change',
  'pay_link',
  'pay_link_told',
];

/**
 * Creates every table of the first release. Times are milliseconds since 1970 UTC, flags 0 or 1.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isShared = isPostgres(db);
  const counting = isShared ? 'bigserial primary key' : 'integer primary key autoincrement';
  const parts = [
    PEOPLE_TABLES,
    journalTables(counting),
    mirrorTables(isShared ? '' : 'without rowid'),
    SUPPORTING_TABLES,
  ];
  for (const statement of parts.join('').split(';')) if (statement.trim() !== '') await sql.raw(statement).execute(db);
  for (const table of APPEND_ONLY) await makeAppendOnly(db, table);
  await noteListDays(db);
}
