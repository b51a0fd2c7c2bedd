import { type Kysely, sql } from 'kysely';
import { createAudit } from '../audit/audit.ts';
import { dataKeyMark, FIRST_SEALING_KEY, makeKey, unwrapKey, wrapKey } from '../base/keys.ts';
import type { Clock } from '../base/ports.ts';
import { exclusively } from '../store/exclusively.ts';
import { isPostgres } from '../store/migrations/dialect.ts';
import { patiently } from '../store/patiently.ts';
import type { Schema } from '../store/schema.ts';
import { openKeys, putWrapped, type Rotation, readRotations, readWrapped } from './key-ring.ts';
import { rewrap } from './rewrap.ts';

/** Servers look every other second; one that has not taken a key after this is asked about. */
const WAIT_MS = 60_000;
const ASK_EVERY_MS = 500;

/**
 * A rotation that cannot go on now, in words for whoever runs it.
 *
 * What was done stays, and the next run goes on from there.
 */
export class RotationStopped extends Error {}

export interface Rotating {
  readonly db: Kysely<Schema>;
  /** What the server's settings say now: the old one, or the new one once they were changed. */
  readonly dataKey: Buffer;
  /**
   * Proposes a new data key (for null), or keeps the one that the rotation has, where it has to be
   * kept outside of the database before it is used.
   */
  readonly keep: (proposed: Buffer | null) => Promise<Buffer>;
  /**
   * Lets servers that start from now on take the new data key.
   * @returns false where only a person can, who then runs the command again with the new key
   */
  readonly settle: (next: Buffer) => Promise<boolean>;
  readonly living: LivingServers;
  readonly clock: Pick<Clock, 'now' | 'monotonic' | 'sleep'>;
}

/** Whether every server that runs is among those that have said something in the database. */
export type LivingServers = (said: ReadonlySet<number>) => Promise<boolean>;

/** What a run came to. */
export interface Rotated {
  /** Of the new sealing key. */
  readonly number: number;
  /** Rows that were sealed anew in this run. */
  readonly rows: number;
  /** False: the settings of the servers still have to be given the new data key. */
  readonly ended: boolean;
}

/**
 * Goes on with a rotation that has not ended, or begins one: a new sealing key and a new data key.
 * Servers go on meanwhile. Whenever it is cut off, every server can read everything, starts with
 * the old data key or with the new one, and the next run goes on.
 * @throws RotationStopped when a server does not take the new key; WrongKey
 */
export async function rotateKeys(options: Rotating): Promise<Rotated> {
  const { db, dataKey, clock } = options;
  /* A wrong data key ends here. */
  await openKeys(db, dataKey);
  const rotation = (await openRotation(db)) ?? (await patiently(clock, () => begin(options)));
  const { number } = rotation;
  const next = nextKey(rotation, dataKey);
  if (next !== null) await options.keep(next);
  await untilAll(options, number, 'knows');
  const used = db
    .updateTable('key_rotation')
    .set({ state: 'sealing' })
    .where('number', '=', number)
    .where('state', '=', 'told');
  await patiently(clock, () => used.execute());
  await untilAll(options, number, 'seals_with');
  const rows = await rewrapAll(options);
  if (next !== null && !(await options.settle(next))) return { number, rows, ended: false };
  await patiently(clock, () => end(options, rotation));
  return { number, rows, ended: true };
}

/**
 * The new data key of a rotation, as it is kept under the old one; null when the settings have the
 * new one already.
 */
function nextKey({ to_key, handed }: Rotation, dataKey: Buffer): Buffer | null {
  return handed === null || dataKeyMark(dataKey) === to_key ? null : unwrapKey(dataKey, handed);
}

/** The rotation that has not ended; undefined for none. */
export async function openRotation(db: Kysely<Schema>): Promise<Rotation | undefined> {
  return (await readRotations(db)).find(({ state }) => state !== 'ended');
}

async function begin({ db, dataKey, keep, clock }: Rotating): Promise<Rotation> {
  const next = await keep(null);
  const from_key = dataKeyMark(dataKey);
  const to_key = dataKeyMark(next);
  const another = new RotationStopped('Another command has begun to rotate the keys: run this again');
  if (from_key === to_key)
    throw new RotationStopped('The new data key is the one that is used already: name a file that is not there yet');
  /* One command at a time: a key that another one makes between these questions would be taken
     for one of before, and a second rotation begun beside its. */
  await exclusively(db, 'rotation', async (tx) => {
    if (await openRotation(tx)) throw another;
    const known = await readWrapped(tx, dataKey);
    const root = known.get(FIRST_SEALING_KEY);
    if (root === undefined)
      throw new RotationStopped('The server of this version has not been started here yet: start it once');
    const number = Math.max(...known.keys()) + 1;
    const begun = { from_key, to_key, handed: wrapKey(dataKey, next), begun_at: clock.now(), ended_at: null };
    await tx
      .insertInto('key_rotation')
      .values({ number, state: 'told', ...begun })
      .execute();
    const all = new Map([...known, [number, makeKey()]]);
    for (const under of [dataKey, next]) await putWrapped(tx, under, all);
  });
  const begun = await openRotation(db);
  if (begun === undefined) throw another;
  return begun;
}

/**
 * Waits until every server that runs knows the new key, or seals with it.
 *
 * One that starts later reads it at its start.
 */
async function untilAll({ db, living, clock }: Rotating, number: number, what: 'knows' | 'seals_with'): Promise<void> {
  const until = clock.monotonic() + WAIT_MS;
  for (;;) {
    const rows = await db.selectFrom('key_reader').select('server').where(what, '>=', number).execute();
    if (await living(new Set(rows.map(({ server }) => server)))) return;
    if (clock.monotonic() > until)
      throw new RotationStopped(
        'A server that runs has not taken the new key: look at its log, restart it, and run this again',
      );
    await clock.sleep(ASK_EVERY_MS);
  }
}

/** Rows change while they are read, so it is done when a look at all of them finds none. */
async function rewrapAll({ db, dataKey, clock }: Rotating): Promise<number> {
  const keys = await openKeys(db, dataKey);
  let rows = 0;
  for (let found = await rewrap(db, keys, clock); found > 0; found = await rewrap(db, keys, clock)) rows += found;
  return rows;
}

/**
 * Nothing is wrapped under the old data key any more, nor is the new one: what was deleted is
 * overwritten, as far as the database can.
 */
async function end({ db, dataKey, clock }: Rotating, { number, from_key }: Rotation): Promise<void> {
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
