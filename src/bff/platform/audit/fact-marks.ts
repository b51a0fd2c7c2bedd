import type { Kysely } from 'kysely';
import type { Keys } from '../base/keys.ts';
import type { Scope } from '../base/scope.ts';
import type { Schema } from '../store/schema.ts';

type ChainKeys = Pick<Keys, 'chain'>;

/**
 * A fact of the journal, with what was asked for where it is the first of a redemption or a refund.
 */
export type SealedFact = Awaited<ReturnType<typeof factsBetween>>[number];

/**
 * Characters of a keyed hash that are kept of each fact: 60 bits.
 *
 * All of them together are hashed in full.
 */
const MARK_CHARS = 10;
/** What a new key changes of a fact: not what it says. */
const SEALED_REF = /"refSealed":"[^"]*"/;

/** Numbers of facts, both ends included. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A shop's facts by their numbers, both ends included, the oldest first. */
export function factsBetween(db: Kysely<Schema>, shop: Scope, { from, to }: Stretch, count: number) {
  return db
    .selectFrom('fact')
    .leftJoin('tender', (on) => on.onRef('tender.id', '=', 'fact.operation_id').on('fact.kind', '=', 'intent'))
    .leftJoin('refund', (on) => on.onRef('refund.id', '=', 'fact.operation_id').on('fact.kind', '=', 'intent'))
    .select(['fact.seq', 'fact.operation_id', 'fact.at', 'fact.kind', 'fact.data'])
    .select([
      'tender.requested',
      'tender.currency',
      'tender.last4',
      'tender.person_id as redeemer',
      'tender.device_id as till',
    ])
    .select(['refund.tender_id', 'refund.person_id as refunder', 'refund.note'])
    .where('fact.shop', '=', shop)
    .where('fact.seq', '>=', from)
    .where('fact.seq', '<=', to)
    .orderBy('fact.seq')
    .limit(count)
    .execute();
}

/**
 * The keyed mark of one fact.
 *
 * A list and not an object, so that there is one way only to write it down.
 */
export function markOfFact(keys: ChainKeys, fact: SealedFact): string {
  const { seq, operation_id, at, kind, data, requested, currency, last4, redeemer, till, tender_id, refunder, note } =
    fact;
  const asked = [requested, currency, last4, redeemer, till, tender_id, refunder, note];
  const text = JSON.stringify(['fact', seq, operation_id, at, kind, data.replace(SEALED_REF, ''), ...asked]);
  return keys.chain(text).slice(0, MARK_CHARS);
}

/** The marks of facts as they are stored, each with the distance of its number from the first. */
export function marksText(keys: ChainKeys, from: number, facts: readonly SealedFact[]): string {
  return facts.map((fact) => `${(fact.seq - from).toString(36)}:${markOfFact(keys, fact)}`).join(' ');
}

/** What {@link marksText} wrote: the mark of each fact by its number. */
export function readMarks(from: number, text: string): Map<number, string> {
  const pairs = text === '' ? [] : text.split(' ').map((pair) => pair.split(':'));
  return new Map(pairs.map(([distance = '', mark = '']) => [from + Number.parseInt(distance, 36), mark]));
}

/** The keyed hash of a stretch, which stands in the trail. */
export function hashOfSeal(
  keys: ChainKeys,
  { from, to, marks }: { readonly from: number; readonly to: number; readonly marks: string },
): string {
  return keys.chain(JSON.stringify(['seal', from, to, marks]));
}
