import { isItems, money } from '../../../contract/money/money.ts';
import type { AttentionItem, AttentionRequest } from '../../../contract/redemption/attention.ts';
import type { StoredSaleDue } from '../../../contract/redemption/sale.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { Ports } from '../../platform/audit/ports.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import { isSameMark, type SaleMark, type Sales } from '../journal/sales.ts';
import type { TenderJournal, TenderRecord } from '../journal/tender-store.ts';
import type { Tx } from '../operation/operations.ts';
import { Stale } from '../operation/stale.ts';
import type { ManagerRefunds } from '../refund/manager-refunds.ts';
import { refundableAmount } from '../refund/refundable.ts';
import { noSuchRow } from './problems.ts';
import type { AttentionCase, AttentionSource } from './source.ts';
import { namedRow } from './unsettled.ts';

export interface OverpaymentDeps extends Pick<Ports, 'shop' | 'db' | 'clock' | 'audit'> {
  readonly journal: Pick<TenderJournal, 'ofSale'>;
  readonly sales: Pick<Sales, 'mark' | 'reportedDue'>;
  readonly managerRefunds: ManagerRefunds;
}

interface CollectedAgain {
  readonly sale_id: string;
  /** Minor units. */
  readonly due: number;
  readonly currency: string;
  readonly at: number;
}

/**
 * Lists sales with more redeemed than due. This happens if a cashier collects an amount again while
 * an earlier redemption of it is unresolved. A manager refunds one of them or closes the case.
 * While a refund is in progress, its money counts as refunded.
 */
export function overpaymentSource(deps: OverpaymentDeps): AttentionSource {
  const { shop, db, journal, sales } = deps;
  const open = () =>
    db
      .selectFrom('collected_again')
      .select(['sale_id', 'due', 'currency', 'at'])
      .where('shop', '=', shop)
      .where('closed_at', 'is', null);

  async function caseOf(again: CollectedAgain): Promise<AttentionCase | null> {
    // Read first: a change after it is noticed when a refund begins.
    const mark = await sales.mark(shop, again.sale_id);
    const redeemed = (await journal.ofSale(shop, again.sale_id)).filter(
      (tender) =>
        !isItems(tender.requested) &&
        tender.requested.currency === again.currency &&
        refundableAmount(tender, mark) > 0,
    );
    const sum = redeemed.reduce((total, tender) => total + refundableAmount(tender, mark), 0);
    const owed = owedToVouchers(again, await sales.reportedDue(shop, again.sale_id));
    if (sum <= owed) return null;
    return {
      item: itemOf(again, redeemed, sum - owed),
      act: (request, caller) => settle(deps, { again, redeemed, mark }, request, caller),
    };
  }

  return {
    async cases() {
      const found = await Promise.all((await open().orderBy('at').execute()).map(caseOf));
      return found.filter((one) => one !== null);
    },
    async find(id) {
      const again = await open().where('sale_id', '=', id).executeTakeFirst();
      return again ? caseOf(again) : null;
    },
  };
}

/**
 * Returns the amount that vouchers could pay for a sale, in minor units. The till reports each
 * change of the amount due, and the amount collected in other ways; an older page reports neither.
 */
function owedToVouchers({ due, currency }: CollectedAgain, reported: StoredSaleDue | null): number {
  return reported?.currency === currency ? Math.max(0, reported.due - (reported.collected ?? 0)) : due;
}

interface OverpaidSale {
  readonly again: CollectedAgain;
  readonly redeemed: readonly TenderRecord[];
  readonly mark: SaleMark;
}

/** On PostgreSQL, two refunds of one sale would begin concurrently. */
async function lockSale(tx: Tx, { shop }: Caller, saleId: string): Promise<void> {
  const sale = tx
    .selectFrom('collected_again')
    .select('sale_id')
    .where('shop', '=', shop)
    .where('sale_id', '=', saleId);
  await (isPostgres(tx) ? sale.forUpdate() : sale).execute();
}

async function settle(
  { db, clock, audit, managerRefunds, sales }: OverpaymentDeps,
  { again, redeemed, mark }: OverpaidSale,
  { action, reason, transactionId, refundId }: AttentionRequest,
  caller: Caller,
): Promise<void> {
  if (action === 'refund') {
    const row = namedRow(transactionId);
    const tender = redeemed.find(({ status }) => status.capture?.captureId === row);
    if (tender === undefined) throw noSuchRow();
    return managerRefunds.refund(caller, { id: refundId, tenderId: tender.id, reason }, async (tx) => {
      await lockSale(tx, caller, again.sale_id);
      if (!isSameMark(mark, await sales.mark(caller.shop, again.sale_id, tx))) throw noSuchRow();
    });
  }
  await db.transaction().execute(async (tx) => {
    const closed = await tx
      .updateTable('collected_again')
      .set({ closed_at: clock.now() })
      .where('shop', '=', caller.shop)
      .where('sale_id', '=', again.sale_id)
      .where('closed_at', 'is', null)
      .returning('sale_id')
      .executeTakeFirst();
    if (!closed) throw new Stale();
    await audit.write({ by: caller, action: 'overpayment.closed', subject: again.sale_id, details: { reason } }, tx);
  });
}

function itemOf(
  { sale_id, currency, at }: CollectedAgain,
  redeemed: readonly TenderRecord[],
  overpaid: number,
): AttentionItem {
  const since = new Date(at).toISOString();
  const last = redeemed.at(-1);
  return {
    id: sale_id,
    kind: 'overpaid',
    subject: 'sale',
    state: 'open',
    since,
    changedAt: since,
    last4: '',
    amount: money(overpaid, currency),
    person: last?.person.name ?? null,
    device: last?.device.name ?? null,
    evidence: [{ at: since, code: 'collected-again', detail: null }],
    candidates: redeemed.flatMap((tender) => rowOf(tender, currency)),
    actions: ['refund', 'close'],
  };
}

function rowOf({ id, status: { capture, changedAt }, last4 }: TenderRecord, currency: string): Candidate[] {
  if (capture === null) return [];
  const { captureId, captured } = capture;
  const at = new Date(changedAt).toISOString();
  return [
    {
      transactionId: captureId,
      type: 'capture',
      status: 'succeeded',
      amount: captured,
      currency,
      at,
      mid: '',
      last4,
      tenderId: id,
    },
  ];
}
