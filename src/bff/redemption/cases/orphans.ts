import { type VoucherValue, voucherValueSchema } from '../../../contract/money/money.ts';
import type { AttentionItem } from '../../../contract/redemption/attention.ts';
import type { Candidate } from '../../../contract/voucher/evidence.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { evidenceOf } from '../journal/evidence.ts';
import type { OrphanJournal, OrphanRecord } from '../journal/orphan-store.ts';
import { type AttentionSource, closableSource } from './source.ts';

export interface OrphanSourceDeps {
  readonly shop: Scope;
  readonly orphans: OrphanJournal;
}

/**
 * Lists captures of the shop that have no matching operation. A manager investigates and closes the
 * case with a note.
 */
export function orphanSource({ shop, orphans }: OrphanSourceDeps): AttentionSource {
  return closableSource({
    open: () => orphans.open(shop),
    read: (id) => orphans.read(shop, id),
    isOpen: ({ standing }) => standing.state === 'found',
    itemOf,
    close: (orphan, by, note) => orphans.close(orphan, by, note),
  });
}

/** The row itself is the only candidate, because nothing else is known. */
function itemOf({ id, standing, row, last4, createdAt, facts }: OrphanRecord): AttentionItem {
  const since = new Date(createdAt).toISOString();
  return {
    id,
    kind: 'orphan',
    subject: 'capture',
    state: standing.state,
    since,
    changedAt: since,
    last4,
    amount: valueOfCapture(row),
    person: null,
    device: null,
    evidence: evidenceOf(facts),
    candidates: [row],
    actions: ['close'],
  };
}

/**
 * Returns null if the issuer gave no amount or an impossible one. A row without a currency counts
 * items.
 */
function valueOfCapture({ amount, currency }: Candidate): VoucherValue | null {
  return voucherValueSchema.safeParse(currency === '' ? { items: amount } : { amount, currency }).data ?? null;
}
