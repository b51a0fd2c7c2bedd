import type { Insertable, Kysely, Selectable } from 'kysely';
import type * as z from 'zod/mini';
import type {
  newPersonSchema,
  Person,
  personAdminSchema,
  personChangeSchema,
} from '../../../contract/access/people.ts';
import type { Language } from '../../../contract/platform/languages.ts';
import { isMixedName, visualNameOf } from '../../../contract/visual-name.ts';
import type { AuditEntry } from '../../platform/audit/audit.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import { exclusively } from '../../platform/store/exclusively.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { GuessLimiter } from '../rate-limits/guess-limiter.ts';
import type { AgreeWithOther } from '../settings/settings.ts';
import { lastSeen } from './last-seen.ts';
import { assertManagesEverywhere, type IsOfficeMember } from './manages-everywhere.ts';
import { NO_PIN, type Pins } from './pins.ts';
import type { Sessions } from './sessions.ts';
import { isTrainingPerson } from './training-people.ts';

type NewPerson = z.infer<typeof newPersonSchema>;
type PersonChange = z.infer<typeof personChangeSchema>;
type PersonAdmin = z.infer<typeof personAdminSchema>;
type Database = Kysely<Schema>;
type Row = Selectable<Schema['person']>;
type PersonInShop = Row & Pick<Selectable<Schema['place']>, 'shop' | 'person_id' | 'role'>;

export interface People {
  /** People who can sign in. */
  list(shop: Scope): Promise<Person[]>;
  listForManager(shop: Scope): Promise<PersonAdmin[]>;
  /**
   * @throws Problem 409 `name-taken`, 400 `weak-pin`; for a new manager, also those of
   * {@link AgreeWithOther}
   */
  add(manager: Caller, person: NewPerson): Promise<PersonAdmin>;
  /**
   * Changes the given fields and records each change. A new PIN unlocks the person; a new PIN or
   * disabling ends the person's sessions.
   * @throws Problem 404 `not-found`, 409 `name-taken` or `last-manager`, 400 `weak-pin`, 403
   * `works-elsewhere`; for a new manager or another manager's PIN, also those of
   * {@link AgreeWithOther}
   */
  change(manager: Caller, id: string, change: PersonChange): Promise<PersonAdmin>;
  /** Sets the caller's language on every device; null for the language of the device. */
  speak(caller: Caller, language: Language | null): Promise<void>;
}

export interface PeopleOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly pins: Pins;
  readonly guessLimiter: GuessLimiter;
  readonly sessions: Sessions;
  readonly agree: AgreeWithOther;
  readonly isOfficeMember: IsOfficeMember;
}

/**
 * The people of a shop. They are never deleted, because the journal names them; they are disabled.
 */
export function createPeople({
  db,
  clock,
  random,
  pins,
  guessLimiter,
  sessions,
  audit,
  agree,
  isOfficeMember,
}: PeopleOptions): People {
  async function viewsOf(rows: readonly PersonInShop[], within: Database = db): Promise<PersonAdmin[]> {
    const subjects = (of: readonly PersonInShop[]) => of.map(({ id }) => `person:${id}` as const);
    const locked = await guessLimiter.locked(
      subjects(rows),
      within,
      subjects(rows.filter(({ role }) => role === 'manager')),
    );
    const seen = await lastSeen(within, rows);
    const withBadge = await whoHasBadge(within, rows);
    return rows.map(({ id, name, role, language, disabled_at, pin_hash }) => ({
      ...pinOf(pin_hash),
      id,
      name,
      role,
      language,
      disabled: disabled_at !== null,
      locked: locked.has(`person:${id}`),
      lastSeenAt: seen.get(id) ?? null,
      badge: withBadge.has(id),
    }));
  }

  async function viewOf(row: PersonInShop, within: Database): Promise<PersonAdmin> {
    const [view] = await viewsOf([row], within);
    if (!view) throw new Error('A stored person is missing');
    return view;
  }

  async function add(manager: Caller, { name, role, pin, approval }: NewPerson): Promise<PersonAdmin> {
    const agreedBy = role === 'manager' ? await agree(manager, approval) : null;
    const pin_hash = await pins.hash(pin);
    const { shop } = manager;
    return exclusively(db, 'people', async (trx) => {
      const row = { id: random.uuid(), name, pin_hash, created_at: clock.now(), disabled_at: null, language: null };
      await insertPerson(trx, row, { shop, role });
      const view = await viewOf({ ...row, shop, person_id: row.id, role }, trx);
      await audit.write(
        { by: manager, action: 'person.added', subject: row.id, details: { name, role, ...byApprover(agreedBy) } },
        trx,
      );
      return view;
    });
  }

  async function change(
    manager: Caller,
    id: string,
    { name, role, pin, disabled, locked, approval }: PersonChange,
  ): Promise<PersonAdmin> {
    const isForAllShops = name !== undefined || pin !== undefined || disabled !== undefined;
    if (isForAllShops) await assertManagesEverywhere(db, manager, { id, isOfficeMember });
    const isAlone = (person: PersonInShop) => !needsOther(manager, person, { role, pin, disabled });
    const isLastManager = isAlone(await personOf(db, manager.shop, id));
    const agreedBy = isLastManager ? null : await agree(manager, approval);
    const pin_hash = pin === undefined ? undefined : await pins.hash(pin);
    const who = [`person:${id}`] as const;
    return exclusively(db, 'people', async (trx) => {
      const before = await personOf(trx, manager.shop, id);
      if (isLastManager && !isAlone(before)) throw refuse('other-manager');
      const changed = {
        name: name ?? before.name,
        pin_hash: pin_hash ?? before.pin_hash,
        disabled_at:
          disabled === undefined ? before.disabled_at : disabled ? (before.disabled_at ?? clock.now()) : null,
      };
      const after: PersonInShop = { ...before, ...changed, role: role ?? before.role };
      if (after.name !== before.name) await assertNameIsFree(trx, after);
      if (isWorkingManager(before) && !isWorkingManager(after)) await assertAnotherManager(trx, before);
      await trx.updateTable('person').set(changed).where('id', '=', id).execute();
      await trx
        .updateTable('place')
        .set(roleColumns(before, after, clock.now()))
        .where('shop', '=', after.shop)
        .where('person_id', '=', id)
        .execute();
      if (pin_hash !== undefined || after.disabled_at !== null) await sessions.end({ personId: id }, trx);
      const unlocks = (pin_hash !== undefined || locked === false) && (await guessLimiter.locked(who, trx)).size > 0;
      if (pin_hash !== undefined || locked === false) await guessLimiter.forgive(who, trx);
      const view = await viewOf(after, trx);
      for (const { action, details } of changesOf(before, after, unlocks))
        await audit.write({ by: manager, subject: id, action, details: { ...details, ...byApprover(agreedBy) } }, trx);
      return view;
    });
  }

  return {
    async list(shop) {
      const working = selectPeopleIn(db, shop).where('disabled_at', 'is', null).orderBy('name');
      const rows = await working.select(['id', 'name', 'role', 'language', 'pin_hash']).execute();
      return rows.map(({ pin_hash, ...person }) => ({ ...person, ...pinOf(pin_hash) }));
    },
    listForManager: async (shop) => viewsOf(await peopleOnly(db, shop).orderBy('name').execute()),
    add,
    change,
    async speak({ person }, language) {
      await db.updateTable('person').set({ language }).where('id', '=', person.id).execute();
    },
  };
}

/** True if a change creates a manager, or gives another manager a PIN that the caller knows. */
function needsOther(
  manager: Caller,
  before: PersonInShop,
  { role = before.role, pin, disabled }: Pick<PersonChange, 'role' | 'pin' | 'disabled'>,
): boolean {
  const after = { role, disabled_at: disabled === false ? null : before.disabled_at };
  if (role === 'manager' && before.role !== 'manager') return true;
  if (before.id === manager.person.id || before.role !== 'manager') return false;
  return pin !== undefined || (before.disabled_at !== null && after.disabled_at === null);
}

function roleColumns(before: PersonInShop, { role }: PersonInShop, now: number): Partial<Schema['place']> {
  if (before.role === role) return { role };
  return {
    role,
    ...(role === 'manager' && { manager_since: now }),
    ...(before.role === 'manager' && { manager_until: now }),
  };
}

/** Adds that a person has no PIN yet. */
export const pinOf = (pinHash: string) => (pinHash === NO_PIN ? { needsPin: true } : {});

const byApprover = (name: string | null) => (name === null ? {} : { approver: name });

function changesOf(
  before: PersonInShop,
  after: PersonInShop,
  unlocks: boolean,
): Pick<AuditEntry, 'action' | 'details'>[] {
  const { name } = after;
  const entries: (Pick<AuditEntry, 'action' | 'details'> | false)[] = [
    before.name !== name && { action: 'person.renamed', details: { from: before.name, to: name } },
    before.role !== after.role && {
      action: 'person.role-changed',
      details: { name, from: before.role, to: after.role },
    },
    before.pin_hash !== after.pin_hash && { action: 'person.pin-reset', details: { name } },
    unlocks && { action: 'person.unlocked', details: { name } },
    before.disabled_at === null && after.disabled_at !== null && { action: 'person.disabled', details: { name } },
    before.disabled_at !== null && after.disabled_at === null && { action: 'person.enabled', details: { name } },
  ];
  return entries.filter((entry) => entry !== false);
}

/** Selects people: a key that acts in its own name also has a row here, and is no person. */
function peopleOnly(db: Database, shop: Scope) {
  const keyNames = db.selectFrom('access_key').select('id').where('shop', '=', shop);
  return selectPeopleIn(db, shop).selectAll().where('id', 'not in', keyNames);
}

/** @throws Problem 404 `not-found` */
async function personOf(db: Database, shop: Scope, id: string): Promise<PersonInShop> {
  const row = await peopleOnly(db, shop).where('id', '=', id).executeTakeFirst();
  if (!row) throw refuse('not-found', { message: 'Person not found.' });
  return row;
}

async function whoHasBadge(db: Database, people: readonly Row[]): Promise<ReadonlySet<string>> {
  if (people.length === 0) return new Set();
  const ids = people.map(({ id }) => id);
  const rows = await db
    .selectFrom('badge')
    .select('person_id')
    .where('revoked_at', 'is', null)
    .where('person_id', 'in', ids)
    .execute();
  return new Set(rows.map(({ person_id }) => person_id));
}

/** Selects people joined with their place in a shop. */
export function selectPeopleIn(db: Database, shop: Scope) {
  return db.selectFrom('place').innerJoin('person', 'person.id', 'place.person_id').where('place.shop', '=', shop);
}

/**
 * Writes a new person and their place in a shop. The caller has locked `people`.
 * @throws Problem 409 `name-taken`
 */
export async function insertPerson(
  db: Database,
  row: Insertable<Schema['person']>,
  { shop, role }: Pick<PersonInShop, 'shop' | 'role'>,
): Promise<void> {
  await assertNameIsFree(db, { ...row, shop });
  await db.insertInto('person').values(row).execute();
  await db.insertInto('place').values({ shop, person_id: row.id, role }).execute();
}

/**
 * Names must be unique so that people are not confused. A name that imitates Latin letters counts
 * as taken. @throws Problem 409 `name-taken`
 */
export async function assertNameIsFree(
  db: Database,
  { shop, name, id }: Pick<PersonInShop, 'shop' | 'name' | 'id'>,
): Promise<void> {
  if (isMixedName(name))
    throw refuse('name-taken', { message: 'This name mixes look-alike letters from different alphabets.' });
  const otherNames = await selectPeopleIn(db, shop).select('name').where('id', '!=', id).execute();
  const nameForm = visualNameOf(name);
  if (otherNames.some((other) => visualNameOf(other.name) === nameForm)) throw refuse('name-taken');
}

/** People of training mode do not count, because their PINs are public. */
async function assertAnotherManager(db: Database, leaving: PersonInShop): Promise<void> {
  const managers = await selectPeopleIn(db, leaving.shop)
    .select('id')
    .where('role', '=', 'manager')
    .where('disabled_at', 'is', null)
    .where('id', '!=', leaving.id)
    .execute();
  const otherManagers = managers.filter(({ id }) => isTrainingPerson(leaving.id) || !isTrainingPerson(id));
  if (otherManagers.length === 0) {
    throw refuse('last-manager');
  }
}

function isWorkingManager({ role, disabled_at }: PersonInShop): boolean {
  return role === 'manager' && disabled_at === null;
}
