import { type Kysely, sql } from 'kysely';
import { FIRST_SHOP_LABEL, type GaugeReading } from '../../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';

/** Counts the messages of each shop that were not delivered and are not tried again. */
export async function webhookGauges(db: Kysely<Schema>): Promise<GaugeReading[]> {
  const rows = await acrossShops(db)
    .selectFrom('shop')
    .leftJoin('webhook', 'webhook.shop', 'shop.id')
    .leftJoin('webhook_message', (on) =>
      on.onRef('webhook_message.webhook_id', '=', 'webhook.id').on('webhook_message.outcome', '=', sql.lit('given_up')),
    )
    .select(({ fn }) => ['shop.slug', fn.count<number>('webhook_message.id').as('count')])
    .groupBy('shop.slug')
    .execute();
  const help = 'Messages to webhooks that were not delivered and are no longer retried';
  return rows.map(({ slug, count }) => ({
    name: 'tillside_webhook_messages_given_up',
    help,
    labels: { shop: slug ?? FIRST_SHOP_LABEL },
    value: count,
  }));
}
