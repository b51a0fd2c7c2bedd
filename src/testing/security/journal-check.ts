import { type Kysely, sql } from 'kysely';
import { verifyTrail } from '../../bff/platform/audit/verify.ts';
import { openKeys } from '../../bff/platform/storage/key-ring.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { dataKey } from './canaries.ts';

/** Checks the pages of the embedded database. @returns the faults */
export async function checkPages(db: Kysely<Schema>): Promise<string[]> {
  const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check`.execute(db);
  return rows.map(({ quick_check }) => quick_check).filter((said) => said !== 'ok');
}

/** Checks the journal of a stopped server, and closes it. @returns the faults */
export async function checkJournal(db: Kysely<Schema>): Promise<string[]> {
  try {
    const found: string[] = [];
    const verdicts = await verifyTrail(db, await openKeys(db, dataKey()), []);
    found.push(...verdicts.flatMap(({ fault }) => fault ?? []));
    const facts = db
      .selectFrom('fact')
      .select(['operation_id', (e) => e.fn.countAll<number>().as('facts')])
      .groupBy('operation_id');
    const uneven = await db
      .selectFrom('operation')
      .leftJoin(facts.as('counted'), 'counted.operation_id', 'operation.id')
      .select(['operation.id', 'operation.version', 'counted.facts'])
      .where((e) => e('operation.version', '!=', e.fn.coalesce('counted.facts', e.val(0))))
      .execute();
    found.push(...uneven.map(({ id, version, facts: counted }) => `operation ${id} has ${counted ?? 0} facts instead of ${version}`));
    return found;
  } finally {
    await db.destroy();
  }
}
