import { type Kysely, sql } from 'kysely';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import type { OperationKind, Schema } from '../../platform/store/schema.ts';
import type { JudgeByFacts, StandingByFacts } from './judge.ts';

/** What a look at how operations stand came to. */
export interface StatesVerdict {
  /** Operations that stand as their facts say. */
  readonly sound: number;
  /**
   * Those that do not, in words that name each; empty for none.
   *
   * Of many, it holds the first ones.
   */
  readonly faults: readonly string[];
}

/** How operations of each kind stand by their facts. */
export type Judges = Readonly<Record<OperationKind, JudgeByFacts>>;

/** A tender id that was given up before it arrived has no facts. */
const TOMBSTONE: StandingByFacts = { state: 'cancelled', open: false };
const FAULTS_NAMED = 20;
const AT_A_TIME = 500;

/**
 * Compares how every operation stands with what its facts add up to.
 *
 * It does so on one view of the database. The till goes by how an operation stands; seals protect
 * the facts.
 */
export async function verifyStates(db: Kysely<Schema>, judges: Judges): Promise<StatesVerdict> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const faults: string[] = [];
    let sound = 0;
    for (let after = ''; ; ) {
      const all = tx.selectFrom('operation').select(['id', 'kind', 'state', 'open']).where('id', '>', after);
      const some = await all.orderBy('id').limit(AT_A_TIME).execute();
      const found = await faultsIn(tx, judges, some);
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

type Kept = Pick<Schema['operation'], 'id' | 'kind' | 'state' | 'open'>;

async function faultsIn(tx: Kysely<Schema>, judges: Judges, operations: readonly Kept[]): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of Object.keys(judges) as OperationKind[]) {
    const ofKind = operations.filter((operation) => operation.kind === kind);
    const standings = await standingsOf(judges[kind], tx, ofKind);
    for (const { id, state, open } of ofKind) {
      const standing = standings.get(id);
      if (standing === undefined) {
        faults.push(`${kind} ${id} has facts that this program never writes`);
        continue;
      }
      const { state: wanted, open: isOpen } = standing;
      if (state !== wanted) faults.push(`${kind} ${id} has the state ${state}, but its facts mean ${wanted}`);
      else if ((open === 1) !== isOpen)
        faults.push(`${kind} ${id} is ${isOpen ? 'not ' : ''}open, but its facts mean otherwise`);
    }
  }
  return faults;
}

/**
 * Reads those whose facts can be folded.
 *
 * It is one question unless one of them cannot.
 */
async function standingsOf(
  judge: JudgeByFacts,
  tx: Kysely<Schema>,
  operations: readonly Kept[],
): Promise<ReadonlyMap<string, StandingByFacts>> {
  const ask = async (some: readonly Kept[]) => {
    const standingOf = await judge(tx, some);
    return some.map(({ id }) => [id, standingOf(id) ?? TOMBSTONE] as const);
  };
  /* What cannot be folded is named by the caller. A database that went is met by the next
     question. */
  const alone = (operation: Kept) => ask([operation]).catch(() => []);
  return new Map(await ask(operations).catch(async () => (await Promise.all(operations.map(alone))).flat()));
}

/** The outcome in words for a terminal. */
export function describeStates({ sound, faults }: StatesVerdict): string {
  if (faults.length > 0)
    return `broken    ${faults.join('\n          ')}\n          ${sound} others match their facts\n`;
  return `unbroken  ${sound === 1 ? '1 operation matches' : `${sound} operations match`} their facts\n`;
}
