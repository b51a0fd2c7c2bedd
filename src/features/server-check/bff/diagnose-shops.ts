import type { Kysely } from 'kysely';
import type { Finding } from '../../../bff/app/feature-hooks.ts';
import { compareCredentials, rowsToCompare } from '../../../bff/issuer/mirror/compare-credentials.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { createTurns } from '../../../bff/platform/base/turns.ts';
import type { Config, IssuerAddress } from '../../../bff/platform/config/config.ts';
import { issuerAddressOf, readStoredShops, type StoredShop } from '../../../bff/platform/config/stored-shops.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import { firstShop, type StoreOwner } from '../../../bff/platform/store/first-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import { type OtherMid, readOtherMid } from '../../../bff/redemption/recovery/mid-check.ts';
import { NO_VOUCHER, searchFault, withIssuer } from './check-issuer.ts';
import { compareWithRows, type ShownSettings } from './check-rows.ts';

const SHOPS_AT_ONCE = 4;

export interface DiagnoseShopsDeps {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'open'>;
  readonly config: Pick<Config, 'terms'>;
  /** The address of the settings. */
  readonly address: IssuerAddress;
  readonly now: number;
  /** Only this shop; left out: all. */
  readonly only?: Scope;
}

/**
 * Checks the shops of the chain's file, except suspended ones, with one search and one check each,
 * and whether the issuer names another mid than a shop has. It moves no money.
 */
export async function diagnoseShops(deps: DiagnoseShopsDeps): Promise<Finding[]> {
  const db = acrossShops(deps.db);
  const isIncluded = ({ shop }: StoreOwner) => deps.only === undefined || deps.only === shop;
  const first = [await firstShop(db)].find((one) => one !== null && isIncluded(one));
  const stored = (await readStoredShops(db, deps.keys)).filter((one) => !one.isSuspended && isIncluded(one));
  const ofFirst = first ? midProblem(await readOtherMid(db, first.shop)) : null;
  const inTurn = createTurns(SHOPS_AT_ONCE);
  const ofOthers = stored.map((shop) =>
    inTurn(async (): Promise<Finding> => {
      const stopped = midProblem(await readOtherMid(db, shop.shop));
      const found = stopped === null ? await checkShop({ ...deps, db }, shop) : { ok: false, message: stopped };
      return { subject: 'shop', ...found, message: `${shop.slug}: ${found.message}` };
    }),
  );
  return [
    ...(ofFirst === null ? [] : [{ ok: false, subject: 'shop', message: ofFirst } as const]),
    ...(await Promise.all(ofOthers)),
  ];
}

function midProblem(other: OtherMid | null): string | null {
  return (
    other &&
    `the issuer reports mid ${other.named}, so this shop is stopped: correct ${other.setting}, or the credentials if ` +
      'they are those of another shop'
  );
}

function checkShop(
  { db, config, address, now }: DiagnoseShopsDeps,
  shop: StoredShop,
): Promise<Omit<Finding, 'subject'>> {
  const account = shop.accountName === null ? 'account (not set)' : `account ${shop.accountName}`;
  const settings = `clientId, secretFile and ${account} of shops.${shop.slug}, and apply the file again`;
  const terms = { ...config.terms, ...shop.terms };
  return withIssuer({ terms }, issuerAddressOf(shop, address), async (issuer) => {
    const fault = await searchFault(issuer);
    if (fault !== null) return problem(`the issuer does not respond to a search (${fault}): check ${settings}`);
    if ((await compareCredentials(issuer, await rowsToCompare(db, shop.account, now))) === 'other')
      return problem(`its search lists none of the account's transactions: check ${settings}`);
    const reply = await issuer.checkByRef(NO_VOUCHER);
    if (reply.outcome === 'unclear')
      return problem(
        `the issuer does not check vouchers (${reply.reason}): check shops.${shop.slug}.productClass, and ${settings}`,
      );
    const [contradiction] = await compareWithRows(issuer, shownSettingsOf(shop), now);
    if (contradiction !== undefined)
      return contradiction.mayBeRight
        ? { ok: true, isNote: true, message: contradiction.message }
        : problem(contradiction.message);
    return { ok: true, message: 'the issuer responds to a search and a check with its credentials' };
  });
}

const problem = (message: string) => ({ ok: false, message }) as const;

function shownSettingsOf({ slug, mid, terms }: StoredShop): ShownSettings {
  const named = (name: string, value: string) => ({ name: `shops.${slug}.${name}`, value });
  return {
    mid: mid === null ? null : named('mid', mid),
    currency: named('currency', terms.currency),
    productClass: named('productClass', terms.productClass),
  };
}
