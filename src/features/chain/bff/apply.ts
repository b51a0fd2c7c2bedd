import type { Kysely, Transaction } from 'kysely';
import { assertNameIsFree } from '../../../bff/access/people/people.ts';
import { NO_PIN } from '../../../bff/access/people/pins.ts';
import { readAgain } from '../../../bff/issuer/mirror/read-again.ts';
import type { Audit } from '../../../bff/platform/audit/audit.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Clock, Random } from '../../../bff/platform/base/ports.ts';
import type { Account, Scope } from '../../../bff/platform/base/scope.ts';
import { firstShop, type StoreOwner } from '../../../bff/platform/store/first-shop.ts';
import { inheritGap } from '../../../bff/platform/store/journal-gaps.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { addOfficeMember, auditOffice, removeOfficeMember } from '../../head-office/bff/office-members.ts';
import type { ChainChange, CompleteShop } from './plan.ts';
import { applyChainSettings } from './settings-in-file.ts';
import { applyPart } from './shop-parts.ts';

export interface ApplyDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'seal'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly random: Pick<Random, 'uuid' | 'token'>;
  readonly audit: Pick<Audit, 'write'>;
}

type Database = Transaction<Schema>;

const NOT_SIGNED_IN = { device: null, person: null };
/** Settings and registers name the person who changed them. No one can sign in as this one. */
const COMMAND = { id: 'npm-run-shop', name: 'npm run shop' };
const NO_SHOP = 'There is no shop yet: start the server once';

/**
 * Makes one change, with its entry in the shop's audit trail, in one transaction: after an
 * interruption, the next run makes the others. Running servers notice it within seconds.
 * @returns a line for the operator that is shown only once; null for none
 * @throws Error with a message for the operator, or Problem 409 `name-taken`
 */
export async function applyChange(change: ChainChange, deps: ApplyDeps): Promise<string | null> {
  return deps.db.transaction().execute(async (tx) => {
    switch (change.kind) {
      case 'account':
        await saveAccount(tx, change, deps);
        return null;
      case 'add-person':
        await addPerson(tx, change, deps);
        return null;
      case 'add-member':
        await addMember(tx, change, deps);
        return null;
      case 'remove-member':
        await removeMember(tx, change, deps);
        return null;
      case 'chain-settings':
      case 'reset-chain-settings':
        await applyChainSettings(tx, await byCommand(tx, null, deps), change, deps);
        return null;
      case 'part':
      case 'remove-part':
        return applyPart(tx, await byCommand(tx, change.slug, deps), change.part, deps);
      default: {
        const shop = await saveInShop(tx, change, deps);
        await deps.audit.write({ by: { shop, ...NOT_SIGNED_IN }, ...entryOf(change) }, tx);
        return null;
      }
    }
  });
}

async function byCommand(tx: Database, slug: string | null, { clock }: ApplyDeps) {
  const now = clock.now();
  await tx
    .insertInto('person')
    .values({ ...COMMAND, pin_hash: '', created_at: now, disabled_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { shop } = await shopOf(tx, slug);
  return { shop, device: null, person: COMMAND };
}

async function saveAccount(
  tx: Database,
  { name, address }: Extract<ChainChange, { kind: 'account' }>,
  { keys, clock, random }: ApplyDeps,
): Promise<void> {
  const address_sealed = keys.seal(JSON.stringify(address));
  const { numUpdatedRows } = await tx
    .updateTable('account')
    .set({ address_sealed })
    .where('name', '=', name)
    .executeTakeFirst();
  if (numUpdatedRows > 0n) return;
  const id = random.uuid() as Account;
  await tx.insertInto('account').values({ id, name, address_sealed, created_at: clock.now() }).execute();
}

type MemberChange<Kind> = Extract<ChainChange, { kind: Kind }>;

/** Creates a person, who chooses the first PIN with a code. @returns the id */
async function insertNewPerson(tx: Database, name: string, { clock, random }: ApplyDeps): Promise<string> {
  const id = random.uuid();
  const row = { id, name, pin_hash: NO_PIN, created_at: clock.now(), disabled_at: null };
  await tx.insertInto('person').values(row).execute();
  return id;
}

async function addPerson(
  tx: Database,
  { name, posts, isMember }: Extract<ChainChange, { kind: 'add-person' }>,
  deps: ApplyDeps,
): Promise<void> {
  const personId = await insertNewPerson(tx, name, deps);
  for (const { slug, role } of posts) {
    const { shop } = await shopOf(tx, slug);
    await place(tx, shop, { personId, name, role }, deps);
    const entry = { action: 'person.added', subject: personId, details: { name, role } } as const;
    await deps.audit.write({ by: { shop, ...NOT_SIGNED_IN }, ...entry }, tx);
  }
  if (isMember) await addMember(tx, { personId, name }, deps);
}

async function addMember(
  tx: Database,
  { personId, name }: Pick<MemberChange<'add-member'>, 'personId' | 'name'>,
  deps: ApplyDeps,
): Promise<void> {
  const { clock, audit } = deps;
  const id = personId ?? (await insertNewPerson(tx, name, deps));
  await addOfficeMember(tx, id, clock);
  await auditOffice(tx, audit, { by: NOT_SIGNED_IN, action: 'office.member-added', subject: id, details: { name } });
}

async function removeMember(
  tx: Database,
  { personId, name }: MemberChange<'remove-member'>,
  { clock, audit }: ApplyDeps,
): Promise<void> {
  await removeOfficeMember(tx, personId, clock);
  const entry = { action: 'office.member-removed', subject: personId, details: { name } } as const;
  await auditOffice(tx, audit, { by: NOT_SIGNED_IN, ...entry });
}

type ShopChange = Extract<
  ChainChange,
  { kind: 'name' | 'add-shop' | 'change-shop' | 'remove-shop' | 'place' | 'remove-place' }
>;

async function saveInShop(tx: Database, change: ShopChange, deps: ApplyDeps): Promise<Scope> {
  if (change.kind === 'name') return nameFirst(tx, change.name);
  if (change.kind === 'add-shop') return addShop(tx, change.slug, change.shop, deps);
  const { shop } = await shopOf(tx, change.slug);
  switch (change.kind) {
    case 'change-shop':
      await changeShop(tx, await findShop(tx, change.slug), change, deps);
      break;
    case 'remove-shop':
      await tx.updateTable('shop').set({ suspended_at: deps.clock.now() }).where('id', '=', shop).execute();
      break;
    case 'place':
      await place(tx, shop, change, deps);
      break;
    case 'remove-place':
      await tx.deleteFrom('place').where('shop', '=', shop).where('person_id', '=', change.personId).execute();
  }
  return shop;
}

async function nameFirst(tx: Database, name: string): Promise<Scope> {
  const { shop } = await findFirstShop(tx);
  await tx.updateTable('shop').set({ name }).where('id', '=', shop).execute();
  return shop;
}

async function findFirstShop(db: Kysely<Schema>): Promise<StoreOwner> {
  const first = await firstShop(db);
  if (first === null) throw new Error(NO_SHOP);
  return first;
}

/** @param slug null for the shop of the settings */
const shopOf = (tx: Database, slug: string | null) => (slug === null ? findFirstShop(tx) : findShop(tx, slug));

async function addShop(tx: Database, slug: string, shop: CompleteShop, deps: ApplyDeps): Promise<Scope> {
  const account = await accountNamed(tx, shop.account);
  const id = deps.random.uuid() as Scope;
  const columns = { slug, mid: shop.mid, account, ...columnsOf(shop, deps) };
  await tx
    .insertInto('shop')
    .values({ id, created_at: deps.clock.now(), ...columns })
    .execute();
  await readAgain(tx, account, shop.mid);
  const gap = await inheritGap(tx, id, deps.random.uuid(), deps.clock.now());
  if (gap) {
    /* Captures count from the shop's beginning on. */
    await tx.updateTable('shop').set({ created_at: gap.fromAt }).where('id', '=', id).execute();
    const entry = { action: 'data.gap-found', subject: gap.id, details: { reason: gap.reason } } as const;
    await deps.audit.write({ by: { shop: id, ...NOT_SIGNED_IN }, ...entry }, tx);
  }
  return id;
}

async function changeShop(
  tx: Database,
  { shop: id, account }: StoreOwner,
  { shop, fields }: Extract<ChainChange, { kind: 'change-shop' }>,
  deps: ApplyDeps,
): Promise<void> {
  /* Other credentials may be those of the shop's mid. */
  const isOtherPair = fields.includes('clientId') || fields.includes('secretFile');
  await tx
    .updateTable('shop')
    .set({ mid: shop.mid, ...columnsOf(shop, deps), ...(isOtherPair && { other_mid: null, other_mid_at: null }) })
    .where('id', '=', id)
    .execute();
  if (fields.includes('mid')) await readAgain(tx, account, shop.mid);
}

function columnsOf({ name, terms, clientId, clientSecret, isSuspended }: CompleteShop, { keys, clock }: ApplyDeps) {
  return {
    name,
    terms: JSON.stringify(terms),
    pair_sealed: keys.seal(JSON.stringify({ clientId, clientSecret })),
    suspended_at: isSuspended ? clock.now() : null,
  };
}

async function place(
  tx: Database,
  shop: Scope,
  { personId: person_id, name, role }: Pick<Extract<ChainChange, { kind: 'place' }>, 'personId' | 'name' | 'role'>,
  { clock }: ApplyDeps,
): Promise<void> {
  await assertNameIsFree(tx, { shop, name, id: person_id });
  const since = role === 'manager' ? { manager_since: clock.now() } : {};
  await tx
    .insertInto('place')
    .values({ shop, person_id, role, manager_until: null, manager_since: null, ...since })
    .onConflict((conflict) => conflict.columns(['shop', 'person_id']).doUpdateSet({ role, ...since }))
    .execute();
}

async function accountNamed(tx: Database, name: string | null): Promise<Account> {
  const first = await firstShop(tx);
  if (name === null && first !== null) return first.account;
  const found = await tx.selectFrom('account').select('id').where('name', '=', name).executeTakeFirst();
  if (!found) throw new Error(NO_SHOP);
  return found.id;
}

/** Finds an added shop. @throws Error with a message for the operator */
export async function findShop(db: Kysely<Schema>, slug: string): Promise<StoreOwner> {
  const found = await db
    .selectFrom('shop')
    .select(['id as shop', 'account'])
    .where('slug', '=', slug)
    .executeTakeFirst();
  if (!found) throw new Error(`There is no shop ${slug}: add it with apply first`);
  return found;
}

function entryOf(change: ShopChange) {
  switch (change.kind) {
    case 'name':
      return { action: 'shop.changed', details: { name: change.name, fields: 'name' } } as const;
    case 'add-shop':
      return { action: 'shop.added', details: { name: change.shop.name } } as const;
    case 'change-shop':
      return { action: 'shop.changed', details: { name: change.shop.name, fields: change.fields.join(', ') } } as const;
    case 'remove-shop':
      return { action: 'shop.changed', details: { name: change.slug, fields: 'suspended' } } as const;
    case 'place':
      return {
        action: 'person.placed',
        subject: change.personId,
        details: { name: change.name, role: change.role },
      } as const;
    case 'remove-place':
      return { action: 'person.left', subject: change.personId, details: { name: change.name } } as const;
  }
}
