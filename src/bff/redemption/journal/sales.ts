import { type Kysely, sql } from 'kysely';
import { REFUND_STATES, statesWhere } from '../../../contract/redemption/states.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { refuse } from '../../platform/http/problem.ts';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Tx } from '../operation/operations.ts';

/**
 * What a register was told for certain of a sale asked for by link.
 *
 * `amount`: taken, minor units of the link's currency.
 */
export interface ToldOnce {
  readonly outcome: 'taken' | 'not_taken' | 'cancelled';
  readonly amount: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/**
 * How far a sale has come.
 *
 * Where two of these are the same, nothing was begun or ended between them.
 */
export interface SaleMark {
  readonly tenders: number;
  /** Facts of all of its tenders. */
  readonly facts: number;
  /**
   * Tenders of which a refund is under way.
   *
   * So nobody knows whether what they took stays taken.
   */
  readonly givingBack: ReadonlySet<string>;
}

/** What the journal has of whole sales beside their tenders. */
export interface Sales {
  mark(shop: Scope, saleId: string, tx?: Tx): Promise<SaleMark>;
  /**
   * Lets a redemption begin, in the transaction that writes it.
   *
   * `saleId`: null for none.
   * @throws Problem 409 `sale-closed` once a register was told for certain how it ended: it has
   * booked that, and asks for the rest with a link of its own
   */
  assertOpen(tx: Tx, saleId: string | null): Promise<void>;
  /**
   * Whether a register was told for certain how a sale ended.
   *
   * In a transaction none is told until that ends.
   */
  wasTold(saleId: string | null, tx?: Tx): Promise<boolean>;
  /**
   * Finds which of these sales are over.
   *
   * Nothing was taken for them, and their register was told so.
   */
  closed(saleIds: readonly string[], tx?: Tx): Promise<ReadonlySet<string>>;
  /**
   * Keeps what a register is about to be told, unless the sale moved on.
   *
   * It has moved on where its mark is not `mark` any more.
   * @returns whether it was kept
   */
  tell(sale: { readonly shop: Scope; readonly id: string }, mark: SaleMark, told: ToldOnce, tx: Tx): Promise<boolean>;
  /** Of these ids, those of redemptions that were given up before they arrived. */
  givenUp(shop: Scope, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Outcomes after which the same link begins another sale. */
const CLOSING = ['not_taken', 'cancelled'] as const;
const OPEN_REFUNDS = statesWhere(REFUND_STATES, ({ open }) => open);

export function createSales(db: Kysely<Schema>): Sales {
  const linkOf = prepared((from, of: { id: string }) => {
    const link = from.selectFrom('pay_link').select('id').where('id', '=', of.id);
    /* On PostgreSQL two transactions would go on beside each other. Whoever tells a register
       waits for those who begin, and they for it. */
    return isPostgres(from) ? link.forShare() : link;
  });

  const toldOf = (id: string, within: Kysely<Schema>) =>
    within.selectFrom('pay_link_told').select('number').where('link_id', '=', id);

  async function mark(shop: Scope, saleId: string, within: Kysely<Schema> = db): Promise<SaleMark> {
    /* The refunds are read first. One that ends between the two reads is then under way here, or
       counted by the facts; read the other way round it was neither. */
    const refunds = await within
      .selectFrom('refund')
      .innerJoin('operation', 'operation.id', 'refund.id')
      .innerJoin('tender', 'tender.id', 'refund.tender_id')
      .select('refund.tender_id')
      .where('tender.shop', '=', shop)
      .where('tender.sale_id', '=', saleId)
      .where('operation.state', 'in', OPEN_REFUNDS)
      .execute();
    const { tenders, facts } = await within
      .selectFrom('tender')
      .innerJoin('operation', 'operation.id', 'tender.id')
      .select(({ fn }) => [
        fn.countAll<number | string>().as('tenders'),
        fn.sum<number | string | null>('operation.version').as('facts'),
      ])
      .where('tender.shop', '=', shop)
      .where('tender.sale_id', '=', saleId)
      .executeTakeFirstOrThrow();
    return {
      tenders: Number(tenders),
      facts: Number(facts ?? 0),
      givingBack: new Set(refunds.map(({ tender_id }) => tender_id)),
    };
  }

  return {
    mark,
    async assertOpen(tx, saleId) {
      if (saleId === null || (await linkOf(tx, { id: saleId })).rows.length === 0) return;
      if (await toldOf(saleId, tx).limit(1).executeTakeFirst()) throw refuse('sale-closed');
    },
    async wasTold(saleId, tx) {
      if (saleId === null) return false;
      if (tx) await linkOf(tx, { id: saleId });
      return (
        (await toldOf(saleId, tx ?? db)
          .limit(1)
          .executeTakeFirst()) !== undefined
      );
    },
    async closed(saleIds, tx = db as Tx) {
      if (saleIds.length === 0) return new Set();
      const rows = tx.selectFrom('pay_link_told').select('link_id').distinct().where('link_id', 'in', saleIds);
      return new Set((await rows.where('outcome', 'in', CLOSING).execute()).map(({ link_id }) => link_id));
    },
    async tell({ shop, id }, seen, { outcome, amount, at }, tx) {
      if (isPostgres(tx)) await sql`select id from pay_link where id = ${id} for update`.execute(tx);
      if (!isSame(seen, await mark(shop, id, tx))) return false;
      const last = await toldOf(id, tx).orderBy('number', 'desc').limit(1).executeTakeFirst();
      await tx
        .insertInto('pay_link_told')
        .values({ link_id: id, number: (last?.number ?? 0) + 1, at, outcome, amount })
        .execute();
      return true;
    },
    async givenUp(shop, ids) {
      if (ids.length === 0) return new Set();
      const rows = db.selectFrom('operation').select('id').where('shop', '=', shop).where('id', 'in', ids);
      const gone = await rows.where('kind', '=', 'tender').where('state', '=', 'cancelled').execute();
      return new Set(gone.map(({ id }) => id));
    },
  };
}

function isSame(one: SaleMark, other: SaleMark): boolean {
  const sameBack =
    one.givingBack.size === other.givingBack.size && [...one.givingBack].every((id) => other.givingBack.has(id));
  return sameBack && one.tenders === other.tenders && one.facts === other.facts;
}
