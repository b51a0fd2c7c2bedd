import { sql, type Transaction } from 'kysely';
import type { Ports } from '../../../../bff/platform/audit/ports.ts';
import type { Clock } from '../../../../bff/platform/base/ports.ts';
import type { Scope } from '../../../../bff/platform/base/scope.ts';
import { acrossShops } from '../../../../bff/platform/store/across-shops.ts';
import type { OperationKind, Schema } from '../../../../bff/platform/store/schema.ts';
import type { OperationNews } from '../../../../bff/redemption/operation/operations.ts';
import type { News } from '../../../../contract/platform/news.ts';
import { TENDER_STATES } from '../../../../contract/redemption/states.ts';
import type { TenderState } from '../../../../contract/redemption/tender.ts';

/**
 * Messages for webhooks, written in the transaction of their event: nothing is sent for an event
 * that did not happen, and no event is lost.
 */
export interface Outbox extends OperationNews {
  refresh(): Promise<void>;
}

export interface OutboxOptions extends Pick<Ports, 'db' | 'random'> {
  readonly clock: Pick<Clock, 'now'>;
}

/** Returns the events of a new state of an operation. Cards and orders of vouchers have none. */
export function newsOf(kind: OperationKind, state: string): readonly News[] {
  if (state === 'manager' || (kind === 'orphan' && state === 'found')) return ['attention.opened'];
  return kind === 'tender' ? newsOfTender(state as TenderState) : [];
}

function newsOfTender(state: TenderState): readonly News[] {
  if (state === 'refunded') return ['tender.refunded'];
  if (state === 'unknown') return ['tender.unknown'];
  if (state === 'late_capture') return ['tender.taken', 'attention.opened'];
  if (TENDER_STATES[state].taken) return ['tender.taken'];
  return TENDER_STATES[state].outcome === 'failed' && state !== 'cancelled' ? ['tender.not_taken'] : [];
}

export function createOutbox({ db, clock, random }: OutboxOptions): Outbox {
  let hasWebhook = false;

  /**
   * Writes one message for each webhook that subscribes to this event. All of them share one
   * message id.
   */
  async function write(
    tx: Transaction<Schema>,
    shop: Scope,
    news: News,
    data: Readonly<Record<string, string>>,
  ): Promise<void> {
    const id = `msg_${random.uuid()}`;
    const now = clock.now();
    await tx
      .insertInto('webhook_message')
      .columns(['webhook_id', 'id', 'news', 'data', 'at', 'tries', 'next_at'])
      .expression(
        tx
          .selectFrom('webhook')
          .select([
            'webhook.id',
            text(id),
            text(news),
            text(JSON.stringify(data)),
            number(now),
            sql.lit(0).as('tries'),
            number(now),
          ])
          .where('webhook.shop', '=', shop)
          .where('webhook.removed_at', 'is', null)
          .where('webhook.news', 'like', `%"${news}"%`),
      )
      .execute();
  }

  return {
    wanted: () => hasWebhook,
    async refresh() {
      const webhooks = acrossShops(db).selectFrom('webhook').select('id');
      hasWebhook = (await webhooks.where('removed_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;
    },
    async moved(tx, { id, kind, state }) {
      const all = hasWebhook ? newsOf(kind, state) : [];
      if (all.length === 0) return;
      const { shop } = await tx.selectFrom('operation').select('shop').where('id', '=', id).executeTakeFirstOrThrow();
      for (const news of all) await write(tx, shop, news, { id, kind, state });
    },
    async publish(tx, shop, news, data) {
      if (hasWebhook) await write(tx, shop, news, data);
    },
  };
}

/** PostgreSQL does not infer the type of a value in a list of columns. */
const text = (value: string) => sql<string>`cast(${value} as text)`.as('text');
const number = (value: number) => sql<number>`cast(${value} as bigint)`.as('number');
