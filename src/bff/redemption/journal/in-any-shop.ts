import type { Kysely } from 'kysely';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { withinAllShops } from '../../platform/store/across-shops.ts';
import { accountOf, shopsOfAccount } from '../../platform/store/in-account.ts';
import type { Schema } from '../../platform/store/schema.ts';
import { refHash } from './ref-hash.ts';
import type { TenderJournal } from './tender-store.ts';

/** Reads the tenders and claims of all shops of an account. */
export function createReadsInAnyShop({
  db,
  keys,
}: {
  readonly db: Kysely<Schema>;
  readonly keys: Pick<Keys, 'hash'>;
}): Pick<TenderJournal, 'changedAt' | 'wasRefunded' | 'sentTwiceAt' | 'claimed'> {
  return {
    changedAt: (shop, ref) => changedAt(db, shop, refHash(keys, ref)),
    wasRefunded: (shop, ref) => wasRefunded(db, shop, refHash(keys, ref)),
    sentTwiceAt: (shop, ref) => sentTwiceAt(db, shop, refHash(keys, ref)),
    claimed: (shop, transactionIds, notOf) =>
      claimedOf(db, shop, transactionIds, notOf === undefined ? null : refHash(keys, notOf)),
  };
}

async function changedAt(db: Kysely<Schema>, shop: Scope, hash: string): Promise<number | null> {
  const { at } = await tendersOf(db, shop, hash)
    .innerJoin('operation', 'operation.id', 'tender.id')
    .select(({ fn }) => fn.max<number | null>('operation.changed_at').as('at'))
    .executeTakeFirstOrThrow();
  return at;
}

async function wasRefunded(db: Kysely<Schema>, shop: Scope, hash: string): Promise<boolean> {
  const refunded = tendersOf(db, shop, hash)
    .innerJoin('operation', 'operation.id', 'tender.id')
    .select('tender.id')
    .where('operation.state', '=', 'refunded');
  return (await refunded.limit(1).executeTakeFirst()) !== undefined;
}

/** Facts of other shops are hidden from a shop's own handle. */
async function sentTwiceAt(db: Kysely<Schema>, shop: Scope, hash: string): Promise<number | null> {
  const sentTwice = await tendersOf(withinAllShops(db), shop, hash)
    .innerJoin('fact', 'fact.operation_id', 'tender.id')
    .select(({ fn }) => fn.max<number>('fact.at').as('at'))
    .where('fact.kind', '=', 'sent')
    .groupBy('tender.id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  return sentTwice.length === 0 ? null : Math.max(...sentTwice.map(({ at }) => at));
}

function tendersOf(db: Kysely<Schema>, shop: Scope, hash: string) {
  return db
    .selectFrom('tender')
    .where('tender.shop', 'in', shopsOfAccount(db, shop))
    .where('tender.ref_hash', '=', hash);
}

async function claimedOf(
  db: Kysely<Schema>,
  shop: Scope,
  ids: readonly string[],
  notOf: string | null,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const claims = db
    .selectFrom('claim')
    .innerJoin('operation', 'operation.id', 'operation_id')
    .select('transaction_id')
    .where('claim.account', '=', accountOf(shop));
  const explained = claims.where((eb) => eb.or([eb('claim.shop', '=', shop), eb('operation.kind', '!=', 'orphan')]));
  const claimedByOtherVouchers = claims
    .innerJoin('tender', 'tender.id', 'operation_id')
    .where('ref_hash', '!=', notOf ?? '');
  const rows = await (notOf === null ? explained : claimedByOtherVouchers).where('transaction_id', 'in', ids).execute();
  return new Set(rows.map(({ transaction_id }) => transaction_id));
}
