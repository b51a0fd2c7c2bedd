import type { Kysely, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type { newPersonSchema, Person, personAdminSchema, personChangeSchema } from '../../contract/people.ts';
import { Problem } from '../http/problem.ts';
import { exclusively } from '../journal/exclusively.ts';
import type { Schema } from '../journal/schema.ts';
import type { Clock, Random } from '../ports.ts';
import type { Guessing } from './guessing.ts';
import type { Pins } from './pins.ts';
import { isPracticePerson } from './practice-people.ts';
import type { Sessions } from './sessions.ts';

type NewPerson = z.infer<typeof newPersonSchema>;
type PersonChange = z.infer<typeof personChangeSchema>;
type PersonAdmin = z.infer<typeof personAdminSchema>;
type Database = Kysely<Schema>;
type Row = Selectable<Schema['person']>;

export interface People {
  /** Whoever can sign in. */
  list(shop: string): Promise<Person[]>;
  /** Everybody, as a manager sees them. */
  listForManager(shop: string): Promise<PersonAdmin[]>;
  /** @throws Problem 409 `name-taken`, 400 `weak-pin` */
  add(shop: string, person: NewPerson): Promise<PersonAdmin>;
  /**
   * Changes what is given. A new PIN unlocks; a new PIN, and disabling, end the person's sessions.
   * @throws Problem 404 `not-found`, 409 `name-taken` or `last-manager`, 400 `weak-pin`
   */
  change(shop: string, id: string, change: PersonChange): Promise<PersonAdmin>;
}

export interface PeopleOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly pins: Pins;
  readonly guessing: Guessing;
  readonly sessions: Sessions;
}

/** The people of a shop. Nobody is ever deleted, because the journal names them; they are disabled. */
export function createPeople({ db, clock, random, pins, guessing, sessions }: PeopleOptions): People {
  async function add(shop: string, { name, role, pin }: NewPerson): Promise<PersonAdmin> {
    const pin_hash = await pins.hash(pin);
    return exclusively(db, 'people', async (trx) => {
      const row = { id: random.uuid(), shop, name, role, pin_hash, created_at: clock.now(), disabled_at: null };
      await insertPerson(trx, row);
      return adminView(row, false);
    });
  }

  async function change(shop: string, id: string, { name, role, pin, disabled }: PersonChange): Promise<PersonAdmin> {
    const pin_hash = pin === undefined ? undefined : await pins.hash(pin);
    const changed = await exclusively(db, 'people', async (trx) => {
      const before = await trx.selectFrom('person').selectAll().where('shop', '=', shop).where('id', '=', id).executeTakeFirst();
      if (!before) throw new Problem({ status: 404, code: 'not-found', message: 'There is no such person.', retry: 'never' });
      const after: Row = {
        ...before,
        name: name ?? before.name,
        role: role ?? before.role,
        pin_hash: pin_hash ?? before.pin_hash,
        disabled_at: disabled === undefined ? before.disabled_at : disabled ? (before.disabled_at ?? clock.now()) : null,
      };
      await assertNameIsFree(trx, after);
      if (isWorkingManager(before) && !isWorkingManager(after)) await assertAnotherManager(trx, before);
      await trx.updateTable('person').set(after).where('id', '=', id).execute();
      if (pin_hash !== undefined || after.disabled_at !== null) await sessions.end({ personId: id }, trx);
      return after;
    });
    if (pin_hash !== undefined) await guessing.forgive([`person:${id}`]);
    return adminView(changed, await isLocked(db, id));
  }

  return {
    list: (shop) =>
      db
        .selectFrom('person')
        .select(['id', 'name', 'role'])
        .where('shop', '=', shop)
        .where('disabled_at', 'is', null)
        .orderBy('name')
        .execute(),
    async listForManager(shop) {
      const rows = await db.selectFrom('person').selectAll().where('shop', '=', shop).orderBy('name').execute();
      return Promise.all(rows.map(async (row) => adminView(row, await isLocked(db, row.id))));
    },
    add,
    change,
  };
}

/**
 * Writes a new person.
 * @throws Problem 409 `name-taken`
 */
export async function insertPerson(db: Database, row: Row): Promise<void> {
  await assertNameIsFree(db, row);
  await db.insertInto('person').values(row).execute();
}

async function assertNameIsFree(db: Database, { shop, name, id }: Row): Promise<void> {
  const other = await db
    .selectFrom('person')
    .select('id')
    .where('shop', '=', shop)
    .where('name', '=', name)
    .where('id', '!=', id)
    .executeTakeFirst();
  if (other) throw new Problem({ status: 409, code: 'name-taken', message: 'Somebody has this name already.', retry: 'never' });
}

/** A practice manager cannot stand in for a real one, because everybody knows that PIN. */
async function assertAnotherManager(db: Database, leaving: Row): Promise<void> {
  const managers = await db
    .selectFrom('person')
    .select('id')
    .where('shop', '=', leaving.shop)
    .where('role', '=', 'manager')
    .where('disabled_at', 'is', null)
    .where('id', '!=', leaving.id)
    .execute();
  const others = managers.filter(({ id }) => isPracticePerson(leaving.id) || !isPracticePerson(id));
  if (others.length === 0) {
    throw new Problem({
      status: 409,
      code: 'last-manager',
      message: 'The shop needs a manager: make somebody else one first.',
      retry: 'never',
    });
  }
}

function isWorkingManager({ role, disabled_at }: Row): boolean {
  return role === 'manager' && disabled_at === null;
}

async function isLocked(db: Database, id: string): Promise<boolean> {
  const row = await db.selectFrom('pin_guard').select('locked_at').where('subject', '=', `person:${id}`).executeTakeFirst();
  return row !== undefined && row.locked_at !== null;
}

function adminView({ id, name, role, disabled_at }: Row, locked: boolean): PersonAdmin {
  return { id, name, role, disabled: disabled_at !== null, locked };
}
