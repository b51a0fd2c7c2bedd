import type { PostgresPoolClient } from 'kysely';
import { DatabaseError, escapeLiteral, type PoolClient, type QueryResult } from 'pg';
import { PLANS_MAX } from './limits.ts';
import { toStoreError } from './postgres-errors.ts';
import { hasUnusedResult } from './prepared.ts';
import type { WhileReachable } from './pulse.ts';
import { noteWrite } from './store-unavailable.ts';
import { SHOP_SETTING, type VisibleShop } from './visible-shop.ts';

/** A change that is durable at once if it is made outside of a transaction. */
const CHANGE = /^(with|insert|update|delete)\b/i;

/**
 * Texts of sent statements, with their plan names. Only the first 200 are stored, because lists of
 * varying length produce new texts without end.
 */
const planNames = new Map<string, string>();
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

/** The shop that the session of a connection is set to, while that is certain. */
const sessionShops = new WeakMap<PoolClient, VisibleShop>();

const COMMIT: Statement = { text: 'commit', values: [] };

/**
 * Adapts a connection for Kysely. It is returned to the pool only if the database has answered
 * every statement on it and no transaction is open: after silence, its state is unknown.
 *
 * The beginning of a transaction and statements with an unused result wait for the next statement,
 * and are sent together with it. An error in one of them is an error of that statement.
 *
 * The setting of the shop is sent along. Every transaction has its own, so that nothing is changed
 * if setting it fails, and a rollback leaves that of the session as it was. A query outside of a
 * transaction relies on the session.
 * @param shop whose rows the statements may see
 */
export function lendConnection(
  client: PoolClient,
  whileReachable: WhileReachable,
  shop: VisibleShop,
): PostgresPoolClient {
  const value = `${SHOP_SETTING} = ${escapeLiteral(shop)}`;
  const begin: Statement = { text: `begin; set local ${value}`, values: [] };
  const setSession: Statement = { text: `set ${value}`, values: [] };
  let silent: unknown = null;
  let isInTransaction = false;
  let waiting: Statement[] = [];

  /** Decides what to send now; returns null for nothing. */
  function takeToSend(statement: Statement): readonly Statement[] | null {
    const { text } = statement;
    if (text === 'begin' || (isInTransaction && hasUnusedResult(text))) {
      waiting.push(text === 'begin' ? begin : statement);
      isInTransaction = true;
      return null;
    }
    if (!isInTransaction && text !== 'rollback') return outsideTransaction(statement);
    const before = text === 'rollback' ? [] : waiting;
    const isEmpty = waiting[0] === begin && before.length <= 1;
    waiting = [];
    if (text !== 'commit' && text !== 'rollback') return [...before, statement];
    isInTransaction = false;
    return isEmpty ? null : [...before, statement];
  }

  function outsideTransaction(statement: Statement): readonly Statement[] {
    if (sessionShops.get(client) === shop) return [statement];
    return CHANGE.test(statement.text) ? [begin, statement, COMMIT] : [setSession, statement];
  }

  /** @returns the result of the last statement */
  async function send(statements: readonly Statement[]): Promise<QueryResult | undefined> {
    if (statements[0] !== setSession) return sendTogether(client, statements);
    sessionShops.delete(client);
    const result = await sendTogether(client, statements);
    sessionShops.set(client, shop);
    return result;
  }

  const query = async (text: string, values: readonly unknown[]) => {
    if (silent !== null) throw silent;
    const toSend = takeToSend({ text, values });
    if (toSend === null) return NOT_SENT;
    if (text === 'commit' || (CHANGE.test(text) && !isInTransaction)) noteWrite();
    try {
      return await whileReachable(send(toSend));
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
 * Sends statements without waiting in between.
 * @returns the result of the last one, besides a commit that belongs to it
 * @throws the first error, once all have been answered
 */
async function sendTogether(client: PoolClient, statements: readonly Statement[]): Promise<QueryResult | undefined> {
  const { stream } = client.connection;
  stream.cork();
  const sent = statements.map(({ text, values }) => client.query({ ...withPlanName(text), values: [...values] }));
  stream.uncork();
  if (sent.length === 1) return sent[0];
  let last: QueryResult | undefined;
  for (const [at, outcome] of (await Promise.allSettled(sent)).entries()) {
    if (outcome.status === 'rejected') throw outcome.reason;
    if (statements[at] !== COMMIT) last = outcome.value;
  }
  return last;
}

function withPlanName(text: string): { readonly text: string; readonly name?: string } {
  const statement = planNames.get(text);
  if (statement !== undefined) return { text, name: statement };
  if (planNames.size < PLANS_MAX && PLANNABLE.test(text)) planNames.set(text, `tillside_${planNames.size}`);
  return { text };
}
