import type { Kysely } from 'kysely';
import { rowsToCompare } from '../../../bff/issuer/mirror/compare-credentials.ts';
import type { StoredTime } from '../../../bff/issuer/mirror/mirror-store.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { readStoredShops, type StoredShop } from '../../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { firstShop } from '../../../bff/platform/store/first-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Role } from '../../../contract/access/people.ts';
import type { AccountInFile, Chain, ShopInFile } from './chain-file.ts';
import { lockedNames, readChainSettings, type StoredChainSettings } from './settings-in-file.ts';
import { NO_PARTS, partsInFile, readStoredParts, type StoredParts } from './shop-parts.ts';

/** A person's work in one shop. */
export interface Workplace {
  readonly shop: Scope;
  readonly personId: string;
  readonly name: string;
  readonly role: Role;
}

/** A person who belongs, or belonged, to head office. */
export interface OfficePerson {
  readonly personId: string;
  readonly name: string;
  readonly isMember: boolean;
}

/** The chain in the database. */
export interface StoredChain {
  /** The name of the shop of the settings; null if it has none. */
  readonly name: string | null;
  /** Its mid; null if it is not known yet. */
  readonly mid: string | null;
  readonly shops: readonly StoredShop[];
  /** Added shops whose journals have claims: their mids have been confirmed. */
  readonly withClaims: ReadonlySet<Scope>;
  /** The shop of the settings; null before the server's first start. */
  readonly firstShop: Scope | null;
  /** All people at work, in every shop. */
  readonly places: readonly Workplace[];
  /** Places of disabled people. */
  readonly disabled: readonly Workplace[];
  readonly office: readonly OfficePerson[];
  /** Values for all shops. */
  readonly settings: StoredChainSettings;
  /** The parts of the shop of the settings. */
  readonly firstParts: StoredParts;
  /** Parts of the other shops. */
  readonly partsOf: (shop: Scope) => StoredParts;
}

export async function readStoredChain(db: Kysely<Schema>, keys: Pick<Keys, 'open'>): Promise<StoredChain> {
  const everyone = await acrossShops(db)
    .selectFrom('place')
    .innerJoin('person', 'person.id', 'place.person_id')
    .select(['place.shop', 'person.id as personId', 'person.name', 'place.role', 'person.disabled_at'])
    .orderBy('person.name')
    .execute();
  const office = await db
    .selectFrom('office_member')
    .innerJoin('person', 'person.id', 'office_member.person_id')
    .select(['person.id', 'person.name', 'office_member.until'])
    .orderBy('person.name')
    .execute();
  const first = await db.selectFrom('shop').select(['id', 'name', 'mid']).where('slug', 'is', null).executeTakeFirst();
  const partsOf = await readStoredParts(db, keys);
  const shops = await readStoredShops(db, keys);
  const withClaims = await acrossShops(db)
    .selectFrom('shop')
    .select('id')
    .where('slug', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('claim').select('claim.shop').whereRef('claim.shop', '=', 'shop.id')),
    )
    .execute();
  return {
    name: first?.name ?? null,
    mid: first?.mid ?? null,
    shops,
    withClaims: new Set(withClaims.map(({ id }) => id)),
    firstShop: first?.id ?? null,
    places: everyone.filter(({ disabled_at }) => disabled_at === null),
    disabled: everyone.filter(({ disabled_at }) => disabled_at !== null),
    office: office.map(({ id: personId, name, until }) => ({ personId, name, isMember: until === null })),
    settings: await readChainSettings(db),
    firstParts: first === undefined ? NO_PARTS : partsOf(first.id),
    partsOf,
  };
}

/** Returns a function that reads rows of a known account, which its credentials have to show. */
export function comparableRowsOf(
  db: Kysely<Schema>,
  { shops }: Pick<StoredChain, 'shops'>,
  now: number,
): (account: string | null) => Promise<readonly StoredTime[]> {
  return async (name) => {
    const known = name === null ? await firstShop(db) : shops.find(({ accountName }) => accountName === name);
    return known ? rowsToCompare(acrossShops(db), known.account, now) : [];
  };
}

/** Returns the stored chain without its secrets. */
export function chainOf(stored: StoredChain): Chain {
  const { name: firstName, shops, office, settings, firstParts, partsOf } = stored;
  const locked = lockedNames({}, settings);
  const accounts: Record<string, AccountInFile> = {};
  const inFile: Chain['shops'] = {};
  for (const { shop, slug, name, mid, terms, pair, address, accountName, isSuspended } of shops) {
    if (accountName !== null && address !== null) accounts[accountName] = accountOf(address);
    inFile[slug] = {
      name,
      ...(accountName !== null && { account: accountName }),
      ...(mid !== null && { mid }),
      ...terms,
      clientId: pair.clientId,
      ...(isSuspended && { suspended: true }),
      staff: staffIn(stored, shop),
      ...partsInFile(partsOf(shop), locked),
    } satisfies ShopInFile;
  }
  const members = office.filter(({ isMember }) => isMember).map(({ name }) => name);
  const staffOfFirst = staffIn(stored, stored.firstShop);
  const partsOfFirst = {
    ...partsInFile(firstParts, locked),
    ...(Object.keys(staffOfFirst).length > 0 && { staff: staffOfFirst }),
  };
  return {
    ...(firstName !== null && { name: firstName }),
    ...(Object.keys(partsOfFirst).length > 0 && { firstShop: partsOfFirst }),
    ...(Object.keys(settings).length > 0 && { settings }),
    ...(Object.keys(accounts).length > 0 && { accounts }),
    ...(members.length > 0 && { office: members }),
    shops: inFile,
  };
}

/** Returns the roles of a shop's people by name. */
function staffIn({ places }: StoredChain, shop: Scope | null): Record<string, Role> {
  const here = places.filter((place) => place.shop === shop);
  return Object.fromEntries(here.map(({ name, role }) => [name, role]));
}

function accountOf({ merchantBaseUrl, client }: NonNullable<StoredShop['address']>): AccountInFile {
  if (client === null) return { merchantBaseUrl };
  const { baseUrl, tokenUrl, clientId } = client;
  return { merchantBaseUrl, client: { baseUrl, tokenUrl, clientId } };
}
