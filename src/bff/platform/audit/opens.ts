import type { Kysely } from 'kysely';
import {
  type TrailDetails,
  type TrailLine,
  type TrailOpens,
  trailOpensSchema,
} from '../../../contract/platform/audit.ts';
import {
  cardsBetween,
  presentRanges,
  type RangeState,
  rangeStateSchema,
} from '../../../features/gift-cards/contract/activation.ts';
import { listed } from '../../../features/gift-cards/contract/card-code.ts';
import type { Scope } from '../base/scope.ts';
import type { Schema } from '../store/schema.ts';

type Database = Kysely<Schema>;

/** A line, with the positions of its ranges: null for all of its activation. */
export interface AboutThing {
  readonly line: Pick<TrailLine, 'action' | 'subject'> & { readonly details: TrailDetails };
  readonly personId: string | null;
  readonly positions: readonly number[] | null;
}

/** Details of a line from outside its own fact: the page to open, and the cards. */
interface More {
  readonly opens: TrailOpens | null;
  readonly details: TrailDetails;
}

/** This many ranges are named; the page of the activation has all. */
const RANGES_NAMED = 3;

/** Looks up, for a batch of lines, the page of each subject, and the cards of an activation. */
export async function openedBy(
  db: Database,
  shop: Scope,
  lines: readonly AboutThing[],
): Promise<(about: AboutThing) => More> {
  const subjectsOf = (...families: string[]) => [
    ...new Set(lines.flatMap(({ line }) => (families.includes(familyOf(line)) ? (line.subject ?? []) : []))),
  ];
  const [things, ranges] = await Promise.all([
    transactionsOf(db, shop, subjectsOf('tender', 'refund', 'capture')),
    rangesOf(db, shop, subjectsOf('activation')),
  ]);
  return (about) => {
    const { line, personId } = about;
    const family = familyOf(line);
    const id = line.subject ?? '';
    if (family === 'activation')
      return { opens: opens('activation', id), details: cardsOf(ranges.get(id) ?? [], about) };
    if (family === 'issue' || family === 'voucher') return { opens: opens('issue', id), details: {} };
    if (family === 'day') return { opens: opens('closing', id), details: {} };
    /* If the person acted on themselves, the line already names them. */
    const isOfPerson = family === 'person' || ((family === 'session' || family === 'pin') && personId === null);
    if (isOfPerson) return { opens: opens('person', id), details: {} };
    return { opens: things.get(id) ?? null, details: {} };
  };
}

const familyOf = ({ action }: Pick<TrailLine, 'action'>) => action.slice(0, action.indexOf('.'));

const opens = (what: TrailOpens['what'], id: string): TrailOpens | null =>
  trailOpensSchema.safeParse({ what, id }).data ?? null;

/**
 * Returns the issuer's row of each operation; a refund without one has that of its capture; a case
 * while it is unknown.
 */
async function transactionsOf(
  db: Database,
  shop: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrailOpens>> {
  if (ids.length === 0) return new Map();
  const [operations, refunds] = await Promise.all([
    db.selectFrom('operation').select(['id', 'open']).where('shop', '=', shop).where('id', 'in', ids).execute(),
    db.selectFrom('refund').select(['id', 'tender_id']).where('shop', '=', shop).where('id', 'in', ids).execute(),
  ]);
  const given = new Map(refunds.map(({ id, tender_id }) => [id, tender_id]));
  const rows = await db
    .selectFrom('claim')
    .select(['operation_id', 'transaction_id'])
    .where('shop', '=', shop)
    .where('operation_id', 'in', [...ids, ...given.values()])
    .execute();
  const claims = new Map(rows.map(({ operation_id, transaction_id }) => [operation_id, transaction_id]));
  const found = operations.flatMap(({ id, open }) => {
    const what =
      open === 1 ? opens('case', id) : opens('transaction', claims.get(id) ?? claims.get(given.get(id) ?? '') ?? '');
    return what === null ? [] : [[id, what] as const];
  });
  return new Map(found);
}

interface Range {
  readonly position: number;
  /** Numbers as they may be listed. */
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
    .where('shop', '=', shop)
    .where('activation_id', 'in', ids)
    .orderBy('position')
    .execute();
  const byActivation = new Map<string, Range[]>();
  for (const { activation_id, position, state: kept, ...span } of rows) {
    const ranges = byActivation.get(activation_id) ?? [];
    const state = rangeStateSchema.parse(kept);
    const range = { position, state, cards: Number(cardsBetween(span)), ...listed(span, state) };
    byActivation.set(activation_id, [...ranges, range]);
  }
  return byActivation;
}

/** Returns the number of cards of a line, and their first and last number. */
function cardsOf(ranges: readonly Range[], { positions }: AboutThing): TrailDetails {
  const own =
    positions === null ? presentRanges(ranges) : ranges.filter(({ position }) => positions.includes(position));
  if (own.length === 0) return {};
  const spans = own.slice(0, RANGES_NAMED).map(({ start, end }) => (start === end ? start : `${start}–${end}`));
  const numbers = [...spans, ...(own.length > RANGES_NAMED ? ['…'] : [])].join(', ');
  return { cards: own.reduce((sum, { cards }) => sum + cards, 0), numbers };
}
