import { type Kysely, sql } from 'kysely';
import { MONEY_STATUSES } from '../../../contract/redemption/row-status.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { uuidOf } from '../../platform/base/uuid-of.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';

export interface MismatchedClaimsDeps extends Pick<Ports, 'db' | 'shop' | 'log'> {
  readonly orphans: Pick<OrphanJournal, 'found'>;
}

/**
 * Opens a case for each capture of the shop that confirmed a redemption but has another voucher, or
 * more than the requested amount. The issuer's answer named neither voucher nor amount, and
 * belonged to another request.
 * @param since time of the issuer's clock
 */
export async function reportMismatchedClaims(
  { db, shop, orphans, log }: MismatchedClaimsDeps,
  mid: string,
  since: number,
): Promise<void> {
  for (const { at, id, status, amount, currency, tails, tenderId, last4 } of await mismatchedClaims(
    db,
    shop,
    mid,
    since,
  )) {
    const row: Candidate = {
      transactionId: id,
      type: 'capture',
      status,
      amount,
      currency,
      at: new Date(at).toISOString(),
      mid,
    };
    /* The id is deterministic, so that a capture is reported once, even after its case was
       closed. */
    const operationId = uuidOf(`mismatched claim ${shop} ${id}`);
    const claimedBy = { tenderId, last4 };
    const found = await orphans.found({ id: operationId, shop, row, ref: tails.trim().split(' ')[0] ?? '', claimedBy });
    if (found)
      log.warn(
        { operationId: tenderId, kind: 'tender', last4 },
        'the issuer lists the capture of this redemption under a different voucher or amount',
      );
  }
}

function mismatchedClaims(db: Kysely<Schema>, shop: Scope, mid: string, since: number) {
  return db
    .selectFrom('list_row')
    .innerJoin('claim', (on) =>
      on.onRef('claim.shop', '=', 'list_row.shop').onRef('claim.transaction_id', '=', 'list_row.id'),
    )
    .innerJoin('tender', 'tender.id', 'claim.operation_id')
    .select(['list_row.at', 'list_row.id', 'list_row.status', 'list_row.amount', 'list_row.currency', 'list_row.tails'])
    .select(['tender.id as tenderId', 'tender.last4'])
    .where('list_row.shop', '=', shop)
    .where('list_row.type', '=', 'capture')
    .where('list_row.status', 'in', MONEY_STATUSES)
    .where('list_row.mid', '=', mid)
    .where('list_row.at', '>=', since)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('list_row.tails', '!=', ''),
          eb('list_row.tails', 'not like', sql<string>`'% ' || upper(${eb.ref('tender.last4')}) || ' %'`),
        ]),
        eb('list_row.amount', '>', eb.ref('tender.requested')),
      ]),
    )
    .execute();
}
