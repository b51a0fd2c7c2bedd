import { DatabaseError, type PoolClient } from 'pg';
import { beforeEach, expect, it } from 'vitest';
import { shopNamed } from '../../../testing/rigs/shops.ts';
import { lendConnection } from './postgres-connection.ts';

const UNUSED = 'insert into a values (1) -- result unused';
const BEGIN = "begin; set local tillside.shop = 'a'";
const SET = "set tillside.shop = 'a'";

let sent: string[][];
let isFailing: (text: string) => boolean;
let lend: (shop: string) => (text: string) => Promise<unknown>;
let query: ReturnType<typeof lend>;
beforeEach(() => {
  sent = [];
  isFailing = () => false;
  const client = {
    connection: { stream: { cork: () => sent.push([]), uncork: () => undefined } },
    query: ({ text }: { text: string }) => {
      sent.at(-1)?.push(text);
      return isFailing(text) ? Promise.reject(new DatabaseError('no', 2, 'error')) : Promise.resolve({ rows: [text] });
    },
    getTransactionStatus: () => 'I',
    release: () => undefined,
  };
  lend = (shop) => {
    const lent = lendConnection(client as unknown as PoolClient, (waiting) => waiting, shopNamed(shop));
    return (text) => lent.query(text, []);
  };
  query = lend('a');
});

it('a transaction is sent together with its first statement', async () => {
  for (const text of ['begin', 'select 1', 'commit']) await query(text);
  expect(sent).toEqual([[BEGIN, 'select 1'], ['commit']]);
});

it('a statement whose result is unused is sent with the next statement, which gets its own result', async () => {
  for (const text of ['begin', UNUSED]) await query(text);
  expect(await query('select 1')).toEqual({ rows: ['select 1'] });
  for (const text of [UNUSED, 'commit']) await query(text);
  expect(sent).toEqual([
    [BEGIN, UNUSED, 'select 1'],
    [UNUSED, 'commit'],
  ]);
});

it('outside of a transaction, every statement is sent at once', async () => {
  for (const text of ['select 1', UNUSED]) await query(text);
  expect(sent).toEqual([[SET, 'select 1'], [UNUSED]]);
});

it.each(['commit', 'rollback'])('a transaction without a statement is not sent at its %s', async (end) => {
  for (const text of ['begin', end, 'select 1']) await query(text);
  expect(sent).toEqual([[SET, 'select 1']]);
});

it('a rollback drops statements that were not sent', async () => {
  for (const text of ['begin', 'select 1', UNUSED, 'rollback']) await query(text);
  expect(sent).toEqual([[BEGIN, 'select 1'], ['rollback']]);
});

it('the session’s shop is set with the first query of a shop, and with no other query', async () => {
  const other = lend('b');
  for (const ask of [query, query, other, query]) expect(await ask('select 1')).toEqual({ rows: ['select 1'] });
  const setOther = SET.replace("'a'", "'b'");
  expect(sent).toEqual([[SET, 'select 1'], ['select 1'], [setOther, 'select 1'], [SET, 'select 1']]);
});

it('a change runs under its transaction’s shop if the session has another shop', async () => {
  const change = 'update a set b = 1';
  expect(await query(change)).toEqual({ rows: [change] });
  await query('select 1');
  await query(change);
  expect(sent).toEqual([[BEGIN, change, 'commit'], [SET, 'select 1'], [change]]);
});

it.each([SET, 'select 1'])('the session’s shop is set again if %s fails', async (failing) => {
  isFailing = (text) => text === failing;
  await expect(query('select 1')).rejects.toThrow('no');
  isFailing = () => false;
  await query('select 1');
  expect(sent).toEqual([
    [SET, 'select 1'],
    [SET, 'select 1'],
  ]);
});
