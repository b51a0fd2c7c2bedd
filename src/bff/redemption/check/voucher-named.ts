import type { Kysely } from 'kysely';
import { rowOf } from '../../issuer/mirror/mirror-table.ts';
import type { Keys } from '../../platform/base/keys.ts';
import type { Scope } from '../../platform/base/scope.ts';
import type { Caller } from '../../platform/http/caller.ts';
import { refuse } from '../../platform/http/problem.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Journals } from '../journal/journals.ts';
import type { LookupResult, Lookups } from './lookups.ts';

export interface NamedDeps {
  readonly shop: Scope;
  readonly reads: Kysely<Schema>;
  readonly keys: Pick<Keys, 'open'>;
  readonly lookups: Lookups;
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
}

/** A voucher or card that a request names in one of four ways. */
export interface NamesVoucher {
  readonly code?: string | undefined;
  readonly sequence?: string | undefined;
  readonly transactionId?: string | undefined;
  readonly operationId?: string | undefined;
}

/** The voucher as the issuer shows it, or only its sequence number. */
export interface NamedVoucher {
  readonly lookup: LookupResult | null;
  readonly sequence: string | null;
}

/**
 * Finds the object of a request, and checks the caller's permission.
 * @throws Problem 400 if the request names no voucher, 403 `not-allowed`, 404, and those of a check
 */
export async function voucherNamed(deps: NamedDeps, caller: Caller, request: NamesVoucher): Promise<NamedVoucher> {
  const { person, key } = caller;
  const isManager = person.role === 'manager' && key === undefined;
  const { code, sequence = null, transactionId, operationId } = request;
  const isByNumber = code === undefined && transactionId === undefined && operationId === undefined;
  if (isByNumber && sequence === null)
    throw refuse('bad-request', { message: 'Send a code or a sequence number.', details: { field: 'code' } });
  if (!isByNumber && person.role === 'stock' && key === undefined)
    throw refuse('not-allowed', { message: 'Stock staff can look up a voucher only by its sequence number.' });
  if (code !== undefined) return { lookup: await deps.lookups.recent(caller, code), sequence };
  if (isByNumber) return { lookup: null, sequence };
  if (!isManager) throw refuse('not-allowed', { message: 'Only a manager can do this.' });
  const ref =
    transactionId === undefined ? await refOfOperation(deps, operationId ?? '') : await refOfRow(deps, transactionId);
  if (ref === null) throw refuse('not-found');
  return { lookup: await deps.lookups.recentOf(ref), sequence };
}

/** Returns the ref of a row's voucher. Only rows that may belong to this shop have a stored ref. */
async function refOfRow({ reads, shop, keys }: NamedDeps, transactionId: string): Promise<string | null> {
  const row = await reads
    .selectFrom('issuer_row')
    .innerJoin('shop', 'shop.account', 'issuer_row.account')
    .selectAll('issuer_row')
    .where('shop.id', '=', shop)
    .where('transaction_id', '=', transactionId)
    .executeTakeFirst();
  const sealed = row && rowOf(row).vouchers.find((voucher) => voucher.sealed !== null)?.sealed;
  return sealed == null ? null : keys.open(sealed);
}

async function refOfOperation({ journals, shop, keys }: NamedDeps, id: string): Promise<string | null> {
  const tender = await journals.tenders.read(shop, id);
  if (tender) return tender.ref;
  const refund = await journals.refunds.read(shop, id);
  if (refund) return refund.tender.ref;
  const orphan = await journals.orphans.read(shop, id);
  const found = orphan?.facts.find(({ fact }) => fact.kind === 'found')?.fact;
  if (found?.kind !== 'found') return null;
  return keys.open(found.refSealed) || null;
}
