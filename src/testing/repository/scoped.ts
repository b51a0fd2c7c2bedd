import type { KyselyPlugin, OperationNode } from 'kysely';
import { journalTables } from '../../bff/platform/store/migrations/baseline/journal.ts';
import { mirrorTables } from '../../bff/platform/store/migrations/baseline/mirror.ts';
import { PEOPLE_TABLES } from '../../bff/platform/store/migrations/baseline/people.ts';
import { SUPPORTING_TABLES } from '../../bff/platform/store/migrations/baseline/supporting.ts';
import { filesIn, readSource } from './sources.ts';

/** Columns with the owner of a row. */
const OWNERS = ['shop', 'account'];
/** The tables of the baseline, and of every later migration, also those of features. */
const BASELINE = [PEOPLE_TABLES, journalTables(''), mirrorTables(''), SUPPORTING_TABLES];
const LATER = filesIn('src', /\/migrations\/\d+[^/]*(?<!\.spec)\.ts$/).map(readSource);
const TABLES = [...BASELINE, ...LATER].flatMap((sql) => [...sql.matchAll(/create table (\w+) \(([^;`]*)\)/g)]);
const OWNED = new Set(
  TABLES.flatMap(([, name = '', columns = '']) => (/\b(shop|account) text/.test(columns) && name !== 'shop' ? [name] : [])),
);

/**
 * Columns that may replace the shop in a condition.
 *
 * Their value was read from a row of the shop just before, or is a secret.
 */
const STANDS_FOR: Readonly<Record<string, readonly string[]>> = {
  access_key: ['id', 'start'],
  activation_range: ['activation_id'],
  badge: ['person_id'],
  collected_again: ['sale_id'],
  device: ['id', 'secret_hash'],
  display: ['id', 'device_id', 'till_id', 'code_hash'],
  enrolment_code: ['code_hash'],
  fact: ['operation_id'],
  guessed_codes: ['id'],
  operation: ['id'],
  pay_link: ['id'],
  printer: ['id'],
  printout: ['printer_id', 'device_id', 'id', 'copy_of', 'subject'],
  register: ['id'],
  sale_receipt: ['sale_id'],
  session: ['token_hash', 'device_id', 'person_id'],
  webhook: ['id', 'webhook_id'],
};

type Query = OperationNode & {
  readonly from?: { readonly froms: readonly OperationNode[] };
  readonly table?: OperationNode;
  readonly selections?: readonly OperationNode[];
  readonly joins?: readonly (OperationNode & { readonly table: OperationNode; readonly on?: OperationNode })[];
  readonly where?: OperationNode;
};

/**
 * Refuses queries of a shop's tables without the shop.
 * @param mayAsk returns true if the current caller may query everything
 */
export const scopedBut = (mayAsk: () => boolean): KyselyPlugin => ({
  transformQuery({ node }) {
    const query = node as Query;
    const tables = tablesOf(query).filter((name) => OWNED.has(name));
    const columns = [query.where, ...(query.joins ?? []).map(({ on }) => on)].flatMap((part) => (part ? columnsIn(part) : []));
    const isScoped =
      tables.length === 0 ||
      columns.some((name) => OWNERS.includes(name)) ||
      tables.some((name) => columns.some((column) => STANDS_FOR[name]?.includes(column)));
    const isCompared = query.kind === 'SelectQueryNode' && (query.selections ?? []).flatMap(columnsIn).includes('shop');
    if (!isScoped && !isCompared && !mayAsk()) throw new Error(`A question to ${tables.join(', ')} does not say which shop`);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
});

/** Used by every test's database, so that all queries of the program are checked. */
export const scoped = scopedBut(isStory);

/** True if the test itself queries: it may read everything. */
function isStory(): boolean {
  const asking = new Error('where').stack?.split('\n').find((line) => /\/(src|bench)\//.test(line) && !line.includes('scoped.ts'));
  return asking === undefined || /\.spec\.ts|\/testing\//.test(asking);
}

function tablesOf({ kind, from, table, joins = [] }: Query): string[] {
  const asked = kind === 'UpdateQueryNode' ? [table] : kind === 'SelectQueryNode' || kind === 'DeleteQueryNode' ? (from?.froms ?? []) : [];
  return [...asked, ...(asked.length === 0 ? [] : joins.map((join) => join.table))].flatMap((one) =>
    (one ? namesIn(one, 'SchemableIdentifierNode') : []).slice(0, 1),
  );
}

const columnsIn = (node: OperationNode) => namesIn(node, 'ColumnNode');

/** Names in nodes of a kind, in order. */
function namesIn(node: OperationNode, kind: string): string[] {
  const names: string[] = [];
  const go = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(go);
    if (typeof part !== 'object' || part === null) return;
    if ('kind' in part && part.kind === kind) {
      const { column, identifier } = part as { column?: { name: string }; identifier?: { name: string } };
      const name = column?.name ?? identifier?.name;
      if (name !== undefined) names.push(name);
    }
    Object.values(part).forEach(go);
  };
  go(node);
  return names;
}
