import { type Kysely, sql } from 'kysely';
import { createAudit } from '../../../bff/platform/audit/audit.ts';
import { dataKeyMark, FIRST_SEALING_KEY, makeKey, unwrapKey, wrapKey } from '../../../bff/platform/base/keys.ts';
import type { Clock } from '../../../bff/platform/base/ports.ts';
import {
  openKeys,
  type Rotation,
  readRotations,
  readWrapped,
  storeWrapped,
} from '../../../bff/platform/storage/key-ring.ts';
import { exclusively } from '../../../bff/platform/store/exclusively.ts';
import { isPostgres } from '../../../bff/platform/store/migrations/dialect.ts';
import { retryWhileLocked } from '../../../bff/platform/store/retry-while-locked.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { ROTATE_POLL_EVERY_MS, ROTATE_WAIT_MS } from './limits.ts';
import { rewrap } from './rewrap.ts';

/**
 * A rotation that cannot continue now, with a message for the operator. Completed steps stay, and
 * the next run continues from there.
 */
export class RotationStopped extends Error {}

export interface RotationTerms {
  readonly db: Kysely<Schema>;
  /**
   * The data key in the server's settings: the old key, or the new key once an operator changed the
   * settings.
   */
  readonly dataKey: Buffer;
  /**
   * Stores the data key outside of the database before its first use. For `null`, a new key is
   * created. Returns the stored key.
   */
  readonly storeDataKey: (proposed: Buffer | null) => Promise<Buffer>;
  /**
   * Makes servers that start from now on use the new data key.
   * @returns false if only a person can change the settings, who has to run the command again with
   * the new key
   */
  readonly settle: (next: Buffer) => Promise<boolean>;
  readonly living: LivingServers;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
}

/** True if every running server is one of those that reported in the database. */
export type LivingServers = (updated: ReadonlySet<number>) => Promise<boolean>;

export interface RotationResult {
  readonly number: number;
  /** Rows encrypted again in this run. */
  readonly rows: number;
  /** False: the settings of the servers still need the new data key. */
  readonly ended: boolean;
}

/**
 * Continues an unfinished rotation, or begins one: a new sealing key and a new data key. Servers
 * keep running. If it is interrupted at any point, every server can read everything and starts with
 * either data key, and the next run continues.
 * @throws RotationStopped if a server does not load the new key; WrongKey
 */
export async function rotateKeys(options: RotationTerms): Promise<RotationResult> {
  const { db, dataKey, clock } = options;
  /* Throws for a wrong data key. */
  await openKeys(db, dataKey);
  const rotation = (await openRotation(db)) ?? (await retryWhileLocked(clock, () => beginRotation(options)));
  const { number } = rotation;
  const next = nextKey(rotation, dataKey);
  if (next !== null) await options.storeDataKey(next);
  await waitForAllServers(options, number, 'knows');
  const used = db
    .updateTable('key_rotation')
    .set({ state: 'sealing' })
    .where('number', '=', number)
    .where('state', '=', 'told');
  await retryWhileLocked(clock, () => used.execute());
  await waitForAllServers(options, number, 'seals_with');
  const rows = await rewrapAll(options);
  if (next !== null && !(await options.settle(next))) return { number, rows, ended: false };
  await retryWhileLocked(clock, () => endRotation(options, rotation));
  return { number, rows, ended: true };
}

/**
 * Returns the new data key of a rotation, wrapped with the old one; null if the settings already
 * have the new one.
 */
function nextKey({ to_key, handed }: Rotation, dataKey: Buffer): Buffer | null {
  return handed === null || dataKeyMark(dataKey) === to_key ? null : unwrapKey(dataKey, handed);
}

/** Returns the unfinished rotation; undefined if all have ended. */
export async function openRotation(db: Kysely<Schema>): Promise<Rotation | undefined> {
  return (await readRotations(db)).find(({ state }) => state !== 'ended');
}

async function beginRotation({ db, dataKey, storeDataKey, clock }: RotationTerms): Promise<Rotation> {
  const next = await storeDataKey(null);
  const from_key = dataKeyMark(dataKey);
  const to_key = dataKeyMark(next);
  const another = new RotationStopped('Another command has started to rotate the keys: run this command again');
  if (from_key === to_key)
    throw new RotationStopped('The new data key is already in use: choose a file that does not exist yet');
  /* One command at a time: otherwise a key created by another command between these queries would
     be mistaken for an older key, and a second rotation would begin. */
  await exclusively(db, 'rotation', async (tx) => {
    if (await openRotation(tx)) throw another;
    const wrapped = await readWrapped(tx, dataKey);
    const root = wrapped.get(FIRST_SEALING_KEY);
    if (root === undefined)
      throw new RotationStopped('This version of the server has not been started here yet: start it once');
    const number = Math.max(...wrapped.keys()) + 1;
    const rotation = { from_key, to_key, handed: wrapKey(dataKey, next), begun_at: clock.now(), ended_at: null };
    await tx
      .insertInto('key_rotation')
      .values({ number, state: 'told', ...rotation })
      .execute();
    const all = new Map([...wrapped, [number, makeKey()]]);
    for (const under of [dataKey, next]) await storeWrapped(tx, under, all);
  });
  const openedRotation = await openRotation(db);
  if (openedRotation === undefined) throw another;
  return openedRotation;
}

/**
 * Waits until every running server knows the new key, or encrypts with it. A server that starts
 * later reads it at its start.
 */
async function waitForAllServers(
  { db, living, clock }: RotationTerms,
  number: number,
  what: 'knows' | 'seals_with',
): Promise<void> {
  const until = clock.monotonic() + ROTATE_WAIT_MS;
  for (;;) {
    const rows = await db.selectFrom('key_reader').select('server').where(what, '>=', number).execute();
    if (await living(new Set(rows.map(({ server }) => server)))) return;
    if (clock.monotonic() > until)
      throw new RotationStopped(
        'A running server does not use the new key yet: check its log, restart it, and run this again',
      );
    await clock.sleep(ROTATE_POLL_EVERY_MS);
  }
}

/** Rows change during the scan, so the work is complete when one full scan finds no row. */
async function rewrapAll({ db, dataKey, clock }: RotationTerms): Promise<number> {
  const keys = await openKeys(db, dataKey);
  let rows = 0;
  for (let found = await rewrap(db, keys, clock); found > 0; found = await rewrap(db, keys, clock)) rows += found;
  return rows;
}

/**
 * Deletes all keys wrapped with the old data key, which could otherwise reveal the new one. The
 * database overwrites deleted values if it can.
 */
async function endRotation({ db, dataKey, clock }: RotationTerms, { number, from_key }: Rotation): Promise<void> {
  const audit = createAudit({ db, keys: await openKeys(db, dataKey), clock });
  if (!isPostgres(db)) await sql`pragma secure_delete = on`.execute(db);
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('wrapped_key').where('data_key', '=', from_key).execute();
    const { numUpdatedRows } = await tx
      .updateTable('key_rotation')
      .set({ state: 'ended', handed: null, ended_at: clock.now() })
      .where('number', '=', number)
      .where('state', '!=', 'ended')
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) return;
    for (const { id: shop } of await tx.selectFrom('shop').select('id').orderBy('id').execute())
      await audit.write(
        { by: { shop, person: null, device: null }, action: 'data.keys-rotated', details: { number } },
        tx,
      );
  });
  if (isPostgres(db)) await sql`vacuum wrapped_key, key_rotation`.execute(db);
}
