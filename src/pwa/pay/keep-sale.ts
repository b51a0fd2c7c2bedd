import type { PayLink, PayLinkView } from '../../contract/register.ts';
import type { TenderView } from '../../contract/tender.ts';
import { lastFour } from '../../contract/voucher.ts';
import { isProblem } from '../api/failure.ts';
import { call } from '../api/live.ts';
import { entryOf } from '../redeem/entry.ts';
import { holdLink } from '../redeem/held-link.ts';
import { createTillOutbox } from '../redeem/outbox.ts';
import { dueOf, type Row, type Sale } from '../redeem/sale.ts';

/**
 * Begins the sale of a link, and keeps it here. Where this device holds one of it already, that is asked for by its own id: a server whose journal lost it has it
 * again then, and what was redeemed for it is not missed when the register is told.
 */
export async function openLink(link: PayLink): Promise<PayLinkView> {
  const held = heldOf(link, await createTillOutbox().links());
  const view = await begin(link, held ?? crypto.randomUUID());
  await keepSale(view);
  return view;
}

async function begin(link: PayLink, id: string): Promise<PayLinkView> {
  try {
    return await call('putPayLink', { params: { id }, body: link });
  } catch (error) {
    // It was held for another link with the same number and amount, or is over.
    if (!isProblem(error, 'id-used')) throw error;
    return call('putPayLink', { params: { id: crypto.randomUUID() }, body: link });
  }
}

/** The id of the sale that a device holds of a link, as far as it can tell. */
export function heldOf({ amount, currency, reference, returnUrl }: PayLink, links: readonly Sale[]): string | null {
  const { origin } = new URL(returnUrl);
  const same = links.find((sale) => {
    const due = dueOf(sale);
    return sale.register?.origin === origin && sale.receiptNo === reference && due?.amount === amount && due.currency === currency;
  });
  return same?.id ?? null;
}

/** Puts the sale that a register asked for into its own place on this device; this window is about it from its next start on. */
async function keepSale({ id, due, reference, register, tenders }: PayLinkView): Promise<void> {
  const outbox = createTillOutbox();
  const before = (await outbox.links()).find((sale) => sale.id === id);
  const known = new Set(tenders.map((tender) => tender.id));
  // One that was sent from here and has not arrived stays in its sale.
  const rows = [...tenders.map(rowOf), ...(before?.rows.filter(({ tenderId }) => !known.has(tenderId)) ?? [])];
  const sale: Sale = { id, currency: due.currency, due: entryOf(due.amount), receiptNo: reference, register, rows };
  await outbox.saveSale(sale);
  holdLink(id);
}

function rowOf(view: TenderView): Row {
  const { id, requested, last4, createdAt } = view;
  return { tenderId: id, last4: lastFour(last4), requested, code: null, identities: [], savedAt: Date.parse(createdAt), view };
}
