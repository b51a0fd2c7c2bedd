import type { Kysely } from 'kysely';
import type { GaugeReading } from '../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

/** Counts the printers in each state. */
export async function printerGauges(db: Kysely<Schema>): Promise<GaugeReading[]> {
  const rows = await acrossShops(db)
    .selectFrom('printer')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return rows.map(({ state, count }) => ({
    name: 'tillside_printers',
    help: 'Printers by their state',
    labels: { state },
    value: count,
  }));
}
