import { readStoredShops } from '../../bff/platform/config/stored-shops.ts';
import { createKeyWatch } from '../../bff/platform/storage/key-watch.ts';
import { filesIn, readSource } from '../repository/sources.ts';
import { QUIET, TEST_KEYS } from '../rigs/till.ts';
import type { MeteredShop } from './shop.ts';

interface Running {
  start(): Promise<void> | void;
  stop(): Promise<void>;
}

/** Files that create a loop in the background, and how it runs; null for a loop that has to read everything. */
const LOOPS: Readonly<Record<string, ((shop: MeteredShop) => Running) | null>> = {
  'src/bff/app/running-shops.ts': ({ server }) => ({
    start: async () => void (await readStoredShops(server.db, TEST_KEYS)),
    stop: () => Promise.resolve(),
  }),
  'src/bff/issuer/mirror/upkeep.ts': ({ server }) => server.parts.upkeep,
  'src/bff/platform/audit/seals.ts': ({ server }) => server.parts.seals,
  /* Copies the database. */
  'src/features/backups/bff/backups.ts': null,
  'src/bff/platform/storage/key-watch.ts': ({ server, metered }) =>
    createKeyWatch({ db: server.db, keys: TEST_KEYS, servers: metered.store.servers, clock: server.clock, log: QUIET }),
  'src/bff/redemption/recovery/opening.ts': ({ server }) => server.parts.opening,
  'src/bff/redemption/settle/settler.ts': ({ server }) => ({ ...server.parts.settler, start: server.parts.settler.recover }),
  'src/bff/redemption/settle/sweeper.ts': ({ server }) => server.parts.sweeper,
  'src/features/api-access/bff/webhooks/dispatch.ts': ({ server }) => server.parts.dispatch,
  'src/features/printing/bff/queue.ts': ({ server }) => server.parts.queue,
};

const MINUTES = 20;
const STEP_MS = 10_000;

/** Lets each loop run for some minutes, one after the other. */
export async function runLoops(shop: MeteredShop): Promise<void> {
  const { server, metered } = shop;
  for (const [file, loopOf] of Object.entries(LOOPS)) {
    if (loopOf === null) continue;
    await metered.measure(`the loop of ${file}`, server.parts.shop, async () => {
      const loop = loopOf(shop);
      await loop.start();
      for (let passed = 0; passed < MINUTES * 60_000; passed += STEP_MS) {
        await server.clock.advance(STEP_MS);
        await metered.quiet();
      }
      await loop.stop();
    });
  }
}

/** Files of the program that create a loop and are not in the list, or the other way round. */
export function unlistedLoops(): string[] {
  const found = filesIn('src', /^(bff|features)\/.*(?<!\.spec)\.ts$/).filter((file) => /= createLoop\(\{/.test(readSource(file)));
  return [...found.filter((file) => !(file in LOOPS)), ...Object.keys(LOOPS).filter((file) => !found.includes(file))];
}
