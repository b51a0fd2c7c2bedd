import type { Kysely } from 'kysely';
import type { CardsOfLines, LineSubject } from '../../../bff/platform/audit/line-extras.ts';
import type { Scope } from '../../../bff/platform/base/scope.ts';
import { inShop } from '../../../bff/platform/store/in-shop.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';
import type { TrailDetails } from '../../../contract/platform/audit.ts';
import { cardsBetween, presentRanges, type RangeState, rangeStateSchema } from '../contract/activation.ts';
import { maskCardCodes } from '../contract/card-code.ts';

type Database = Kysely<Schema>;

/** Number of ranges that a line of the audit trail lists; the page of the activation lists all. */
const RANGES_NAMED = 3;

/** Reads how many cards a line of the audit trail is about, and their sequence numbers. */
export const cardsOfLines: CardsOfLines = async (db, shop, activationIds) => {
  const ranges = await rangesOf(db, shop, activationIds);
  return (about) => cardsIn(ranges.get(about.line.subject ?? '') ?? [], about);
};

interface Range {
  readonly position: number;
  /** First number, masked as in lists. */
  readonly start: string;
  readonly end: string;
  readonly cards: number;
  readonly state: RangeState;
}

async function rangesOf(
  db: Database,
  shop: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly Range[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('activation_range')
    .select(['activation_id', 'position', 'first as start', 'last as end', 'state'])
    .where(inShop('shop', shop))
    .where('activation_id', 'in', ids)
    .orderBy('position')
    .execute();
  const byActivation = new Map<string, Range[]>();
  for (const { activation_id, position, state: rangeState, ...span } of rows) {
    const ranges = byActivation.get(activation_id) ?? [];
    const state = rangeStateSchema.parse(rangeState);
    const range = { position, state, cards: Number(cardsBetween(span)), ...maskCardCodes(span, state) };
    byActivation.set(activation_id, [...ranges, range]);
  }
  return byActivation;
}

function cardsIn(ranges: readonly Range[], { positions }: LineSubject): TrailDetails {
  const matching =
    positions === null ? presentRanges(ranges) : ranges.filter(({ position }) => positions.includes(position));
  if (matching.length === 0) return {};
  const spans = matching.slice(0, RANGES_NAMED).map(({ start, end }) => (start === end ? start : `${start}–${end}`));
  const numbers = [...spans, ...(matching.length > RANGES_NAMED ? ['…'] : [])].join(', ');
  return { cards: matching.reduce((sum, { cards }) => sum + cards, 0), numbers };
}
