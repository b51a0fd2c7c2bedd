import type { TenderView } from '../../contract/tender.ts';
import { type Caller, maySee } from '../http/caller.ts';
import type { TenderJournal } from '../journal/tender-store.ts';
import { tenderView } from './view.ts';

/**
 * How a redemption of somebody else stands, for a key that may read: its program heard of it from a webhook. Neither the voucher nor what the issuer told
 * about it is in it.
 * @returns null for whatever else it is, and for everybody else
 */
export async function readByKey(journal: Pick<TenderJournal, 'read'>, caller: Caller, id: string): Promise<TenderView | null> {
  if (caller.key?.scopes.includes('read') !== true) return null;
  const tender = await journal.read(caller.shop, id);
  return tender === null || maySee(caller, tender) ? null : { ...tenderView(tender, null), vouchers: [] };
}
