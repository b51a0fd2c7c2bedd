import type { TenderView } from '../../../contract/redemption/tender.ts';
import { lastFour } from '../../../contract/voucher/voucher.ts';
import { call } from '../../../pwa/api/live.ts';
import { holdLink } from '../../../pwa/redeem/link/held-link.ts';
import { entryOf } from '../../../pwa/redeem/till/entry.ts';
import { createTillOutbox } from '../../../pwa/redeem/till/outbox.ts';
import type { SaleRow, TillSale } from '../../../pwa/redeem/till/sale.ts';
import type { PayLink, PayLinkView } from '../contract/register.ts';

/** Opens the sale of a link, or finds the existing one, and stores it on this device. */
export async function openLink(link: PayLink): Promise<PayLinkView> {
  const view = await call('putPayLink', { params: { id: crypto.randomUUID() }, body: link });
  await keepSale(view);
  return view;
}

/**
 * Stores a register's sale under its own key on this device. This window shows it from its next
 * start on.
 */
async function keepSale({ id, due, reference, register, tenders }: PayLinkView): Promise<void> {
  const outbox = createTillOutbox();
  const before = (await outbox.links()).find((sale) => sale.id === id);
  const known = new Set(tenders.map((tender) => tender.id));
  // A redemption that was sent from here but has not arrived stays in its sale.
  const rows = [...tenders.map(rowOf), ...(before?.rows.filter(({ tenderId }) => !known.has(tenderId)) ?? [])];
  const sale: TillSale = {
    id,
    currency: due.currency,
    due: entryOf(due.amount, { currency: due.currency, typed: 'units' }),
    doubted: false,
    receiptNo: reference,
    register,
    touched: null,
    completed: false,
    rows,
  };
  await outbox.saveSale(sale);
  holdLink(id);
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
