import { type Kysely, sql } from 'kysely';

/** Addresses that hear of what happens, the messages to them, and each attempt to deliver one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('webhook')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('url', 'text', (c) => c.notNull())
    .addColumn('news', 'text', (c) => c.notNull())
    .addColumn('secret_sealed', 'text', (c) => c.notNull())
    .addColumn('old_secret_sealed', 'text')
    .addColumn('old_until', 'bigint')
    .addColumn('made_by', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('made_at', 'bigint', (c) => c.notNull())
    .addColumn('removed_at', 'bigint')
    .execute();
  await schema
    .createTable('webhook_message')
    .addColumn('webhook_id', 'text', (c) => c.notNull().references('webhook.id'))
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('news', 'text', (c) => c.notNull())
    .addColumn('data', 'text', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('next_at', 'bigint')
    .addColumn('outcome', 'text')
    .addPrimaryKeyConstraint('webhook_message_once', ['webhook_id', 'id'])
    .execute();
  await sql`create index webhook_message_due on webhook_message (next_at) where next_at is not null`.execute(db);
  await schema.createIndex('webhook_message_by_time').on('webhook_message').columns(['webhook_id', 'at']).execute();
  await schema
    .createTable('webhook_attempt')
    .addColumn('webhook_id', 'text', (c) => c.notNull())
    .addColumn('message_id', 'text', (c) => c.notNull())
    .addColumn('number', 'integer', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('ms', 'integer', (c) => c.notNull())
    .addColumn('status', 'integer')
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('webhook_attempt_once', ['webhook_id', 'message_id', 'number'])
    .execute();
}
