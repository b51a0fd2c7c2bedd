import type { Kysely, Transaction } from 'kysely';
import * as z from 'zod/mini';
import { insertPerson, selectPeopleIn } from '../../../../bff/access/people/people.ts';
import { tillNamed } from '../../../../bff/access/people/till-named.ts';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Keys } from '../../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Caller, Identity } from '../../../../bff/platform/http/caller.ts';
import { type Problem, refuse } from '../../../../bff/platform/http/problem.ts';
import { withinAllShops } from '../../../../bff/platform/store/across-shops.ts';
import { exclusively } from '../../../../bff/platform/store/exclusively.ts';
import { prepared } from '../../../../bff/platform/store/prepared.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import { type KeyAdmin, keyIdOf, type NewKey, scopeSchema } from '../../../../contract/access/key.ts';
import { ACCESS_KEYS_OLD_SECRET_MS, USED_EVERY_MS, VISIBLE_AFTER_MS } from '../limits.ts';
import { createKeyRateLimit } from './key-rate-limit.ts';
import { keyHashOf, makeToken, prefixOf, sameHash } from './token.ts';

export interface AccessKeys {
  /** Lists keys, newest first, including keys revoked within the last 30 days. */
  list(shop: Scope): Promise<KeyAdmin[]>;
  /**
   * Creates a key; `key` is returned once and can never be read again.
   * @throws Problem 409 `name-taken`, 404 `not-found` for an unknown person
   */
  make(manager: Caller, request: NewKey): Promise<KeyAdmin & { key: string }>;
  /**
   * Creates a new secret for a key, which keeps its id and its operations. The previous secret is
   * valid for one more day. A new secret that was never used, because its response was lost, does
   * not replace the previous one. `key` is returned once.
   * @throws Problem 404 `not-found`, also for a revoked key
   */
  replace(manager: Caller, id: string): Promise<KeyAdmin & { key: string }>;
  /** Revokes a key, for every server at once. @throws Problem 404 `not-found` */
  revoke(manager: Caller, id: string): Promise<void>;
  /** Returns the identity of a key. @throws Problem 401 `wrong-key`, 429 `slow-down` */
  identify(key: string): Promise<Identity>;
}

export interface AccessKeysOptions extends Pick<Ports, 'db' | 'clock' | 'random' | 'audit'> {
  readonly keys: Pick<Keys, 'hash'>;
}

const scopesSchema = z.array(scopeSchema);
const scopesIn = (text: string) => scopesSchema.parse(JSON.parse(text));

/**
 * Keys of calling programs. They are read from the database with every request, so that a revoked
 * key is refused by all servers.
 */
export function createAccessKeys({ db, keys, clock, random, audit }: AccessKeysOptions): AccessKeys {
  const rate = createKeyRateLimit(clock);
  /* One shop identifies the keys of all. */
  const allShops = withinAllShops(db);
  const byStart = prepared((from, of: { start: string }) =>
    from
      .selectFrom('access_key')
      .innerJoin('person', 'person.id', 'access_key.person_id')
      .selectAll('access_key')
      .select(['person.name as person_name', 'person.disabled_at'])
      .where((e) => e.or([e('access_key.start', '=', of.start), e('access_key.old_start', '=', of.start)]))
      .where('access_key.revoked_at', 'is', null),
  );

  async function find(key: string) {
    const start = prefixOf(key);
    const [row] = start === null ? [] : (await byStart(allShops, { start })).rows;
    if (start === null || !row || !isSecretOf(row, { start, hash: keyHashOf(keys, key), now: clock.now() }))
      throw refuse('wrong-key');
    /* A key that acts in its own name has a row that is always disabled, so that no one can sign in
       with it. */
    if (row.person_id !== row.id && row.disabled_at !== null) throw refuse('wrong-key');
    return row;
  }

  return {
    async list(shop) {
      const rows = await visibleKeys(db, shop, clock.now() - VISIBLE_AFTER_MS);
      return rows.map((row) => viewOf(row, clock.now()));
    },
    async make(manager, request) {
      const { name, scopes, personId = null } = request;
      const { shop } = manager;
      const { key, keyPrefix: start } = makeToken(random);
      const id = keyIdOf(random.uuid());
      const now = clock.now();
      return exclusively(db, 'people', async (tx) => {
        await assertNameIsFree(tx, shop, name);
        await insertAsDevice(tx, { id, shop, name, now });
        if (personId === null) await insertUniqueName(tx, { id, shop, name, now });
        else await assertPerson(tx, shop, personId);
        const made = { id, shop, start, secret_hash: keyHashOf(keys, key), made_by: manager.person.id, made_at: now };
        const row = { ...made, ...columnsOf(request), person_id: personId ?? id, ...UNUSED };
        await tx.insertInto('access_key').values(row).execute();
        const details = { name, scopes: scopes.join(' ') };
        await audit.write({ by: manager, action: 'key.made', subject: id, details }, tx);
        return { ...(await readKey(tx, shop, id, clock.now())), key };
      });
    },
    async replace(manager, id) {
      const { key, keyPrefix: start } = makeToken(random);
      const { shop } = manager;
      return exclusively(db, 'keys', async (tx) => {
        const changed = await replaceSecret(tx, { shop, id, start, hash: keyHashOf(keys, key), now: clock.now() });
        if (!changed) throw noSuchKey();
        const replaced = await readKey(tx, shop, id, clock.now());
        await audit.write({ by: manager, action: 'key.replaced', subject: id, details: { name: replaced.name } }, tx);
        return { ...replaced, key };
      });
    },
    async revoke(manager, id) {
      const { shop } = manager;
      await db.transaction().execute(async (tx) => {
        const sameShop = tx.selectFrom('access_key').select('name').where('shop', '=', shop).where('id', '=', id);
        const row = await sameShop.executeTakeFirst();
        if (!row) throw noSuchKey();
        const alive = tx.updateTable('access_key').where('id', '=', id).where('revoked_at', 'is', null);
        const { numUpdatedRows } = await alive.set({ revoked_at: clock.now() }).executeTakeFirst();
        if (numUpdatedRows === 0n) return;
        await audit.write({ by: manager, action: 'key.revoked', subject: id, details: { name: row.name } }, tx);
      });
    },
    async identify(key) {
      const { id, shop, name, start, person_id, person_name, scopes, limit_once, limit_day, last_used_at } =
        await find(key);
      const requestsLeft = rate.countRequest(id);
      const now = clock.now();
      /* Recorded for the current secret only, to show if the program already uses it. */
      if (start === prefixOf(key) && (last_used_at === null || last_used_at <= now - USED_EVERY_MS))
        await allShops.updateTable('access_key').set({ last_used_at: now }).where('id', '=', id).execute();
      return {
        shop,
        device: { id, name },
        /* The role with the fewest rights: the key's permissions are its scopes. */
        person: { id: person_id, name: person_name, role: 'cashier' },
        key: { id, scopes: scopesIn(scopes), limits: { perRedemption: limit_once, perDay: limit_day }, requestsLeft },
      };
    },
  };
}

function visibleKeys(db: Kysely<Schema>, shop: Scope, revokedSince: number, id?: string) {
  return db
    .selectFrom('access_key')
    .innerJoin('person', 'person.id', 'access_key.person_id')
    .innerJoin('person as maker', 'maker.id', 'access_key.made_by')
    .selectAll('access_key')
    .select(['person.name as person_name', 'maker.name as maker_name'])
    .where('access_key.shop', '=', shop)
    .where((e) => e.or([e('access_key.revoked_at', 'is', null), e('access_key.revoked_at', '>=', revokedSince)]))
    .$if(id !== undefined, (of) => of.where('access_key.id', '=', id ?? ''))
    .orderBy('access_key.made_at', 'desc')
    .execute();
}

async function readKey(tx: Transaction<Schema>, shop: Scope, id: string, now: number): Promise<KeyAdmin> {
  const [row] = await visibleKeys(tx, shop, 0, id);
  if (!row) throw new Error('A stored API key is missing');
  return viewOf(row, now);
}

function columnsOf({ name, scopes, limits }: NewKey) {
  const once = [...new Set(scopes)];
  const { perRedemption = null, perDay = null } = limits ?? {};
  return { name, scopes: JSON.stringify(once), limit_once: perRedemption, limit_day: perDay };
}

/** The values of a key that was never used. */
const UNUSED = {
  last_used_at: null,
  revoked_at: null,
  old_start: null,
  old_secret_hash: null,
  old_until: null,
} as const;

type VisibleKey = Awaited<ReturnType<typeof visibleKeys>>[number];

function viewOf(row: VisibleKey, now: number): KeyAdmin {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString());
  return {
    id: row.id,
    name: row.name,
    start: row.start,
    scopes: scopesIn(row.scopes),
    person: row.person_id === row.id ? null : row.person_name,
    limits: { perRedemption: row.limit_once, perDay: row.limit_day },
    madeAt: new Date(row.made_at).toISOString(),
    madeBy: row.maker_name,
    lastUsedAt: iso(row.last_used_at),
    revokedAt: iso(row.revoked_at),
    oldUntil: row.revoked_at === null && (row.old_until ?? 0) > now ? iso(row.old_until) : null,
  };
}

interface NewSecret {
  readonly shop: Scope;
  readonly id: string;
  readonly start: string;
  readonly hash: string;
  readonly now: number;
}

/**
 * Replaces a key's own secret; the last used one stays valid for a while.
 * @returns false if the key does not exist
 */
async function replaceSecret(tx: Transaction<Schema>, { shop, id, start, hash, now }: NewSecret): Promise<boolean> {
  const row = await tx
    .selectFrom('access_key')
    .select(['start', 'secret_hash', 'old_start', 'old_secret_hash', 'old_until', 'last_used_at'])
    .where('shop', '=', shop)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) return false;
  const isOldInUse = row.last_used_at === null && (row.old_until ?? 0) > now;
  const before = isOldInUse ? {} : { old_start: row.start, old_secret_hash: row.secret_hash };
  const made = { start, secret_hash: hash, last_used_at: null, old_until: now + ACCESS_KEYS_OLD_SECRET_MS };
  await tx
    .updateTable('access_key')
    .set({ ...made, ...before })
    .where('id', '=', id)
    .execute();
  return true;
}

/** True if a secret is the key's current one, or the previous one shortly after a replacement. */
function isSecretOf(row: Schema['access_key'], { start, hash, now }: Omit<NewSecret, 'shop' | 'id'>): boolean {
  if (start === row.start) return sameHash(row.secret_hash, hash);
  return row.old_secret_hash !== null && (row.old_until ?? 0) > now && sameHash(row.old_secret_hash, hash);
}

/** Two keys with one name would be indistinguishable; revoked ones do not count. */
async function assertNameIsFree(tx: Transaction<Schema>, shop: Scope, name: string): Promise<void> {
  const alive = tx.selectFrom('access_key').select('id').where('shop', '=', shop).where('revoked_at', 'is', null);
  if (await alive.where('name', '=', name).executeTakeFirst()) throw nameInUse();
}

interface Namesake {
  readonly id: string;
  readonly shop: Scope;
  readonly name: string;
  readonly now: number;
}

/** Adds a device row for a key. The device is marked revoked, so no browser can use it. */
async function insertAsDevice(tx: Transaction<Schema>, { id, shop, name, now }: Namesake): Promise<void> {
  const till_id = await tillNamed(tx, shop, name);
  const device = { id, shop, name, secret_hash: id, enrolled_at: now, last_seen_at: null, revoked_at: now, till_id };
  await tx.insertInto('device').values(device).execute();
}

/**
 * Inserts a key as a person, where names are unique. It is disabled, so that no one can sign in as
 * it.
 */
async function insertUniqueName(tx: Transaction<Schema>, { id, shop, name, now }: Namesake): Promise<void> {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? name : `${name} ${count}`;
    const row = await selectPeopleIn(tx, shop).select('id').where('name', '=', free).executeTakeFirst();
    if (!row) {
      const person = { id, name: free, pin_hash: '', created_at: now, disabled_at: now };
      await insertPerson(tx, person, { shop, role: 'cashier' });
      return;
    }
    const isKey = await tx.selectFrom('access_key').select('id').where('id', '=', row.id).executeTakeFirst();
    if (!isKey) throw nameInUse();
  }
}

async function assertPerson(tx: Transaction<Schema>, shop: Scope, personId: string): Promise<void> {
  const working = selectPeopleIn(tx, shop).select('id').where('disabled_at', 'is', null);
  if (await working.where('id', '=', personId).executeTakeFirst()) return;
  throw refuse('not-found', { message: 'Person not found.', details: { field: 'personId' } });
}

function noSuchKey(): Problem {
  return refuse('not-found', { message: 'API key not found.' });
}

function nameInUse(): Problem {
  return refuse('name-taken', { message: 'A key or a person already has this name.' });
}
