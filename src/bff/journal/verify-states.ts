import { type Kysely, sql } from 'kysely';
import type * as z from 'zod/mini';
import { isActivationOpen } from '../../contract/activation.ts';
import { isIssueOpen } from '../../contract/issue.ts';
import { isRefundOpen } from '../../contract/refund.ts';
import { isTenderOpen } from '../../contract/tender.ts';
import type { AnyFact, DatedFact } from '../operation/facts.ts';
import { readFacts } from '../operation/read-facts.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import type { OperationKind, Schema } from '../store/schema.ts';
import { activationFactSchema } from './activation-facts.ts';
import { foldActivation } from './activation-fold.ts';
import { foldIssue, issueFactSchema } from './issue-facts.ts';
import { foldOrphan, orphanFactSchema } from './orphan-facts.ts';
import { foldRefund, refundFactSchema } from './refund-facts.ts';
import { foldTender, tenderFactSchema } from './tender-facts.ts';

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

interface Standing {
  readonly state: string;
  readonly open: boolean;
}
/** How operations of one kind stand by their facts; null for one without any. */
type Judge = (
  db: Kysely<Schema>,
  operations: readonly { readonly id: string }[],
) => Promise<(id: string) => Standing | null>;

function judgeOf<F extends AnyFact, S extends string>(
  schema: z.ZodMiniType<F>,
  fold: (facts: readonly DatedFact<F>[]) => { readonly state: S },
  isOpen: (state: S) => boolean,
): Judge {
  return async (db, operations) => {
    const factsOf = await readFacts(db, operations, schema);
    return (id) => {
      const facts = factsOf(id);
      if (facts.length === 0) return null;
      const { state } = fold(facts);
      return { state, open: isOpen(state) };
    };
  };
}

const JUDGES: Readonly<Record<OperationKind, Judge>> = {
  tender: judgeOf(tenderFactSchema, foldTender, isTenderOpen),
  refund: judgeOf(refundFactSchema, foldRefund, isRefundOpen),
  activation: judgeOf(activationFactSchema, foldActivation, isActivationOpen),
  issue: judgeOf(issueFactSchema, foldIssue, isIssueOpen),
  orphan: judgeOf(orphanFactSchema, foldOrphan, (state) => state === 'found'),
};

/** A tender id that was given up before it arrived has no facts. */
const TOMBSTONE: Standing = { state: 'cancelled', open: false };
const FAULTS_NAMED = 20;
const AT_A_TIME = 500;

/**
 * Compares how every operation stands with what its facts add up to.
 *
 * It does so on one view of the database. The till goes by how an operation stands; seals protect
 * the facts.
 */
export async function verifyStates(db: Kysely<Schema>): Promise<StatesVerdict> {
  return db.transaction().execute(async (tx) => {
    if (isPostgres(tx)) await sql`set transaction isolation level repeatable read, read only`.execute(tx);
    const faults: string[] = [];
    let sound = 0;
    for (let after = ''; ; ) {
      const all = tx.selectFrom('operation').select(['id', 'kind', 'state', 'open']).where('id', '>', after);
      const some = await all.orderBy('id').limit(AT_A_TIME).execute();
      const found = await faultsIn(tx, some);
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

async function faultsIn(tx: Kysely<Schema>, operations: readonly Kept[]): Promise<string[]> {
  const faults: string[] = [];
  for (const kind of Object.keys(JUDGES) as OperationKind[]) {
    const ofKind = operations.filter((operation) => operation.kind === kind);
    const standings = await standingsOf(JUDGES[kind], tx, ofKind);
    for (const { id, state, open } of ofKind) {
      const standing = standings.get(id);
      if (standing === undefined) {
        faults.push(`${kind} ${id} has facts that this program never writes`);
        continue;
      }
      const { state: wanted, open: isOpen } = standing;
      if (state !== wanted) faults.push(`${kind} ${id} stands as ${state}; its facts say ${wanted}`);
      else if ((open === 1) !== isOpen)
        faults.push(`${kind} ${id} is ${isOpen ? 'not ' : ''}open; its facts say otherwise`);
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
  judge: Judge,
  tx: Kysely<Schema>,
  operations: readonly Kept[],
): Promise<ReadonlyMap<string, Standing>> {
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
    return `broken    ${faults.join('\n          ')}\n          ${sound} others stand as their facts say\n`;
  return `unbroken  ${sound === 1 ? '1 operation stands' : `${sound} operations stand`} as the facts say\n`;
}
