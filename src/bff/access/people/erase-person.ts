import { type Kysely, type SqlBool, sql, type Transaction } from 'kysely';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Clock, Random } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { acrossShops } from '../../platform/store/across-shops.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import { hasTable } from '../../platform/store/migrations/dialect.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { drawLetters } from '../rate-limits/codes.ts';
import { eraseFromRecords } from './erase-from-records.ts';
import { NO_PIN } from './pins.ts';

export interface ErasePersonDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'chain'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'below'>;
  readonly audit: Pick<Audit, 'write'>;
}

export interface Erasure {
  readonly pseudonym: string;
  /** Entries, facts and reports in which a name was replaced. */
  readonly records: number;
}

const PSEUDONYM = 'Former staff ';
const PSEUDONYM_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const PSEUDONYM_LENGTH = 6;

type Person = Pick<Schema['person'], 'id' | 'name' | 'disabled_at'>;

/**
 * Replaces the names of a person who has left by a pseudonym, also in the trail, the facts and the
 * reports, and deletes PIN, badge, codes and passkeys. The caller has verified the journal: marks
 * of replaced names would otherwise hide earlier changes.
 * @param named the present name or the id
 * @throws Error with a message for the operator
 */
export async function erasePerson(named: string, deps: ErasePersonDeps): Promise<Erasure> {
  const { clock, audit } = deps;
  return exclusively(acrossShops(deps.db), 'people', async (tx) => {
    const person = await findPerson(tx, named);
    await assertLeft(tx, person);
    const isRepeated = person.name.startsWith(PSEUDONYM);
    const pseudonym = isRepeated
      ? person.name
      : PSEUDONYM + drawLetters(deps.random, PSEUDONYM_LETTERS, PSEUDONYM_LENGTH);
    const names = new Set(await formerNames(tx, person));
    names.delete(pseudonym);
    const shops = await shopsOf(tx, person.id);
    const records = await eraseFromRecords(tx, deps.keys, shops, { personId: person.id, names, pseudonym });
    await eraseAccess(tx, person.id, clock.now());
    await tx
      .updateTable('person')
      .set({ name: pseudonym, pin_hash: NO_PIN, language: null, disabled_at: person.disabled_at ?? clock.now() })
      .where('id', '=', person.id)
      .execute();
    for (const shop of shops) {
      const entry = { action: 'person.erased', subject: person.id, details: { name: pseudonym } } as const;
      await audit.write({ by: { shop, device: null, person: null }, ...entry }, tx);
    }
    return { pseudonym, records };
  });
}

async function findPerson(tx: Transaction<Schema>, named: string): Promise<Person> {
  const people = tx.selectFrom('person').select(['id', 'name', 'disabled_at']);
  const keys = tx.selectFrom('access_key').select('id');
  const found = await people
    .where((eb) => eb.or([eb('id', '=', named), eb('name', '=', named)]))
    .where('id', 'not in', keys)
    .execute();
  const [person, ...others] = found;
  if (person === undefined) throw new Error(`No person is named ${named}`);
  if (others.length > 0)
    throw new Error(`More than one person is named ${named}. Use an id: ${found.map(({ id }) => id).join(', ')}`);
  return person;
}

async function assertLeft(tx: Transaction<Schema>, { id, name, disabled_at }: Person): Promise<void> {
  if (disabled_at !== null) return;
  const place = await tx.selectFrom('place').select('shop').where('person_id', '=', id).limit(1).executeTakeFirst();
  const { rows } = (await hasTable(tx, 'office_member'))
    ? await sql`select 1 from office_member where person_id = ${id} and until is null`.execute(tx)
    : { rows: [] };
  if (place !== undefined || rows.length > 0)
    throw new Error(`${name} can still sign in: disable them first under Staff & devices, or with the chain file`);
}

/** Returns the present name and those that the trail records. */
async function formerNames(tx: Transaction<Schema>, { id, name }: Person): Promise<string[]> {
  const rows = await tx
    .selectFrom('audit')
    .select('details')
    .where('subject', '=', id)
    .where('action', 'like', 'person.%')
    .execute();
  const stored = rows.flatMap(({ details }) => {
    const { name: then, from, to } = JSON.parse(details) as Record<string, unknown>;
    return [then, from, to];
  });
  const roles = new Set(['cashier', 'stock', 'manager']);
  return [name, ...stored.filter((one): one is string => typeof one === 'string' && !roles.has(one))];
}

/** Returns the shops where a person works or worked. */
async function shopsOf(tx: Transaction<Schema>, id: string): Promise<Scope[]> {
  const places = tx.selectFrom('place').select('shop').where('person_id', '=', id);
  const entries = tx
    .selectFrom('audit')
    .select('shop')
    .where((eb) => eb.or([eb('subject', '=', id), eb('person_id', '=', id)]));
  const facts = tx
    .selectFrom('fact')
    .select('shop')
    .where((eb) => eb.or([eb('person_id', '=', id), eb('decider_id', '=', id)]));
  const rows = await places.union(entries).union(facts).execute();
  return rows.map(({ shop }) => shop).sort();
}

/** Deletes everything with which a person could sign in or was counted. */
async function eraseAccess(tx: Transaction<Schema>, id: string, now: number): Promise<void> {
  await tx
    .updateTable('session')
    .set({ ended_at: now })
    .where('person_id', '=', id)
    .where('ended_at', 'is', null)
    .execute();
  await tx.deleteFrom('badge').where('person_id', '=', id).execute();
  await tx.deleteFrom('person_code').where('person_id', '=', id).execute();
  const counted = sql<SqlBool>`subject = ${`person:${id}`} or subject like ${`at:% ${id}`}`;
  await tx.deleteFrom('pin_guard').where(counted).execute();
  /* Documents that were not printed may show the name. */
  if (await hasTable(tx, 'printout'))
    await sql`update printout set sealed = null where person_id = ${id} and state = 'unsure'`.execute(tx);
  for (const table of ['passkey_challenge', 'passkey', 'office_code'])
    if (await hasTable(tx, table)) await sql`delete from ${sql.table(table)} where person_id = ${id}`.execute(tx);
}
