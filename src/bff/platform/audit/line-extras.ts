import type { Kysely } from 'kysely';
import {
  type TrailDetails,
  type TrailLine,
  type TrailLink,
  trailLinkSchema,
} from '../../../contract/platform/audit.ts';
import type { Scope } from '../base/scope.ts';
import { inShop } from '../store/in-shop.ts';
import type { Schema } from '../store/schema.ts';

type Database = Kysely<Schema>;

/** A line, with the positions of its ranges: null for all of its activation. */
export interface LineSubject {
  readonly line: Pick<TrailLine, 'action' | 'subject'> & { readonly details: TrailDetails };
  readonly personId: string | null;
  readonly positions: readonly number[] | null;
}

/** Data added to a trail line: the page it links to, and the cards it concerns. */
interface LineExtras {
  readonly opens: TrailLink | null;
  readonly details: TrailDetails;
}

/** Reads which cards the lines of some activations are about. */
export type CardsOfLines = (
  db: Database,
  shop: Scope,
  activationIds: readonly string[],
) => Promise<(about: LineSubject) => TrailDetails>;

/** Looks up, for a batch of lines, the page and the cards of each line. */
export async function findLineExtras(
  db: Database,
  shop: Scope,
  lines: readonly LineSubject[],
  cardsOfLines: CardsOfLines,
): Promise<(about: LineSubject) => LineExtras> {
  const subjectsOf = (...families: string[]) => [
    ...new Set(lines.flatMap(({ line }) => (families.includes(familyOf(line)) ? (line.subject ?? []) : []))),
  ];
  const [things, cardsOf] = await Promise.all([
    transactionsOf(db, shop, subjectsOf('tender', 'refund', 'capture')),
    cardsOfLines(db, shop, subjectsOf('activation')),
  ]);
  return (about) => {
    const { line, personId } = about;
    const family = familyOf(line);
    const id = line.subject ?? '';
    if (family === 'activation') return { opens: opens('activation', id), details: cardsOf(about) };
    if (family === 'issue' || family === 'voucher') return { opens: opens('issue', id), details: {} };
    if (family === 'day') return { opens: opens('closing', id), details: {} };
    /* If the person acted on themselves, the line already names them. */
    const isOfPerson = family === 'person' || ((family === 'session' || family === 'pin') && personId === null);
    if (isOfPerson) return { opens: opens('person', id), details: {} };
    return { opens: things.get(id) ?? null, details: {} };
  };
}

const familyOf = ({ action }: Pick<TrailLine, 'action'>) => action.slice(0, action.indexOf('.'));

const opens = (what: TrailLink['what'], id: string): TrailLink | null =>
  trailLinkSchema.safeParse({ what, id }).data ?? null;

/**
 * Returns the issuer's row of each operation; for a refund without a row, that of its capture; for
 * an unknown row, the case.
 */
async function transactionsOf(
  db: Database,
  shop: Scope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, TrailLink>> {
  if (ids.length === 0) return new Map();
  const [operations, refunds] = await Promise.all([
    db.selectFrom('operation').select(['id', 'open']).where(inShop('shop', shop)).where('id', 'in', ids).execute(),
    db.selectFrom('refund').select(['id', 'tender_id']).where('shop', '=', shop).where('id', 'in', ids).execute(),
  ]);
  const tenderOfRefund = new Map(refunds.map(({ id, tender_id }) => [id, tender_id]));
  const rows = await db
    .selectFrom('claim')
    .select(['operation_id', 'transaction_id'])
    .where(inShop('shop', shop))
    .where('operation_id', 'in', [...ids, ...tenderOfRefund.values()])
    .execute();
  const claims = new Map(rows.map(({ operation_id, transaction_id }) => [operation_id, transaction_id]));
  const found = operations.flatMap(({ id, open }) => {
    const what =
      open === 1
        ? opens('case', id)
        : opens('transaction', claims.get(id) ?? claims.get(tenderOfRefund.get(id) ?? '') ?? '');
    return what === null ? [] : [[id, what] as const];
  });
  return new Map(found);
}
