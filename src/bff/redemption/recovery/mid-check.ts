import type { Kysely } from 'kysely';
import { isOtherShop } from '../../issuer/mismatch.ts';
import { describeError, type Logger } from '../../platform/base/logging.ts';
import type { Clock } from '../../platform/base/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';

/** The mid that the issuer's answers name instead of the shop's. */
export interface OtherMid {
  readonly named: string;
  /** The setting to correct. */
  readonly setting: string;
  /** Milliseconds UTC. */
  readonly since: number;
}

/** Stops a shop whose mid is not the one under which the issuer books its redemptions. */
export interface MidCheck {
  /** Stops the shop, on all servers. Never fails: the next answer is noted again. */
  note(tender: Pick<TenderRecord, 'id' | 'last4'>, named: string): Promise<void>;
  /** Reads what other servers noted, or an operator corrected. Never fails. */
  refresh(): Promise<void>;
  /** Null while the mids agree, as far as this server knows. */
  current(): OtherMid | null;
  /** @throws Problem 409 `shop-stopped` */
  assertAgreed(): void;
}

export interface MidCheckDeps {
  readonly db: Kysely<Schema>;
  readonly shop: Scope;
  readonly journal: Pick<TenderJournal, 'mid'>;
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Logger;
}

export function createMidCheck({ db, shop, journal, clock, log }: MidCheckDeps): MidCheck {
  let current: OtherMid | null = null;

  async function refresh(): Promise<void> {
    try {
      current = await readOtherMid(db, shop, await journal.mid(shop));
    } catch (error) {
      log.warn(describeError(error), 'failed to read the mid that the issuer reports');
    }
  }

  return {
    async note({ id, last4 }, named) {
      log.error(
        { operationId: id, kind: 'tender', last4 },
        `the issuer reports mid ${named}, which is not the shop's: the shop is stopped until the setting is corrected`,
      );
      const other_mid_at = current?.since ?? clock.now();
      try {
        await db.updateTable('shop').set({ other_mid: named, other_mid_at }).where('id', '=', shop).execute();
      } catch (error) {
        log.warn(describeError(error), 'failed to record the mid that the issuer reported');
      }
      await refresh();
    },
    refresh,
    current: () => current,
    assertAgreed() {
      if (current !== null) throw refuse('shop-stopped');
    },
  };
}

/** @param slug null for the shop of the settings */
function midSettingOf(slug: string | null): string {
  return slug === null ? 'MERCHANT_MID' : `shops.${slug}.mid`;
}

/**
 * Reads why a shop is stopped; null while its mid and the issuer's answers agree.
 * @param known the mid that this server uses; left out: the stored one
 */
export async function readOtherMid(db: Kysely<Schema>, shop: Scope, known?: string | null): Promise<OtherMid | null> {
  const row = await db
    .selectFrom('shop')
    .select(['slug', 'mid', 'other_mid', 'other_mid_at'])
    .where('id', '=', shop)
    .executeTakeFirst();
  if (row?.other_mid == null) return null;
  const mid = known === undefined ? row.mid : known;
  const since = row.other_mid_at ?? 0;
  if (mid !== null && (!isOtherShop(row.other_mid, mid) || (await isConfirmed(db, { shop, mid, since })))) return null;
  return { named: row.other_mid, setting: midSettingOf(row.slug), since };
}

/** Returns which shops are stopped, by slug; null for the shop of the settings. */
export async function readStoppedShops(db: Kysely<Schema>): Promise<{ slug: string | null; isStopped: boolean }[]> {
  const shops = await db.selectFrom('shop').select(['id', 'slug']).execute();
  return Promise.all(shops.map(async ({ id, slug }) => ({ slug, isStopped: (await readOtherMid(db, id)) !== null })));
}

/** True if search has since shown a redemption of the shop under its mid: one answer was odd. */
async function isConfirmed(
  db: Kysely<Schema>,
  { shop, mid, since }: { readonly shop: Scope; readonly mid: string; readonly since: number },
): Promise<boolean> {
  const claim = await db
    .selectFrom('claim')
    .innerJoin('issuer_row', (join) =>
      join
        .onRef('issuer_row.account', '=', 'claim.account')
        .onRef('issuer_row.transaction_id', '=', 'claim.transaction_id'),
    )
    .select('claim.transaction_id')
    .where('claim.shop', '=', shop)
    .where('claim.at', '>=', since)
    .where('issuer_row.mid', '=', mid)
    .limit(1)
    .executeTakeFirst();
  return claim !== undefined;
}
