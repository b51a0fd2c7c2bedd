import { magnitude } from '../../../contract/money/money.ts';
import { isRefundOpen } from '../../../contract/redemption/refund.ts';
import { MONEY_STATUSES, mayBeMoney } from '../../../contract/redemption/row-status.ts';
import { REFUNDABLE_STATES } from '../../../contract/redemption/tender.ts';
import type { Mirror } from '../../issuer/mirror/mirror.ts';
import type { IssuerTransaction } from '../../issuer/port.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import { uuidOf } from '../../platform/base/uuid-of.ts';
import type { StoreOwner } from '../../platform/store/first-shop.ts';
import type { OrphanJournal } from '../journal/orphan-store.ts';
import type { RefundJournal } from '../journal/refund-store.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import { isInCurrency, usingValue } from './candidates.ts';
import { CHANGEABLE_MS } from './limits.ts';

export interface ReversedClaimsDeps extends Pick<Ports, 'db' | 'shop' | 'clock' | 'log'>, Pick<StoreOwner, 'account'> {
  readonly journal: Pick<TenderJournal, 'read'>;
  readonly refunds: Pick<RefundJournal, 'ofTender'>;
  readonly orphans: Pick<OrphanJournal, 'found'>;
  readonly mirror: Pick<Mirror, 'unclaimed'>;
}

/**
 * Opens a case for each redemption whose capture the issuer took back: its row failed, was reversed
 * or disappeared after it had confirmed the redemption. One case per redemption. A refund explains
 * it: ours, or a refund row of the issuer that no operation claims.
 * @param now the issuer's clock
 */
export async function reportReversedClaims(deps: ReversedClaimsDeps, mid: string, now: number): Promise<void> {
  const { shop, journal, refunds, orphans, mirror, log } = deps;
  const since = now - CHANGEABLE_MS;
  const rows = await takenBackRows(deps, mid, since);
  if (rows.length === 0) return;
  let refundRows = (await mirror.unclaimed({ mid, type: 'refund', since })).filter(mayBeMoney);
  for (const row of rows) {
    const tender = await journal.read(shop, row.tenderId);
    if (!tender || (await refunds.ofTender(shop, tender.id)).some(({ status }) => isRefundOpen(status.state))) continue;
    const refunded = refundRows.find((refund) => isRefundOf(refund, tender, row.at));
    refundRows = refundRows.filter((refund) => refund !== refunded);
    if (refunded) continue;
    const { last4 } = tender;
    const operationId = uuidOf(`taken back ${shop} ${tender.id}`);
    const at = row.at === null ? null : new Date(row.at).toISOString();
    const { transactionId, status, amount, currency } = row;
    const candidate = { transactionId, type: 'capture', status, amount, currency, at, mid } as const;
    const claimedBy = { tenderId: tender.id, last4, since: row.isGone ? 'gone' : 'taken-back' } as const;
    if (await orphans.found({ id: operationId, shop, row: candidate, ref: last4, claimedBy }))
      log.warn({ operationId: tender.id, kind: 'tender', last4 }, 'the issuer reversed the capture of a redemption');
  }
}

function isRefundOf(refund: IssuerTransaction, { ref, requested, status }: TenderRecord, capturedAt: number | null) {
  const captured = status.capture?.captured ?? magnitude(requested);
  const isLater = (refund.createdAt ?? Number.POSITIVE_INFINITY) >= (capturedAt ?? Number.NEGATIVE_INFINITY);
  return isLater && usingValue(refund, ref) === captured && isInCurrency(refund, requested);
}

async function takenBackRows({ db, shop, account }: ReversedClaimsDeps, mid: string, since: number) {
  const rows = await db
    .selectFrom('issuer_row')
    .innerJoin('claim', (on) =>
      on.onRef('claim.transaction_id', '=', 'issuer_row.transaction_id').on('claim.shop', '=', shop),
    )
    .innerJoin('tender', 'tender.id', 'claim.operation_id')
    .innerJoin('operation', 'operation.id', 'claim.operation_id')
    .leftJoin('list_row', (on) =>
      on.onRef('list_row.id', '=', 'issuer_row.transaction_id').on('list_row.shop', '=', shop),
    )
    .select(['issuer_row.transaction_id as transactionId', 'issuer_row.raw_status as status', 'issuer_row.amount'])
    .select(['issuer_row.currency', 'issuer_row.created_at as at', 'issuer_row.gone_at', 'tender.id as tenderId'])
    .where('issuer_row.account', '=', account)
    .where('issuer_row.mid', '=', mid)
    .where('issuer_row.type', '=', 'capture')
    .where('issuer_row.created_at', '>=', since)
    .where('operation.state', 'in', REFUNDABLE_STATES)
    .where((eb) => eb.or([eb('issuer_row.gone_at', 'is not', null), eb('list_row.status', 'not in', MONEY_STATUSES)]))
    .orderBy('issuer_row.created_at')
    .execute();
  return rows.map(({ gone_at, ...row }) => ({ ...row, isGone: gone_at !== null }));
}
