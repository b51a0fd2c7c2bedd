import type { TenderView } from '../../../contract/redemption/tender.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { call } from '../../../pwa/api/live.ts';
import { entryOf } from '../../../pwa/redeem/till/entry.ts';
import { saveLinkedSaleId } from '../../../pwa/redeem/till/linked-sale-id.ts';
import { createTillOutbox } from '../../../pwa/redeem/till/outbox.ts';
import type { SaleRow, TillSale } from '../../../pwa/redeem/till/sale.ts';
import type { PayLink, PayLinkView } from '../contract/register.ts';

/** Opens the sale of a link, or finds the existing one, and stores it on this device. */
export async function openLink(link: PayLink): Promise<PayLinkView> {
  const view = await call('putPayLink', { params: { id: crypto.randomUUID() }, body: link });
  await storeSale(view);
  return view;
}

/**
 * Stores a register's sale under its own key on this device. The window shows the sale when it
 * starts next.
 */
async function storeSale({ id, due, reference, register, tenders }: PayLinkView): Promise<void> {
  const outbox = createTillOutbox();
  const before = (await outbox.links()).find((sale) => sale.id === id);
  const ids = new Set(tenders.map((tender) => tender.id));
  // A redemption that this device sent and that has not arrived stays in its sale.
  const rows = [...tenders.map(rowOf), ...(before?.rows.filter(({ tenderId }) => !ids.has(tenderId)) ?? [])];
  const sale: TillSale = {
    id,
    currency: due.currency,
    due: entryOf(due.amount, { currency: due.currency, typed: 'units' }),
    doubted: false,
    receiptNo: reference,
    register,
    touched: null,
    completed: false,
    collected: null,
    dueReport: null,
    rows,
  };
  await outbox.saveSale(sale);
  saveLinkedSaleId(id);
}

function rowOf(view: TenderView): SaleRow {
  const { id, requested, last4, createdAt } = view;
  return {
    tenderId: id,
    last4: lastFour(last4),
    requested,
    code: null,
    identities: [],
    savedAt: Date.parse(createdAt),
    view,
  };
}
