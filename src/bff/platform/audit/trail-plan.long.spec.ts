import { CompiledQuery, type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrailFilter } from '../../../contract/platform/audit.ts';
import { fillJournal } from '../../../testing/databases/fill-journal.ts';
import { onStores, POSTGRES, SQLITE, type TestStore } from '../../../testing/databases/stores.ts';
import { SHOP, seedPeople } from '../../../testing/rigs/till.ts';
import { TRAIL_LINES } from '../../app/feature-tables.ts';
import { createTrail } from './trail.ts';

const UNTIL = Date.UTC(2030, 0, 15);
const EVER = { from: '1970-01-01T00:00:00.000Z', to: '2100-01-01T00:00:00.000Z' };
/** Enough rows that a database with statistics does not scan them all. */
const REDEMPTIONS = 8_000;

onStores([SQLITE, POSTGRES], (kind) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await kind.open();
    await seedPeople(store.db, SHOP);
    await fillJournal(store.db, { shop: SHOP, count: REDEMPTIONS, until: UNTIL });
    await sql`analyze`.execute(store.db);
  });
  afterAll(() => store.close());

  /** How the database finds the facts of a page, in its own words. */
  async function plansOf(filter: Partial<TrailFilter>, cursor?: string): Promise<string[]> {
    const asked: { node: RootOperationNode; queryId: Parameters<KyselyPlugin['transformQuery']>[0]['queryId'] }[] = [];
    const listening: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        asked.push({ node, queryId });
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await createTrail({ db: store.db.withPlugin(listening), visible: TRAIL_LINES }).page(
      SHOP,
      { ...EVER, ...filter },
      cursor,
    );
    const plans: string[] = [];
    for (const { node, queryId } of asked) {
      const query = store.db.getExecutor().compileQuery(node, queryId);
      if (!query.sql.includes('from "fact"')) continue;
      const explain = kind === SQLITE ? 'explain query plan' : 'explain';
      const { rows } = await store.db.executeQuery(CompiledQuery.raw(`${explain} ${query.sql}`, [...query.parameters]));
      plans.push(JSON.stringify(rows));
    }
    return plans;
  }

  const deep = `${UNTIL - 4_000_000}j12000`;

  describe('a page of the trail', () => {
    it.each<[string, Partial<TrailFilter>, readonly string[]]>([
      ['of everything', {}, ['fact_by_time']],
      ['of redemptions', { kind: 'redemptions' }, ['fact_by_kind']],
      ['of refunds, although there are none', { kind: 'refunds' }, ['fact_by_kind']],
      ['of a person', { personId: 'ana' }, ['fact_by_person', 'fact_by_decider']],
      ['of a person without entries', { personId: 'ben' }, ['fact_by_person', 'fact_by_decider']],
      ['of a person and a kind', { personId: 'ben', kind: 'redemptions' }, ['fact_by_person', 'fact_by_decider']],
    ])('%s uses an index of facts, from the first page to a late one', async (_what, filter, indexes) => {
      for (const cursor of [undefined, deep]) {
        const plans = await plansOf(filter, cursor);
        expect(plans).toHaveLength(indexes.length);
        for (const [number, plan] of plans.entries()) {
          /* PostgreSQL has counted, and may take the index by time where all facts are of the
             kind or of the person. */
          expect(plan).toMatch(
            kind === SQLITE
              ? (indexes[number] ?? 'nothing')
              : new RegExp(`${indexes[number] ?? 'nothing'}|fact_by_time`),
          );
          expect(plan).not.toMatch(
            /SCAN (fact|operation)|Seq Scan on (fact|operation)|operation_by_state|TEMP B-TREE|Sort/,
          );
        }
      }
    });
  });
});
