import type { PostgresPoolClient } from 'kysely';
import { DatabaseError, type PoolClient, type QueryResult } from 'pg';
import { toStoreError } from './postgres-errors.ts';
import { hasUnusedResult } from './prepared.ts';
import type { WhileReachable } from './pulse.ts';
import { noteWrite } from './store-unavailable.ts';

/** A change that is durable at once if it is made outside of a transaction. */
const CHANGE = /^(with|insert|update|delete)\b/i;

/**
 * Texts of sent statements, with their plan names. Only the first 200 are stored, because lists of
 * varying length produce new texts without end.
 */
const planNames = new Map<string, string>();
const PLANS_MAX = 200;
/**
 * A plan for all columns of a table fails if a newer server adds one; other statements have no
 * plans.
 */
const PLANNABLE = /^(?:with|select|insert|update|delete)\b[^*]*$/i;

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The response to a statement that was not sent yet. */
const NOT_SENT = { command: '', rowCount: 0, rows: [] };

/**
 * Adapts a connection for Kysely. It is returned to the pool only if the database has answered
 * every statement on it and no transaction is open: after silence, its state is unknown.
 *
 * The beginning of a transaction and statements with an unused result wait for the next statement,
 * and are sent together with it. An error in one of them is an error of that statement.
 */
export function lendConnection(client: PoolClient, whileReachable: WhileReachable): PostgresPoolClient {
  let silent: unknown = null;
  let isInTransaction = false;
  let waiting: Statement[] = [];

  /** Decides what to send now; returns null for nothing. */
  function takeToSend(statement: Statement): readonly Statement[] | null {
    const { text } = statement;
    const hasBegun = waiting[0]?.text !== 'begin';
    if (text === 'begin' || (isInTransaction && hasUnusedResult(text))) {
      isInTransaction = true;
      waiting.push(statement);
      return null;
    }
    const before = text === 'rollback' ? [] : waiting;
    waiting = [];
    if (text !== 'commit' && text !== 'rollback') return [...before, statement];
    isInTransaction = false;
    const isEmpty = !hasBegun && before.length <= 1;
    return isEmpty ? null : [...before, statement];
  }

  const query = async (text: string, values: readonly unknown[]) => {
    if (silent !== null) throw silent;
    const toSend = takeToSend({ text, values });
    if (toSend === null) return NOT_SENT;
    if (text === 'commit' || (CHANGE.test(text) && !isInTransaction)) noteWrite();
    try {
      return await whileReachable(sendTogether(client, toSend));
    } catch (error) {
      const met = toStoreError(error);
      if (!(error instanceof DatabaseError)) silent = met;
      throw met;
    }
  };
  return {
    /* Kysely's type also accepts a cursor, which only streaming needs. */
    query: query as unknown as PostgresPoolClient['query'],
    release: () => client.release(silent !== null || client.getTransactionStatus() !== 'I'),
  };
}

/**
 * Sends statements without waiting in between. @returns the result of the last one
 * @throws the first error, once all have been answered
 */
async function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult | undefined> {
  const { stream } = client.connection;
  stream.cork();
  const sent = statements.map(({ text, values }) => client.query({ ...withPlanName(text), values: [...values] }));
  stream.uncork();
  if (sent.length === 1) return sent[0];
  let last: QueryResult | undefined;
  for (const outcome of await Promise.allSettled(sent)) {
    if (outcome.status === 'rejected') throw outcome.reason;
    last = outcome.value;
  }
  return last;
}

function withPlanName(text: string): { readonly text: string; readonly name?: string } {
  const statement = planNames.get(text);
  if (statement !== undefined) return { text, name: statement };
  if (planNames.size < PLANS_MAX && PLANNABLE.test(text)) planNames.set(text, `tillside_${planNames.size}`);
  return { text };
}
