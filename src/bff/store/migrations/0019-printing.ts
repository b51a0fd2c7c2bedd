import { type Kysely, sql } from 'kysely';

/** Printers, which device prints on which, and the queue of what is to be printed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('printer')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('host', 'text')
    .addColumn('port', 'integer')
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('cutter', 'integer', (c) => c.notNull())
    .addColumn('drawer', 'integer', (c) => c.notNull())
    .addColumn('token_hash', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('state_at', 'bigint')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await schema
    .createTable('device_printer')
    .addColumn('device_id', 'text', (c) => c.primaryKey().references('device.id'))
    .addColumn('printer_id', 'text', (c) => c.notNull().references('printer.id'))
    .execute();
  await schema
    .createTable('printout')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('printer_id', 'text', (c) => c.notNull().references('printer.id'))
    .addColumn('device_id', 'text', (c) => c.notNull().references('device.id'))
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('what', 'text', (c) => c.notNull())
    .addColumn('subject', 'text')
    .addColumn('copy_of', 'text')
    .addColumn('drawer', 'integer', (c) => c.notNull())
    .addColumn('asked_hash', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text')
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('owner', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('printout_by_printer').on('printout').columns(['printer_id', 'state', 'created_at']).execute();
  await schema.createIndex('printout_by_time').on('printout').columns(['shop', 'created_at']).execute();
  /* A printer has one paper at a time, whichever server sends it; and what is unsure is printed again once. */
  await sql`create unique index printout_one_sending on printout (printer_id) where state = 'sending'`.execute(db);
  await sql`create unique index printout_one_copy on printout (copy_of) where copy_of is not null`.execute(db);
}
