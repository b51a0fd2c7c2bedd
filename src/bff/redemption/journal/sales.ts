import { type Kysely, sql } from 'kysely';
import type { StoredSaleDue } from '../../../contract/redemption/sale.ts';
import { REFUND_STATES, statesWhere } from '../../../contract/redemption/states.ts';
import type { Scope } from '../../platform/base/scope.ts';
import { refuse } from '../../platform/http/problem.ts';
import { isPostgres } from '../../platform/store/migrations/dialect.ts';
import { prepared } from '../../platform/store/prepared.ts';
import type { Schema } from '../../platform/store/schema.ts';
import type { Tx } from '../operation/operations.ts';
import { readSaleDue } from './sale-due.ts';

/**
 * The final outcome that a register received for a sale requested by link. `amount`: redeemed,
 * minor units of the link's currency.
 */
export interface ReportedOutcome {
  readonly outcome: 'taken' | 'not_taken' | 'cancelled';
  readonly amount: number;
  /** Milliseconds UTC. */
  readonly at: number;
}

/** Progress of a sale. If two marks are equal, nothing started or ended between them. */
export interface SaleMark {
  readonly tenders: number;
  readonly facts: number;
  /**
   * Tenders with an unfinished refund. Until it ends, it is not certain that their amounts stay
   * redeemed.
   */
  readonly beingRefunded: ReadonlySet<string>;
}

export interface Sales {
  mark(shop: Scope, saleId: string, tx?: Tx): Promise<SaleMark>;
  /**
   * Checks that a redemption may begin, in the transaction that writes it. `saleId`: null for none.
   * @throws Problem 409 `sale-closed` once a register received the final outcome and booked it. The
   * register requests any remaining amount with a new link
   */
  assertOpen(tx: Tx, saleId: string | null): Promise<void>;
  /**
   * True if a register received the final outcome of a sale. If called in a transaction, no outcome
   * is reported until that transaction ends.
   */
  wasReported(saleId: string | null, tx?: Tx): Promise<boolean>;
  /**
   * Returns those of these sales that ended without a redemption, and whose register was notified.
   */
  closed(saleIds: readonly string[], tx?: Tx): Promise<ReadonlySet<string>>;
  /**
   * Stores the outcome that a register is about to receive, unless the sale moved on. The sale
   * moved on if its mark no longer equals `mark`.
   * @returns true if it was stored
   */
  report(
    sale: { readonly shop: Scope; readonly id: string },
    mark: SaleMark,
    outcome: ReportedOutcome,
    tx: Tx,
  ): Promise<boolean>;
  /** Returns what the till of a sale last reported; null if it reported nothing. */
  reportedDue(shop: Scope, saleId: string): Promise<StoredSaleDue | null>;
  /** Returns those of these ids whose redemptions were cancelled before they arrived. */
  cancelledAmong(shop: Scope, ids: readonly string[]): Promise<ReadonlySet<string>>;
}

/** After these outcomes, the same link begins a new sale. */
const CLOSING = ['not_taken', 'cancelled'] as const;
const OPEN_REFUNDS = statesWhere(REFUND_STATES, ({ open }) => open);

export function createSales(db: Kysely<Schema>): Sales {
  const linkOf = prepared((from, of: { id: string }) => {
    const link = from.selectFrom('pay_link').select('id').where('id', '=', of.id);
    /* On PostgreSQL, two transactions would run concurrently. The lock makes a report to a register
       and the start of a redemption wait for each other. */
    return isPostgres(from) ? link.forShare() : link;
  });

  const reportedOutcomeOf = (id: string, within: Kysely<Schema>) =>
    within.selectFrom('pay_link_told').select('number').where('link_id', '=', id);

  async function mark(shop: Scope, saleId: string, within: Kysely<Schema> = db): Promise<SaleMark> {
    /* The refunds are read first. A refund that ends between the two reads is either open in this
       read or counted by the facts of the second. In the opposite order it could be missing from
       both. */
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
      beingRefunded: new Set(refunds.map(({ tender_id }) => tender_id)),
    };
  }

  return {
    mark,
    async assertOpen(tx, saleId) {
      if (saleId === null || (await linkOf(tx, { id: saleId })).rows.length === 0) return;
      if (await reportedOutcomeOf(saleId, tx).limit(1).executeTakeFirst()) throw refuse('sale-closed');
    },
    async wasReported(saleId, tx) {
      if (saleId === null) return false;
      if (tx) await linkOf(tx, { id: saleId });
      return (
        (await reportedOutcomeOf(saleId, tx ?? db)
          .limit(1)
          .executeTakeFirst()) !== undefined
      );
    },
    async closed(saleIds, tx = db as Tx) {
      if (saleIds.length === 0) return new Set();
      const rows = tx.selectFrom('pay_link_told').select('link_id').distinct().where('link_id', 'in', saleIds);
      return new Set((await rows.where('outcome', 'in', CLOSING).execute()).map(({ link_id }) => link_id));
    },
    async report({ shop, id }, seen, { outcome, amount, at }, tx) {
      if (isPostgres(tx)) await sql`select id from pay_link where id = ${id} for update`.execute(tx);
      if (!isSameMark(seen, await mark(shop, id, tx))) return false;
      const last = await reportedOutcomeOf(id, tx).orderBy('number', 'desc').limit(1).executeTakeFirst();
      await tx
        .insertInto('pay_link_told')
        .values({ link_id: id, number: (last?.number ?? 0) + 1, at, outcome, amount })
        .execute();
      return true;
    },
    reportedDue: (shop, id) => readSaleDue(db, { shop, id }),
    async cancelledAmong(shop, ids) {
      if (ids.length === 0) return new Set();
      const rows = db.selectFrom('operation').select('id').where('shop', '=', shop).where('id', 'in', ids);
      const gone = await rows.where('kind', '=', 'tender').where('state', '=', 'cancelled').execute();
      return new Set(gone.map(({ id }) => id));
    },
  };
}

/** True if nothing started or ended in a sale between two marks. */
export function isSameMark(one: SaleMark, other: SaleMark): boolean {
  const sameBack =
    one.beingRefunded.size === other.beingRefunded.size &&
    [...one.beingRefunded].every((id) => other.beingRefunded.has(id));
  return sameBack && one.tenders === other.tenders && one.facts === other.facts;
}
