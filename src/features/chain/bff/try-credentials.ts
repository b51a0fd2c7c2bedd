import type { Config } from '../../../bff/platform/config/config.ts';
import { searchFault, withIssuer } from '../../server-check/bff/check-issuer.ts';
import type { ChainChange } from './plan.ts';
import type { StoredChain } from './stored-chain.ts';

/** The fields of a shop that decide whether the issuer answers it. */
const TRIED: readonly string[] = ['clientId', 'clientSecret', 'isSuspended'];

/**
 * Makes one search with the credentials of each new shop, and of each shop that changes them or is
 * resumed. Training mode has no issuer to ask.
 * @throws Error with a message for the operator, at the first shop that the issuer does not answer
 */
export async function tryCredentials(
  changes: readonly ChainChange[],
  { shops }: Pick<StoredChain, 'shops'>,
  { remote, terms }: Pick<Config, 'remote' | 'terms'>,
): Promise<void> {
  const addresses = new Map<string | null, string | undefined>([
    [null, remote?.merchantBaseUrl],
    ...shops.map(({ accountName, address }) => [accountName, (address ?? remote)?.merchantBaseUrl] as const),
    ...changes.flatMap((one) => (one.kind === 'account' ? [[one.name, one.address.merchantBaseUrl] as const] : [])),
  ]);
  for (const change of changes) {
    const isTried =
      change.kind === 'add-shop' ||
      (change.kind === 'change-shop' && change.fields.some((field) => TRIED.includes(field)));
    if (!isTried || change.shop.isSuspended) continue;
    const { account, clientId, clientSecret, mid, terms: ofShop } = change.shop;
    const merchantBaseUrl = addresses.get(account);
    if (merchantBaseUrl === undefined) continue;
    const address = {
      merchantBaseUrl,
      merchantClientId: clientId,
      merchantClientSecret: clientSecret,
      mid,
      client: null,
    };
    const fault = await withIssuer({ terms: { ...terms, ...ofShop } }, address, searchFault);
    if (fault === null) continue;
    const setting = account === null ? 'account, which it lacks' : `account ${account}`;
    throw new Error(
      `shops.${change.slug}: the issuer does not respond to a search with these credentials (${fault}): ` +
        `check clientId, secretFile and ${setting}. Nothing was changed`,
    );
  }
}
