import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { EXAMPLES } from '../../bff/app/feature-tables.ts';
import type { Endpoint } from '../../contract/platform/endpoint.ts';
import { type EndpointName, endpoints } from '../../contract/platform/endpoints.ts';
import { POSTGRES, type StoreKind } from '../databases/stores.ts';
import { spendDay } from './day.ts';
import { runLoops } from './loops.ts';
import type { Costs } from './meter.ts';
import { repeatPast } from './past.ts';
import { type MeteredShop, openMeteredShop } from './shop.ts';

const DAY_MS = 86_400_000;
/** Redemptions of the past; a list may show some hundred of the last things whatever there is. */
const [FEW, MANY] = [1_800, 3_600];
/** How much more the longer past may cost. A list that grows with it costs twice. */
const TIMES_MAX = 1.1;
/** A few more or fewer rows or steps say nothing. */
const SAME = 300;

/** Costs of a day and of the loops, two months after a past of this many redemptions. */
async function costsAfter(kind: StoreKind, redemptions: number): Promise<Costs> {
  const shop = await openMeteredShop(kind);
  const { server, metered, asked } = shop;
  try {
    const ofDay = await spendDay(shop, 1);
    const names = Object.keys(endpoints) as EndpointName[];
    /* Routes of features with an example, which the day of the shop does not name. */
    const rest = names.filter((name) => !asked.has(name));
    await askExamples(shop, rest);
    server.clock.jump((await repeatPast(server.db, Math.round(redemptions / ofDay))) + 60 * DAY_MS);
    await server.db.updateTable('reading').set({ to_at: server.clock.now() }).execute();
    if (kind === POSTGRES) await sql`analyze`.execute(server.db);
    metered.begin();
    await spendDay(shop, 2);
    await askExamples(shop, rest);
    await runLoops(shop);
    return metered.costs;
  } finally {
    await server.close();
  }
}

/** The manager sends the example of each route, with a new id. */
async function askExamples({ ask, manager }: MeteredShop, names: readonly EndpointName[]): Promise<void> {
  for (const name of names) {
    const { request }: Endpoint = endpoints[name];
    const example = EXAMPLES[name] ?? {};
    await ask(name, {
      by: manager,
      params: { id: randomUUID() },
      ...(request === null ? { query: `?${new URLSearchParams({ ...example }).toString()}` } : { body: example }),
    });
  }
}

const sumOf = (costs: ReadonlyMap<string, number> = new Map()) => [...costs.values()].reduce((sum, cost) => sum + cost, 0);

/** The routes and loops that cost more after a longer past, each with the query that grew most. */
export async function grown(kind: StoreKind): Promise<string[]> {
  const [few, many] = [await costsAfter(kind, FEW), await costsAfter(kind, MANY)];
  return [...many].flatMap(([name, costs]) => {
    const [was, is] = [sumOf(few.get(name)), sumOf(costs)];
    if (is <= was * TIMES_MAX + SAME) return [];
    const byGrowth = [...costs].map(([text, cost]) => [cost - (few.get(name)?.get(text) ?? 0), text] as const);
    const [most] = byGrowth.sort(([a], [b]) => b - a);
    return [`${name}: ${was} and ${is}, of which ${most?.join(' ') ?? ''}`];
  });
}
