import { DatabaseError } from 'pg';
import { describe, expect, it } from 'vitest';
import { SQLITE } from '../../../testing/databases/stores.ts';
import { isUnavailable, toStoreError } from './postgres-errors.ts';
import { StoreUnavailable, unavailableIn } from './store-unavailable.ts';

function refusal(sqlState: string): DatabaseError {
  return Object.assign(new DatabaseError('words of the database', 0, 'error'), { code: sqlState });
}

describe('an error of the driver', () => {
  it.each<[string, Error]>([
    ['no server is listening', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['the connection breaks', new Error('Connection terminated unexpectedly')],
    ['no connection is available in time', new Error('timeout exceeded when trying to connect')],
    ['it is stopped', refusal('57P01')],
    ['another of its processes crashed', refusal('57P02')],
    ['it is starting', refusal('57P03')],
    ['the connection failed', refusal('08006')],
    ['no connection is free', refusal('53300')],
  ])('reports the database as unavailable when %s', (_when, error) => {
    expect(toStoreError(error)).toBeInstanceOf(StoreUnavailable);
    expect(toStoreError(error)).toMatchObject({ cause: error });
  });

  it.each<[string, unknown]>([
    ['a query is invalid', refusal('42P01')],
    ['a constraint is violated', refusal('23505')],
    ['a statement takes too long', refusal('57014')],
    ['the disk is full', refusal('53100')],
    ['a number is too large', new RangeError('too large')],
    ['a value cannot be written', new TypeError('circular')],
    ['something else was thrown', 'text'],
  ])('is unchanged when %s', (_when, error) => {
    expect(isUnavailable(error)).toBe(false);
    expect(toStoreError(error)).toBe(error);
  });
});

it('a timeout for another transaction’s lock does not mean a lost connection, and the request can be repeated', () => {
  const error = refusal('55P03');
  expect(isUnavailable(error)).toBe(false);
  expect(toStoreError(error)).toMatchObject({ name: 'StoreAway', code: '55P03', cause: error });
});

it('a database closed by this server, because another copy answered, counts as unavailable', async () => {
  const { db, close } = await SQLITE.open();
  await close();
  const met: unknown = await db
    .selectFrom('fact')
    .select('seq')
    .execute()
    .catch((error: unknown) => error);
  expect(unavailableIn(met)).toBeInstanceOf(StoreUnavailable);
  expect(unavailableIn(new Error('anything else'))).toBeNull();
});
