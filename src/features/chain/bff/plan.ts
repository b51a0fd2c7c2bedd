import { isDeepStrictEqual } from 'node:util';
import type { StoredTerms } from '../../../bff/platform/config/stored-shops.ts';
import { Problem } from '../../../bff/platform/http/problem.ts';
import { type AddressRules, pinned } from '../../printing/bff/address.ts';
import type { AccountInFile, Chain, ShopInFile } from './chain-file.ts';
import { officeChanges, type PeopleChange, staffChanges } from './plan-people.ts';
import { type ChainSettingChange, lockedNames, planChainSettings } from './settings-in-file.ts';
import { NO_PARTS, type PartChange, planParts, type ShopParts } from './shop-parts.ts';
import { chainOf, type StoredChain } from './stored-chain.ts';

/** Reads the secret of a file that a chain file names. @throws Error if that is not possible */
export type ReadSecret = (file: string) => string;

interface OfShop {
  readonly slug: string;
}

/** A step from the stored chain to that of a file. Only its text has no secrets. */
export type ChainChange =
  | { readonly kind: 'name'; readonly name: string }
  | { readonly kind: 'account'; readonly name: string; readonly address: Address; readonly isNew: boolean }
  | (OfShop & { readonly kind: 'add-shop'; readonly shop: CompleteShop })
  | (OfShop & { readonly kind: 'change-shop'; readonly shop: CompleteShop; readonly fields: readonly string[] })
  /** A shop that the file lacks is suspended; its journal stays. */
  | (OfShop & { readonly kind: 'remove-shop' })
  | PeopleChange
  | ChainSettingChange
  /** `slug` is null for the shop of the settings. */
  | { readonly kind: 'part' | 'remove-part'; readonly slug: string | null; readonly part: PartChange };

export interface Address {
  readonly merchantBaseUrl: string;
  readonly client: {
    readonly baseUrl: string;
    readonly tokenUrl: string;
    readonly clientId: string;
    readonly clientSecret: string;
  } | null;
}

export interface CompleteShop {
  readonly name: string;
  readonly account: string | null;
  /** Null until an answer has contained it. */
  readonly mid: string | null;
  readonly terms: StoredTerms;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly isSuspended: boolean;
}

export interface PlanOptions {
  readonly stored: StoredChain;
  /** The terms of the server's settings, for what a shop leaves out. */
  readonly terms: StoredTerms;
  /** The client id of the settings; null in training mode. */
  readonly clientId: string | null;
  readonly secretOf: ReadSecret;
}

/**
 * Compares a chain file with the database.
 * @returns the changes, in the order in which they can be made
 * @throws Error with a message for the operator: a missing secret, an unknown or ambiguous name
 */
export function planChain(chain: Chain, options: PlanOptions): ChainChange[] {
  const { stored, secretOf } = options;
  assertDistinct(chain, options);
  const before = chainOf(stored);
  const isRenamed = chain.name !== undefined && chain.name !== stored.name;
  const named: ChainChange[] = isRenamed ? [{ kind: 'name', name: chain.name ?? '' }] : [];
  const accounts = Object.entries(chain.accounts ?? {}).flatMap(([name, account]): ChainChange[] => {
    const known = stored.shops.find(({ accountName }) => accountName === name)?.address ?? null;
    const address = addressOf(name, account, known, secretOf);
    return isDeepStrictEqual(known, address) ? [] : [{ kind: 'account', name, address, isNew: known === null }];
  });
  const settings = chain.settings ?? {};
  const locked = lockedNames(settings, stored.settings);
  const ofShop = (slug: string | null, shop: ShopParts): ChainChange[] => {
    const known = stored.shops.find((one) => one.slug === slug);
    const parts = slug === null ? stored.firstParts : known ? stored.partsOf(known.shop) : NO_PARTS;
    return planParts(placeOf(slug), shop, { stored: parts, locked, secretOf }).map((part) => ({
      kind: part.kind.startsWith('remove-') ? 'remove-part' : 'part',
      slug,
      part,
    }));
  };
  const shops = Object.entries(chain.shops).flatMap(([slug, shop]) => [
    ...shopChanges(slug, complete(slug, shop, options), stored),
    ...ofShop(slug, shop),
  ]);
  const missing = Object.keys(before.shops).filter((slug) => !Object.hasOwn(chain.shops, slug));
  const removed = missing
    .filter((slug) => before.shops[slug]?.suspended !== true)
    .map((slug): ChainChange => ({ kind: 'remove-shop', slug }));
  return [
    ...named,
    ...accounts,
    ...planChainSettings(settings, stored.settings),
    ...ofShop(null, chain.firstShop ?? {}),
    ...shops,
    ...staffChanges(chain, stored),
    ...officeChanges(chain, stored),
    ...removed,
  ];
}

/**
 * Resolves the addresses of new and changed printers.
 * @throws Error with a message for the operator if one is not allowed
 */
export async function assertPrinterAddresses(changes: readonly ChainChange[], rules: AddressRules): Promise<void> {
  for (const change of changes) {
    if (change.kind !== 'part' || change.part.kind !== 'printer' || !('host' in change.part.request)) continue;
    const { request } = change.part;
    await pinned(request, rules).catch((error: unknown) => {
      const why = error instanceof Problem ? error.message : 'the address could not be checked';
      throw new Error(`${placeOf(change.slug)}.printers: ${request.name}: ${why}`, { cause: error });
    });
  }
}

/** With one mid, a shop would take the captures of another for its own. */
function assertDistinct({ shops }: Chain, { stored, clientId }: PlanOptions): void {
  const [mids, clientIds] = [new Set([stored.mid]), new Set([clientId])];
  for (const [slug, { mid = null, ...shop }] of Object.entries(shops)) {
    if ((mid !== null && mids.has(mid)) || clientIds.has(shop.clientId))
      throw new Error(`shops.${slug}: another shop has the same mid or clientId`);
    mids.add(mid);
    clientIds.add(shop.clientId);
  }
}

function addressOf(
  name: string,
  { merchantBaseUrl, client }: AccountInFile,
  known: Address | null,
  secretOf: ReadSecret,
): Address {
  if (client === undefined) return { merchantBaseUrl, client: null };
  const { secretFile, ...rest } = client;
  const clientSecret = secretFile === undefined ? known?.client?.clientSecret : secretOf(secretFile);
  if (clientSecret === undefined) throw new Error(`accounts.${name}.client.secretFile: a new client needs its secret`);
  return { merchantBaseUrl, client: { ...rest, clientSecret } };
}

function complete(slug: string, shop: ShopInFile, { stored, terms, secretOf }: PlanOptions): CompleteShop {
  const known = stored.shops.find((one) => one.slug === slug);
  const { timeZone, currency, productClass } = { ...terms, ...known?.terms, ...defined(shop) };
  const clientSecret = shop.secretFile === undefined ? known?.pair.clientSecret : secretOf(shop.secretFile);
  if (clientSecret === undefined) throw new Error(`shops.${slug}.secretFile: a new shop needs its secret`);
  const { name, mid = known?.mid ?? null, clientId, account = null, suspended: isSuspended = false } = shop;
  return { name, account, mid, terms: { timeZone, currency, productClass }, clientId, clientSecret, isSuspended };
}

/** Returns the terms that a shop states. */
function defined({ timeZone, currency, productClass }: ShopInFile): Partial<StoredTerms> {
  return { ...(timeZone && { timeZone }), ...(currency && { currency }), ...(productClass && { productClass }) };
}

function shopChanges(slug: string, shop: CompleteShop, { shops, withClaims }: StoredChain): ChainChange[] {
  const known = shops.find((one) => one.slug === slug);
  if (known === undefined) return [{ kind: 'add-shop', slug, shop }];
  const { name, mid, otherMid, terms, pair, accountName: account, isSuspended } = known;
  if (account !== shop.account)
    throw new Error(`shops.${slug}: its account cannot be changed, because its journal belongs to that account`);
  if (mid !== shop.mid && shop.mid !== otherMid && withClaims.has(known.shop))
    throw new Error(`shops.${slug}: its mid cannot be changed, because its journal belongs to that mid`);
  const was = inFile({ name, account, mid, terms, ...pair, isSuspended });
  const is = inFile(shop);
  const changed = Object.keys(was).filter((field) => was[field] !== is[field]);
  return changed.length === 0 ? [] : [{ kind: 'change-shop', slug, shop, fields: changed }];
}

/** Returns the fields of a shop by their names in a chain file. */
function inFile({ terms, clientSecret, isSuspended, ...shop }: CompleteShop): Readonly<Record<string, unknown>> {
  return { ...shop, ...terms, secretFile: clientSecret, suspended: isSuspended };
}

/** The place of a shop in the file. */
const placeOf = (slug: string | null) => (slug === null ? 'firstShop' : `shops.${slug}`);

/** Changes that take something away. */
export const isRemoval = ({ kind }: ChainChange): boolean => kind.startsWith('remove-');
