import type { PoolClient } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { lendConnection } from './postgres-connection.ts';

const UNUSED = 'insert into a values (1) -- result unused';

let sent: string[][];
let query: (text: string) => Promise<unknown>;
beforeEach(() => {
  sent = [];
  const client = {
    connection: { stream: { cork: () => sent.push([]), uncork: () => undefined } },
    query: ({ text }: { text: string }) => {
      sent.at(-1)?.push(text);
      return Promise.resolve({ rows: [text] });
    },
    getTransactionStatus: () => 'I',
    release: () => undefined,
  };
  const lent = lendConnection(client as unknown as PoolClient, (waiting) => waiting);
  query = (text) => lent.query(text, []);
});

it('a transaction begins together with its first statement', async () => {
  for (const text of ['begin', 'select 1', 'commit']) await query(text);
  expect(sent).toEqual([['begin', 'select 1'], ['commit']]);
});

it('a statement whose result is unused is sent together with the next one, which gets its own result', async () => {
  for (const text of ['begin', UNUSED]) await query(text);
  expect(await query('select 1')).toEqual({ rows: ['select 1'] });
  for (const text of [UNUSED, 'commit']) await query(text);
  expect(sent).toEqual([
    ['begin', UNUSED, 'select 1'],
    [UNUSED, 'commit'],
  ]);
});

it('outside of a transaction, every statement is sent at once', async () => {
  await query(UNUSED);
  expect(sent).toEqual([[UNUSED]]);
});

it.each(['commit', 'rollback'])('a transaction without a statement is not sent at its %s', async (end) => {
  for (const text of ['begin', end, 'select 1']) await query(text);
  expect(sent).toEqual([['select 1']]);
});

it('a rollback drops what was not sent', async () => {
  for (const text of ['begin', 'select 1', UNUSED, 'rollback']) await query(text);
  expect(sent).toEqual([['begin', 'select 1'], ['rollback']]);
});
