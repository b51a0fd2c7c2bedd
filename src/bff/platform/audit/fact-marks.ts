import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import { inShop } from '../store/in-shop.ts';
import type { Schema } from '../store/schema.ts';

type ChainKeys = Pick<Keys, 'chain'>;

/** A fact of the journal, including the request if it is the first of a redemption or a refund. */
export type SealedFact = Awaited<ReturnType<typeof factsBetween>>[number];

/**
 * Characters of each fact's keyed hash that are stored: 60 bits. A full hash covers all of them
 * together.
 */
const MARK_CHARS = 10;
/** The part of a fact that changes when keys are replaced, although its content stays the same. */
const SEALED_REF = /"refSealed":"[^"]*"/;

/** Numbers of facts, inclusive. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Returns a shop's facts by number, inclusive, oldest first. */
export function factsBetween(db: Kysely<Schema>, shop: Scope, { from, to }: Stretch, count: number) {
  return db
    .selectFrom('fact')
    .leftJoin('tender', (on) => on.onRef('tender.id', '=', 'fact.operation_id').on('fact.kind', '=', 'intent'))
    .leftJoin('refund', (on) => on.onRef('refund.id', '=', 'fact.operation_id').on('fact.kind', '=', 'intent'))
    .select(['fact.seq', 'fact.operation_id', 'fact.at', 'fact.kind', 'fact.data'])
    .select(['fact.operation_kind', 'fact.person_id', 'fact.decider_id'])
    .select([
      'tender.requested',
      'tender.currency',
      'tender.last4',
      'tender.person_id as redeemer',
      'tender.device_id as till',
    ])
    .select(['refund.tender_id', 'refund.person_id as refunder', 'refund.note'])
    .where(inShop('fact.shop', shop))
    .where('fact.seq', '>=', from)
    .where('fact.seq', '<=', to)
    .orderBy('fact.seq')
    .limit(count)
    .execute();
}

/**
 * What marks cover. The first version left out the columns for searching, which assign facts to
 * people; its seals stay valid.
 */
export const MARKS_VERSION = 2;

/** Returns the keyed mark of one fact. A list, not an object, has only one serialisation. */
export function markOfFact(keys: ChainKeys, fact: SealedFact, version: number): string {
  const { seq, operation_id, at, kind, data, requested, currency, last4, redeemer, till, tender_id, refunder, note } =
    fact;
  const request = [requested, currency, last4, redeemer, till, tender_id, refunder, note];
  const people = version === 1 ? [] : [fact.operation_kind, fact.person_id, fact.decider_id];
  const all = ['fact', seq, operation_id, at, kind, data.replace(SEALED_REF, ''), ...request, ...people];
  const text = JSON.stringify(all);
  return keys.chain(text).slice(0, MARK_CHARS);
}

/** Returns the stored form of marks, each with the distance of its number from the first. */
export function marksText(keys: ChainKeys, from: number, facts: readonly SealedFact[]): string {
  return facts.map((fact) => `${(fact.seq - from).toString(36)}:${markOfFact(keys, fact, MARKS_VERSION)}`).join(' ');
}

/** Parses {@link marksText}: the mark of each fact by number. */
export function readMarks(from: number, text: string): Map<number, string> {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split(':'));
  return new Map(pairs.map(([distance = '', mark = '']) => [from + Number.parseInt(distance, 36), mark]));
}

/** Returns the keyed hash of a stretch, which is stored in the trail. */
export function hashOfSeal(
  keys: ChainKeys,
  { from, to, marks }: { readonly from: number; readonly to: number; readonly marks: string },
): string {
  return keys.chain(JSON.stringify(['seal', from, to, marks]));
}
