import { compareCredentials } from '../../../bff/issuer/mirror/compare-credentials.ts';
import type { StoredTime } from '../../../bff/issuer/mirror/mirror-store.ts';
import { createTurns } from '../../../bff/platform/base/turns.ts';
import type { Config } from '../../../bff/platform/config/config.ts';
import { searchFault, withIssuer } from '../../server-check/bff/check-issuer.ts';
import type { ChainChange, CompleteShop } from './plan.ts';
import type { StoredChain } from './stored-chain.ts';

/** The fields of a shop in a file that decide whether the issuer answers it. */
const TRIED: readonly string[] = ['clientId', 'secretFile', 'suspended'];
const SEARCHES_AT_ONCE = 4;

type Login = Pick<CompleteShop, 'account' | 'clientId' | 'clientSecret' | 'mid' | 'terms'>;

/** The result of one search with the credentials of a shop. */
export interface TriedShop {
  readonly slug: string;
  readonly account: string | null;
  /** For the operator; null if the shop can begin. */
  readonly problem: string | null;
}

export interface TryOptions {
  readonly config: Pick<Config, 'remote' | 'terms'>;
  /** Returns stored rows of a known account, by its name; none of a new one. */
  readonly newestOf: (account: string | null) => Promise<readonly StoredTime[]>;
}

/**
 * Makes one search with the credentials of each new shop, of each that changes them or is resumed,
 * and of each in an account whose address changes. Training mode has no issuer to ask.
 */
export async function tryCredentials(
  changes: readonly ChainChange[],
  { shops }: Pick<StoredChain, 'shops'>,
  { config: { remote, terms }, newestOf }: TryOptions,
): Promise<TriedShop[]> {
  const moved = new Map(changes.flatMap((one) => (one.kind === 'account' ? [[one.name, one.address] as const] : [])));
  const addresses = new Map<string | null, string | undefined>([
    [null, remote?.merchantBaseUrl],
    ...shops.map(({ accountName, address }) => [accountName, (address ?? remote)?.merchantBaseUrl] as const),
    ...[...moved].map(([name, { merchantBaseUrl }]) => [name, merchantBaseUrl] as const),
  ]);
  const logins = new Map<string, Login>();
  for (const { slug, accountName, pair, mid, terms: own, isSuspended } of shops)
    if (accountName !== null && moved.has(accountName) && !isSuspended)
      logins.set(slug, { account: accountName, ...pair, mid, terms: own });
  for (const change of changes) {
    if (change.kind === 'remove-shop') logins.delete(change.slug);
    if (change.kind !== 'add-shop' && change.kind !== 'change-shop') continue;
    const isTried = change.kind === 'add-shop' || change.fields.some((field) => TRIED.includes(field));
    if (change.shop.isSuspended) logins.delete(change.slug);
    else if (isTried || logins.has(change.slug)) logins.set(change.slug, change.shop);
  }
  const inTurn = createTurns(SEARCHES_AT_ONCE);
  const tried = [...logins].map(async ([slug, login]) => {
    const merchantBaseUrl = addresses.get(login.account);
    if (merchantBaseUrl === undefined) return [];
    const { account, clientId, clientSecret, mid, terms: ofShop } = login;
    const pair = { merchantClientId: clientId, merchantClientSecret: clientSecret };
    const address = { merchantBaseUrl, ...pair, mid, client: null };
    return inTurn(() =>
      withIssuer({ terms: { ...terms, ...ofShop } }, address, async (issuer) => {
        const fault = await searchFault(issuer);
        const newest = fault === null ? await newestOf(account) : [];
        const isOther = fault === null && (await compareCredentials(issuer, newest)) === 'other';
        return [{ slug, account, problem: problemOf({ slug, account, fault, isOther }) }];
      }),
    );
  });
  return (await Promise.all(tried)).flat();
}

function problemOf({
  slug,
  account,
  fault,
  isOther,
}: Pick<TriedShop, 'slug' | 'account'> & { readonly fault: string | null; readonly isOther: boolean }): string | null {
  const setting = account === null ? 'account (not set)' : `account ${account}`;
  if (fault !== null)
    return (
      `shops.${slug}: the issuer does not respond to a search with these credentials (${fault}): ` +
      `check clientId, secretFile and ${setting}`
    );
  return isOther
    ? `shops.${slug}: a search with these credentials lists none of the account's transactions: check ${setting}`
    : null;
}

/**
 * Returns the changes that can be made: none of a shop with a problem, and not the address of an
 * account if it answers none of the shops.
 */
export function withoutProblems(changes: readonly ChainChange[], tried: readonly TriedShop[]): ChainChange[] {
  const slugs = new Set(tried.flatMap(({ slug, problem }) => (problem === null ? [] : [slug])));
  const answering = new Set(tried.flatMap(({ account, problem }) => (problem === null ? [account] : [])));
  const silent = new Set(tried.map(({ account }) => account).filter((account) => !answering.has(account)));
  const isOfNew = (account: string | null) =>
    silent.has(account) && changes.some((one) => one.kind === 'account' && one.isNew && one.name === account);
  for (const change of changes) if (change.kind === 'add-shop' && isOfNew(change.shop.account)) slugs.add(change.slug);
  const isOfProblem = (of: object) => 'slug' in of && typeof of.slug === 'string' && slugs.has(of.slug);
  return changes.filter((change) => {
    if (change.kind === 'account') return !silent.has(change.name);
    return change.kind === 'add-person' ? !change.posts.some(isOfProblem) : !isOfProblem(change);
  });
}
