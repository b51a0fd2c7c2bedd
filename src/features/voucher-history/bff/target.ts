import type { Kysely } from 'kysely';
import { rowOf } from '../../../bff/issuer/mirror/mirror-table.ts';
import type { Keys } from '../../../bff/platform/base/keys.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import type { Caller } from '../../../bff/platform/http/caller.ts';
import { refuse } from '../../../bff/platform/http/problem.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { Looked, Looks } from '../../../bff/redemption/check/looks.ts';
import type { Journals } from '../../../bff/redemption/journal/journals.ts';
import type { StoryRequest } from '../contract/story.ts';

export interface TargetDeps {
  readonly shop: Scope;
  readonly reads: Kysely<Schema>;
  readonly keys: Pick<Keys, 'open'>;
  readonly looks: Looks;
  readonly journals: Pick<Journals, 'tenders' | 'refunds' | 'orphans'>;
}

/** The object of a history: a voucher that was looked up, or a number alone. */
export interface Target {
  readonly looked: Looked | null;
  readonly sequence: string | null;
}

/**
 * Finds the object of a request, and checks the caller's permission.
 * @throws Problem 400 if nothing is named, 403 `not-allowed`, 404, and those of a check
 */
export async function targetOf(deps: TargetDeps, caller: Caller, asked: StoryRequest): Promise<Target> {
  const { person, key } = caller;
  const isManager = person.role === 'manager' && key === undefined;
  const { code, sequence = null, transactionId, operationId } = asked;
  const isByNumber = code === undefined && transactionId === undefined && operationId === undefined;
  if (isByNumber && sequence === null)
    throw refuse('bad-request', { message: 'Name a code or a sequence number.', details: { field: 'code' } });
  if (!isByNumber && person.role === 'stock' && key === undefined)
    throw refuse('not-allowed', { message: 'Stock staff ask by the sequence number alone.' });
  if (code !== undefined) return { looked: await deps.looks.recent(caller, code), sequence };
  if (isByNumber) return { looked: null, sequence };
  if (!isManager) throw refuse('not-allowed', { message: 'This needs a manager.' });
  const ref =
    transactionId === undefined ? await refOfOperation(deps, operationId ?? '') : await refOfRow(deps, transactionId);
  if (ref === null) throw refuse('not-found');
  return { looked: await deps.looks.recentOf(ref), sequence };
}

/** Returns the voucher of a row that may be this shop's: for others no ref is stored. */
async function refOfRow({ reads, shop, keys }: TargetDeps, transactionId: string): Promise<string | null> {
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

async function refOfOperation({ journals, shop, keys }: TargetDeps, id: string): Promise<string | null> {
  const tender = await journals.tenders.read(shop, id);
  if (tender) return tender.ref;
  const refund = await journals.refunds.read(shop, id);
  if (refund) return refund.tender.ref;
  const orphan = await journals.orphans.read(shop, id);
  const found = orphan?.facts.find(({ fact }) => fact.kind === 'found')?.fact;
  if (found?.kind !== 'found') return null;
  return keys.open(found.refSealed) || null;
}
