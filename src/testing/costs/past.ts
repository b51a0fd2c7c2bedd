import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../bff/platform/store/migrations/dialect.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';

/** Days of the past are copied this often a day, so that a short past has many operations. */
const COPIES_PER_DAY = 100;
const DAY_MS = 86_400_000;
const STEP_MS = DAY_MS / COPIES_PER_DAY;
/** More than the numbers of the copied rows. */
const NUMBERS = 10_000;

/** Tables with a row for each thing that a shop does, each after those that it refers to. */
const PAST: readonly (keyof Schema)[] = [
  'operation',
  'tender',
  'refund',
  'activation',
  'activation_range',
  'issue',
  'issued_voucher',
  'fact',
  'claim',
  'issuer_row',
  'issuer_row_voucher',
  'issuer_row_change',
  'list_row',
  'shift_z',
  'shift_z_fact',
  'shift_note',
  'fact_seal',
  'audit',
  'book_export',
  'book_export_z',
  'closing',
  'collected_again',
  'document_print',
  'enrolment_code',
  'badge',
  'guessed_codes',
  'wrong_code',
  'hold',
  'key_tender',
  'pay_link',
  'pay_link_opened',
  'pay_link_told',
  'printout',
  'sale_due',
  'sale_receipt',
  'session',
  'display',
];

/** Columns that name one of these rows. */
const NAMES =
  /^(id|subject|copy_of|difference|reference|receipt_no|pair_key|pair_id|(operation|tender|transaction|sale|activation|issue|link|z|export|message|capture)_id|(code|ref|lock|wish|asked|token)_hash|hash)$/;
const TIMES = /^(at|from_seq|.*_at|until|wait_until)$/;
const SEQS = /^(seq|fact_seq|from_seq|to_seq)$/;

export async function repeatPast(db: Kysely<Schema>, times: number): Promise<number> {
  const tables = await db.introspection.getTables();
  const numbers = isPostgres(db)
    ? sql`select nth from generate_series(1, ${sql.lit(times)}) as nth`
    : sql`with recursive numbers(nth) as (select 1 union all select nth + 1 from numbers where nth < ${sql.lit(times)}) select nth from numbers`;
  for (const name of PAST) {
    const table = tables.find((one) => one.name === name);
    const columns = table?.columns.map((column) => column.name) ?? [];
    const values = columns.map((column) => {
      const own = sql.ref(`was.${column}`);
      if (SEQS.test(column)) return sql`${own} + nth * ${sql.lit(NUMBERS)}`;
      if (column === 'number' && name === 'shift_z') return sql`${own} + nth * 10`;
      if (column === 'day' && name === 'list_row') return sql`${own} + nth / ${sql.lit(COPIES_PER_DAY)}`;
      if (TIMES.test(column)) return sql`${own} + nth * ${sql.lit(STEP_MS)}`;
      return NAMES.test(column) ? sql`${own} || '~' || nth` : own;
    });
    const given = isPostgres(db) ? sql`overriding system value` : sql``;
    await sql`insert into ${sql.table(name)} (${sql.join(columns.map((column) => sql.ref(column)))}) ${given}
      select ${sql.join(values)} from ${sql.table(name)} as was, (${numbers}) as numbers ${name === 'session' ? sql`where ended_at is not null` : sql``}`.execute(
      db,
    );
  }
  await sql`update audit_head set seq = (select max(seq) from audit where audit.shop = audit_head.shop)`.execute(db);
  if (isPostgres(db)) await sql`select setval(pg_get_serial_sequence('fact', 'seq'), (select max(seq) from fact))`.execute(db);
  return Math.ceil(times / COPIES_PER_DAY) * DAY_MS;
}
