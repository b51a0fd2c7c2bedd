import { type Kysely, sql } from 'kysely';
import type { GaugeReading } from '../../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../../bff/platform/store/schema.ts';

/** Counts the messages that were not delivered and are not tried again. */
export async function webhookGauges(db: Kysely<Schema>): Promise<GaugeReading[]> {
  const { count } = await acrossShops(db)
    .selectFrom('webhook_message')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('outcome', '=', sql.lit('given_up'))
    .executeTakeFirstOrThrow();
  const help = 'Messages to webhooks that were not delivered and are not tried again';
  return [{ name: 'tillside_webhook_messages_given_up', help, value: count }];
}
