import type { Kysely } from 'kysely';
import { FIRST_SHOP_LABEL, type GaugeReading } from '../../../bff/platform/metrics/metrics.ts';
import { acrossShops } from '../../../bff/platform/store/across-shops.ts';
import type { Schema } from '../../../bff/platform/store/schema.ts';

/** Counts the printers of each shop in each state. */
export async function printerGauges(db: Kysely<Schema>): Promise<GaugeReading[]> {
  const rows = await acrossShops(db)
    .selectFrom('printer')
    .innerJoin('shop', 'shop.id', 'printer.shop')
    .select(({ fn }) => ['shop.slug', 'printer.state', fn.countAll<number>().as('count')])
    .groupBy(['shop.slug', 'printer.state'])
    .execute();
  return rows.map(({ slug, state, count }) => ({
    name: 'tillside_printers',
    help: 'Printers by their state and shop',
    labels: { state, shop: slug ?? FIRST_SHOP_LABEL },
    value: count,
  }));
}
