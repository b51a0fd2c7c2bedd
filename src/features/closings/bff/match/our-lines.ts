import type { Kysely } from 'kysely';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';
import { orphanFactSchema } from '../../../../bff/redemption/journal/orphan-facts.ts';
import { factIn } from '../../../../bff/redemption/operation/read-facts.ts';
import type { OurLine } from '../../contract/match/lines.ts';
import type { OursAnswer } from '../../contract/match/match-answer.ts';
import { CAPTURING, START_FACT } from '../counted.ts';
import type { CountedRowsDeps } from '../counted-rows.ts';
import { CLOCKS_DIFFER_MS } from '../limits.ts';
import { type RedeemedLine, redeemedLines } from '../redeemed-lines.ts';

export type OurLinesDeps = Pick<Ports, 'shop' | 'reads'> & CountedRowsDeps;

/** Milliseconds UTC, inclusive. */
export interface OursPeriod {
  readonly from: number;
  readonly to: number;
}

/** Number of operations in one query, and in one part. */
const LINES_PER_PART = 500;

/**
 * Reads a part of our lines of a period: operations begun in it, settled or not; and, in the first
 * part, operations begun earlier and settled in it, and captures without a matching operation.
 * @param after empty for the first part, then `next` of the previous part
 */
export async function ourPart(deps: OurLinesDeps, period: OursPeriod, after: string): Promise<OursAnswer> {
  const { reads, shop } = deps;
  const [at = period.from, seq = 0] = after === '' ? [] : after.split(' ').map(Number);
  const started = await reads
    .selectFrom('fact')
    .innerJoin('operation', 'operation.id', 'fact.operation_id')
    .select(['operation.id', 'operation.open', 'fact.at', 'fact.seq'])
    .where('fact.shop', '=', shop)
    .where('fact.operation_kind', 'in', ['tender', 'refund'])
    .where('fact.kind', '=', START_FACT)
    .where('fact.at', '>=', at)
    .where('fact.at', '<=', period.to)
    .where((is) => is.or([is('fact.at', '>', at), is('fact.seq', '>', seq)]))
    .orderBy('fact.at')
    .orderBy('fact.seq')
    .limit(LINES_PER_PART)
    .execute();
  const last = started.length < LINES_PER_PART ? undefined : started.at(-1);
  const lines = await linesOf(deps, started);
  if (after === '') {
    const late = await settledLate(reads, shop, period);
    for (let start = 0; start < late.length; start += LINES_PER_PART)
      lines.push(...(await linesOf(deps, late.slice(start, start + LINES_PER_PART))));
    lines.push(...(await unexplainedLines(reads, shop, period)));
  }
  return { lines, next: last === undefined ? null : `${last.at} ${last.seq}` };
}

export async function ourLines(deps: OurLinesDeps, period: OursPeriod): Promise<OurLine[]> {
  const all: OurLine[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const { lines, next }: OursAnswer = await ourPart(deps, period, after);
    all.push(...lines);
    after = next;
  }
  return all;
}

interface StartedOperation {
  readonly id: string;
  readonly open: number;
}

async function linesOf(deps: OurLinesDeps, started: readonly StartedOperation[]): Promise<OurLine[]> {
  const ids = (some: readonly StartedOperation[]) => some.map(({ id }) => id);
  const open = ids(started.filter((one) => one.open === 1));
  const [settled, unsettled] = await Promise.all([
    redeemedLines(deps.reads, deps, { operationIds: ids(started) }),
    open.length === 0 ? [] : redeemedLines(deps.reads, deps, { operationIds: open, unsettled: true }),
  ]);
  return [...settled.map((line) => ourLine(line, line.at)), ...unsettled.map((line) => ourLine(line, null))];
}

function ourLine(line: RedeemedLine, settledAt: number | null): OurLine {
  const { id, begunAt, amount, currency, receiptNo, last4, transactionId, till, person } = line;
  return {
    id,
    kind: settledAt === null ? 'unsettled' : line.kind,
    at: begunAt,
    settledAt,
    amount: line.kind === 'refunded' ? -amount : amount,
    currency,
    receiptNo: receiptNo || null,
    last4: last4.toUpperCase() || null,
    transactionId: transactionId || null,
    till: till.name,
    person: person.name,
  };
}

/** Operations begun before a period and settled in it. */
function settledLate(db: Kysely<Schema>, shop: Scope, { from, to }: OursPeriod): Promise<StartedOperation[]> {
  return db
    .selectFrom('fact')
    .innerJoin('operation', 'operation.id', 'fact.operation_id')
    .select(['operation.id', 'operation.open'])
    .distinct()
    .where('fact.shop', '=', shop)
    .where('fact.at', '>=', from)
    .where('fact.at', '<=', to)
    .where('operation.created_at', '<', from)
    .where((is) =>
      is.or([
        is.and([is('fact.operation_kind', '=', 'tender'), is('fact.kind', 'in', CAPTURING)]),
        is.and([is('fact.operation_kind', '=', 'refund'), is('fact.kind', '=', 'refunded')]),
      ]),
    )
    .execute();
}

/** Captures of the issuer without a matching operation that no manager assigned to a tender. */
async function unexplainedLines(db: Kysely<Schema>, shop: Scope, { from, to }: OursPeriod): Promise<OurLine[]> {
  const rows = await db
    .selectFrom('fact')
    .select(['operation_id', 'kind', 'data'])
    .where('shop', '=', shop)
    .where('operation_kind', '=', 'orphan')
    /* A capture is found after it was made; clocks may differ. */
    .where('at', '>=', from - CLOCKS_DIFFER_MS)
    .orderBy('at')
    .orderBy('seq')
    .execute();
  const facts = rows.map((row) => ({ id: row.operation_id, fact: factIn(orphanFactSchema, row) }));
  const assigned = new Set(facts.flatMap(({ id, fact }) => (fact.kind === 'closed' && fact.tenderId ? [id] : [])));
  return facts.flatMap(({ id, fact }): OurLine[] => {
    if (fact.kind !== 'found' || assigned.has(id)) return [];
    const { transactionId, amount, currency, at: seen } = fact.row;
    const at = seen === null ? null : Date.parse(seen);
    if (amount === null || at === null || at < from || at > to) return [];
    const named = { receiptNo: null, last4: fact.last4.toUpperCase() || null, transactionId };
    return [{ id, kind: 'unexplained', at, settledAt: at, amount, currency, ...named, till: '', person: '' }];
  });
}
