import type { Kysely } from 'kysely';
import type { OurLine } from '../../contract/match/lines.ts';
import type { Ports } from '../audit/ports.ts';
import type { Scope } from '../base/scope.ts';
import { orphanFactSchema } from '../journal/orphan-facts.ts';
import { factIn } from '../operation/read-facts.ts';
import type { CountedRowsDeps } from '../shift/counted-rows.ts';
import { takenLines } from '../shift/taken-lines.ts';
import type { Schema } from '../store/schema.ts';

export type OurLinesDeps = Pick<Ports, 'shop' | 'reads'> & CountedRowsDeps;

/** Milliseconds UTC, both ends included. */
interface Period {
  readonly from: number;
  readonly to: number;
}

/** What was begun in a period may have been known so much later. */
const LATER_MS = 7 * 24 * 60 * 60_000;

/**
 * Lines of ours of a period, by when they were begun. A register and the issuer book them then; and
 * captures that nothing here explains.
 */
export async function ourLines(deps: OurLinesDeps, period: Period): Promise<OurLine[]> {
  const { reads, shop } = deps;
  const { from, to } = period;
  const [taken, unexplained] = await Promise.all([
    takenLines(reads, deps, { period: { from, to: to + LATER_MS } }),
    unexplainedLines(reads, shop, period),
  ]);
  const own = taken
    .filter(({ begunAt }) => begunAt >= from && begunAt <= to)
    .map(({ id, kind, begunAt: at, amount, currency, receiptNo, last4, transactionId, till, person }): OurLine => {
      const signed = kind === 'refunded' ? -amount : amount;
      const named = { receiptNo, last4: last4.toUpperCase() || null, transactionId: transactionId || null };
      return { id, kind, at, amount: signed, currency, ...named, till: till.name, person: person.name };
    });
  return [...own, ...unexplained];
}

/** Captures of the issuer that nothing here explains. No manager gave them to a tender. */
async function unexplainedLines(db: Kysely<Schema>, shop: Scope, { from, to }: Period): Promise<OurLine[]> {
  const rows = await db
    .selectFrom('fact')
    .select(['operation_id', 'kind', 'data'])
    .where('shop', '=', shop)
    .where('operation_kind', '=', 'orphan')
    .orderBy('seq')
    .execute();
  const facts = rows.map((row) => ({ id: row.operation_id, fact: factIn(orphanFactSchema, row) }));
  const given = new Set(facts.flatMap(({ id, fact }) => (fact.kind === 'closed' && fact.tenderId ? [id] : [])));
  return facts.flatMap(({ id, fact }): OurLine[] => {
    if (fact.kind !== 'found' || given.has(id)) return [];
    const { transactionId, amount, currency, at: seen } = fact.row;
    const at = seen === null ? null : Date.parse(seen);
    if (amount === null || at === null || at < from || at > to) return [];
    const named = { receiptNo: null, last4: fact.last4.toUpperCase() || null, transactionId };
    return [{ id, kind: 'unexplained', at, amount, currency, ...named, till: '', person: '' }];
  });
}
