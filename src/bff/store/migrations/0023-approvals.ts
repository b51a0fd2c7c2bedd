import type { Kysely } from 'kysely';

/** How much each person was let begin within the last hour, and the approvals of managers that wait for their wish. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { schema } = db;
  await schema
    .createTable('permit')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('operation_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('person_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('count', 'bigint', (c) => c.notNull())
    .addColumn('at', 'bigint', (c) => c.notNull())
    .addColumn('proved', 'integer', (c) => c.notNull())
    .addColumn('approver_id', 'text', (c) => c.references('person.id'))
    .addPrimaryKeyConstraint('permit_once', ['shop', 'operation_id'])
    .execute();
  await schema.createIndex('permit_by_person').on('permit').columns(['shop', 'person_id', 'at']).execute();
  await schema
    .createTable('approval')
    .addColumn('shop', 'text', (c) => c.notNull().references('shop.id'))
    .addColumn('operation_id', 'text', (c) => c.notNull())
    .addColumn('wish_hash', 'text', (c) => c.notNull())
    .addColumn('approver_id', 'text', (c) => c.notNull().references('person.id'))
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('approval_once', ['shop', 'operation_id'])
    .execute();
}
