import type { Kysely } from 'kysely';
import * as z from 'zod';
import type { Keys } from '../base/keys.ts';
import type { StoreOwner } from '../store/first-shop.ts';
import type { Schema } from '../store/schema.ts';
import type { IssuerAddress } from './config.ts';

/** A shop's own terms; the others are those of the settings. */
export const storedTermsSchema = z.strictObject({
  timeZone: z.string(),
  currency: z.string(),
  productClass: z.string(),
});
export type StoredTerms = z.infer<typeof storedTermsSchema>;

/** A shop's id and secret at the issuer's merchant API. */
export const storedPairSchema = z.strictObject({ clientId: z.string(), clientSecret: z.string() });
export type StoredPair = z.infer<typeof storedPairSchema>;

/** The issuer's addresses for an account, and the account's pair for the client API. */
export const storedAddressSchema = z.strictObject({
  merchantBaseUrl: z.string(),
  client: z.nullable(
    z.strictObject({ baseUrl: z.string(), tokenUrl: z.string(), clientId: z.string(), clientSecret: z.string() }),
  ),
});
export type StoredAddress = z.infer<typeof storedAddressSchema>;

/** A shop in the database, in addition to the shop of the settings. */
export interface StoredShop extends StoreOwner {
  readonly slug: string;
  readonly name: string;
  /** Null until an answer has contained it. */
  readonly mid: string | null;
  /** The mid that answers name instead; see the column `other_mid`. */
  readonly otherMid: string | null;
  readonly terms: StoredTerms;
  readonly pair: StoredPair;
  /** Null for the account of the settings. */
  readonly address: StoredAddress | null;
  readonly accountName: string | null;
  readonly isSuspended: boolean;
}

/** Returns the shops that `npm run shop` added, by slug. */
export async function readStoredShops(db: Kysely<Schema>, keys: Pick<Keys, 'open'>): Promise<StoredShop[]> {
  const rows = await db
    .selectFrom('shop')
    .innerJoin('account', 'account.id', 'shop.account')
    .select(['shop.id', 'shop.account', 'shop.slug', 'shop.name', 'shop.mid', 'shop.terms', 'shop.pair_sealed'])
    .select(['shop.suspended_at', 'shop.other_mid', 'account.name as account_name', 'account.address_sealed'])
    .where('shop.slug', 'is not', null)
    .orderBy('shop.slug')
    .execute();
  const opened = (sealed: string): unknown => JSON.parse(keys.open(sealed));
  return rows.map(
    ({ id, account, slug, name, mid, terms, pair_sealed, suspended_at, other_mid, account_name, address_sealed }) => ({
      shop: id,
      account,
      slug: slug ?? '',
      name: name ?? '',
      mid,
      otherMid: other_mid,
      terms: storedTermsSchema.parse(JSON.parse(terms ?? 'null')),
      pair: storedPairSchema.parse(opened(pair_sealed ?? '')),
      address: address_sealed === null ? null : storedAddressSchema.parse(opened(address_sealed)),
      accountName: account_name,
      isSuspended: suspended_at !== null,
    }),
  );
}

/** Returns the issuer's address and the credentials of a shop. */
export function issuerAddressOf({ pair, mid, address }: StoredShop, ofSettings: IssuerAddress): IssuerAddress {
  const credentials = { merchantClientId: pair.clientId, merchantClientSecret: pair.clientSecret, mid };
  if (address === null) return { ...ofSettings, ...credentials };
  const { merchantBaseUrl, client } = address;
  if (client === null) return { merchantBaseUrl, ...credentials, client };
  const { baseUrl, tokenUrl, ...clientPair } = client;
  const token = { kind: 'fetched', url: tokenUrl, ...clientPair } as const;
  return { merchantBaseUrl, ...credentials, client: { baseUrl, token, pair: clientPair } };
}
