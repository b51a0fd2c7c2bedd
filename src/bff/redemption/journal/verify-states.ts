import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import type { OperationKind, Schema } from '../../platform/store/schema.ts';
import type { DerivedStatus, DeriveStatuses } from './derive-statuses.ts';

export interface StatesVerdict {
  /** Operations whose stored state matches their facts. */
  readonly sound: number;
  /** A text for each of the first operations that do not match; empty if all match. */
  readonly faults: readonly string[];
}

export type DeriveStatusesByKind = Readonly<Partial<Record<OperationKind, DeriveStatuses>>>;

/** A tender id that was cancelled before it arrived has no facts. */
const TOMBSTONE: DerivedStatus = { state: 'cancelled', open: false };
const FAULTS_NAMED = 20;
const OPERATIONS_PER_QUERY = 500;

/**
 * Compares the stored state of every operation with the fold of its facts. It uses one snapshot of
 * the database. The till acts on the stored states, but seals protect only the facts.
 */
export async function verifyStates(
  db: Kysely<Schema>,
  statusDerivations: DeriveStatusesByKind,
): Promise<StatesVerdict> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const faults: string[] = [];
    let sound = 0;
    for (let after = ''; ; ) {
      const all = tx.selectFrom('operation').select(['id', 'kind', 'state', 'open']).where('id', '>', after);
      const some = await all.orderBy('id').limit(OPERATIONS_PER_QUERY).execute();
      const found = await faultsIn(tx, statusDerivations, some);
      faults.push(...found);
      sound += some.length - found.length;
      const last = some.at(-1);
      if (last === undefined) break;
      after = last.id;
    }
    const more = faults.length - FAULTS_NAMED;
    return { sound, faults: more > 0 ? [...faults.slice(0, FAULTS_NAMED), `and ${more} more`] : faults };
  });
}

type RecordedState = Pick<Schema['operation'], 'id' | 'kind' | 'state' | 'open'>;

async function faultsIn(
  tx: Kysely<Schema>,
  statusDerivations: DeriveStatusesByKind,
  operations: readonly RecordedState[],
): Promise<string[]> {
  const faults: string[] = [];
  for (const [kind, judge] of Object.entries(statusDerivations)) {
    const ofKind = operations.filter((operation) => operation.kind === kind);
    const standings = await standingsOf(judge, tx, ofKind);
    for (const { id, state, open } of ofKind) {
      const judged = standings.get(id);
      if (judged === undefined) {
        faults.push(`${kind} ${id} has facts that this version never writes`);
        continue;
      }
      const { state: wanted, open: isOpen } = judged;
      if (state !== wanted) faults.push(`${kind} ${id} has the state ${state}, but its facts imply ${wanted}`);
      else if ((open === 1) !== isOpen)
        faults.push(`${kind} ${id} is ${isOpen ? 'not ' : ''}open, but its facts imply the opposite`);
    }
  }
  return faults;
}

/**
 * Reads the operations whose facts can be folded. This takes one query, unless one of them cannot
 * be folded.
 */
async function standingsOf(
  judge: DeriveStatuses,
  tx: Kysely<Schema>,
  operations: readonly RecordedState[],
): Promise<ReadonlyMap<string, DerivedStatus>> {
  const judgeSome = async (some: readonly RecordedState[]) => {
    const statusOf = await judge(tx, some);
    return some.map(({ id }) => [id, statusOf(id) ?? TOMBSTONE] as const);
  };
  /* The caller reports operations that cannot be folded. If the database is unavailable, the next
     query throws. */
  const alone = (operation: RecordedState) => judgeSome([operation]).catch(() => []);
  return new Map(await judgeSome(operations).catch(async () => (await Promise.all(operations.map(alone))).flat()));
}

export function describeStates({ sound, faults }: StatesVerdict): string {
  if (faults.length > 0)
    return `broken    ${faults.join('\n          ')}\n          ${sound} others match their facts\n`;
  return `unbroken  ${sound === 1 ? '1 operation matches' : `${sound} operations match`} their facts\n`;
}
