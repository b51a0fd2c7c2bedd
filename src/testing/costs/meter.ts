import { AsyncLocalStorage } from 'node:async_hooks';
import { CompiledQuery, type Kysely, sql } from 'kysely';
import type { Scope } from '../../bff/platform/base/scope.ts';
import { withinShop } from '../../bff/platform/store/across-shops.ts';
import { NO_FILES } from '../../bff/platform/store/journal-files.ts';
import { migrate } from '../../bff/platform/store/migrate.ts';
import type { Schema } from '../../bff/platform/store/schema.ts';
import { onlyServer } from '../../bff/platform/store/servers.ts';
import { sqliteOn } from '../../bff/platform/store/sqlite.ts';
import { grouped } from '../../contract/money/grouped.ts';
import { followQueries } from '../databases/running-queries.ts';
import { SQLITE, type StoreKind, type TestStore } from '../databases/stores.ts';
import { openCountingSqlite } from './counting-sqlite.ts';

/** A database that tells the cost of work: steps of SQLite, or rows that PostgreSQL reads. */
export interface MeteredStore {
  readonly store: TestStore;
  /** Does the work, and adds the costs of its queries to those of this name. */
  measure<T>(name: string, shop: Scope, work: () => Promise<T>): Promise<T>;
  /** Resolves once no query is running. */
  quiet(): Promise<void>;
  /** Measures from now on. */
  begin(): void;
  /** Costs by name and text of the query. */
  readonly costs: Costs;
}

export type Costs = ReadonlyMap<string, ReadonlyMap<string, number>>;

export const openMetered = (kind: StoreKind): Promise<MeteredStore> => (kind === SQLITE ? openSqlite() : openPostgres(kind));

function createLedger() {
  const costs = new Map<string, Map<string, number>>();
  return {
    costs,
    add(name: string, cost: number, text: string) {
      const ofName = costs.get(name) ?? new Map<string, number>();
      costs.set(name, ofName.set(text, (ofName.get(text) ?? 0) + cost));
    },
  };
}

async function openSqlite(): Promise<MeteredStore> {
  const { add, ...ledger } = createLedger();
  const names = new AsyncLocalStorage<string>();
  let isMeasuring = false;
  const writer = await openCountingSqlite((steps, text) => {
    const name = names.getStore();
    if (isMeasuring && name !== undefined) add(name, steps, text);
  });
  const db = sqliteOn({ writer, reader: null, files: NO_FILES });
  await migrate(db);
  const store: TestStore = {
    kind: 'sqlite',
    setting: 'DATA_DIR',
    db,
    reads: db,
    servers: onlyServer(1),
    another: null,
    url: null,
    close: () => db.destroy(),
  };
  return {
    ...ledger,
    store,
    begin() {
      isMeasuring = true;
    },
    quiet: () => Promise.resolve(),
    measure: (name, _, work) => names.run(name, work),
  };
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

const isSent = (asked: unknown): asked is Sent => typeof asked === 'object' && asked !== null && 'text' in asked && 'values' in asked;

/** How often a query of one name runs again: a loop sends the same ones many times. */
const SAMPLES = 3;

/** PostgreSQL tells the rows of a query when it runs again with `explain`. */
async function openPostgres(kind: StoreKind): Promise<MeteredStore> {
  const { add, ...ledger } = createLedger();
  const store = await kind.open();
  const sent = new AsyncLocalStorage<Sent[]>();
  let isMeasuring = false;
  const queries = followQueries((asked) => {
    if (isSent(asked)) sent.getStore()?.push(asked);
  });
  const close = async () => {
    queries.stop();
    await store.close();
  };
  return {
    ...ledger,
    store: { ...store, close },
    begin() {
      isMeasuring = true;
    },
    quiet: queries.quiet,
    async measure(name, shop, work) {
      const during: Sent[] = [];
      const result = await sent.run(during, work);
      if (!isMeasuring) return result;
      const samples = [...grouped(during, ({ text }) => text).values()].flatMap((asked) => asked.slice(0, SAMPLES));
      await readAgain(withinShop(store.db, shop), samples, (rows, { text }) => add(name, rows, text));
      return result;
    },
  };
}

interface Plan {
  readonly Plans?: readonly Plan[];
  readonly [figure: string]: unknown;
}

/** Tells the rows of tables and indexes that each query reads; one that only adds rows reads none. */
async function readAgain(db: Kysely<Schema>, asked: readonly Sent[], tell: (rows: number, one: Sent) => void): Promise<void> {
  const reading = asked.filter(({ text }) => /^(select|update|delete|with|insert .* select )/.test(text));
  await db
    .transaction()
    .execute(async (tx) => {
      /* A small table would be read as a whole, and the test is about large ones. */
      await sql`set local enable_seqscan = off`.execute(tx);
      /* Avoiding a scan counts as a high cost, for which PostgreSQL would compile the query for seconds. */
      await sql`set local jit = off`.execute(tx);
      for (const one of reading) {
        const explain = `explain (analyze, timing off, summary off, format json) ${againOf(one.text)}`;
        const { rows } = await tx.executeQuery<Explained>(CompiledQuery.raw(explain, [...one.values]));
        const plans = rows.flatMap((row) => row['QUERY PLAN']);
        tell(
          plans.reduce((sum, { Plan: plan }) => sum + scanned(plan), 0),
          one,
        );
      }
      throw UNDONE;
    })
    .catch((error: unknown) => {
      if (error !== UNDONE) throw error;
    });
}

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan: Plan }[];
}

/** The row of an insert is there already. */
function againOf(text: string): string {
  const isPlain = text.startsWith('insert') && !text.includes('on conflict');
  return isPlain ? text.replace(/( returning .*)?$/, ' on conflict do nothing$1') : text;
}

const UNDONE = new Error('undone');

/** Rows of the scans in a plan, with those that a filter left out. */
function scanned(plan: Plan): number {
  const { Plans: parts = [] } = plan;
  const figure = (name: string) => Number(plan[name] ?? 0);
  const own = String(plan['Node Type']).includes('Scan')
    ? (figure('Actual Rows') + figure('Rows Removed by Filter') + figure('Rows Removed by Index Recheck')) * figure('Actual Loops')
    : 0;
  return parts.reduce((sum, part) => sum + scanned(part), own);
}
