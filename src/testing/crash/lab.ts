import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { PostgresSearchResult } from '../databases/find-postgres.ts';
import { type PostgresCluster, startPostgres } from '../databases/postgres.ts';
import { applyChain, CHAIN, enrolmentCodeInKatong, untilOpen } from '../rigs/chain.ts';
import { launch, listening } from './server.ts';
import { startVoucherService, type VoucherService } from './service.ts';
import { type CrashStore, postgresStore, type StoreName, sqliteStore } from './stores.ts';
import { CRASH_MANAGER, CRASH_SETUP_CODE, enrolTill, setUpCrashShop, signIn } from './till.ts';
import type { Lab, Trial, TrialOutcome } from './trial.ts';

/** Short waits, so that "not redeemed" is proved in about 14 s. */
const SETTINGS = {
  SETUP_CODE: CRASH_SETUP_CODE,
  SETTLE_WINDOW_MS: '1500',
  UPSTREAM_TIMEOUT_MS: '5000',
  SESSION_IDLE_MS: '3600000',
  SEARCH_PER_SECOND: '10000',
  LOG_LEVEL: 'warn',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};

export interface LabsOptions {
  readonly strace: string;
  readonly program: string;
  readonly store: StoreName;
  /** The location of PostgreSQL; used only if it is the store. */
  readonly postgres: PostgresSearchResult | null;
  /** Empty; for everything that trials leave. */
  readonly folder: string;
  /** How many trials run at a time. */
  readonly count: number;
}

/** Places to run trials in, side by side, on one store. */
export interface Labs {
  /** Ports that the points of a trace may name. */
  readonly databasePort: number | null;
  /** Runs all trials, alternating with those of other calls; each outcome is reported at once. */
  run(
    trials: readonly Trial[],
    how: (lab: Lab, trial: Trial) => Promise<TrialOutcome>,
    heard: (outcome: TrialOutcome, lab: Lab) => void,
  ): Promise<void>;
  close(): Promise<void>;
}

/** @throws Error with a message if the store is not available */
export async function openLabs({ strace, program, store: name, postgres, folder, count }: LabsOptions): Promise<Labs> {
  await mkdir(folder, { recursive: true });
  const services = await Promise.all(Array.from({ length: count }, () => startVoucherService()));
  const cluster = name === 'postgres' ? await clusterOf(postgres) : null;
  const store = await furnished(program, services, folder, cluster);
  const labs = sharedOut(services.map((service): Lab => ({ strace, program, env: SETTINGS, store, service, folder })));
  const closeAll = async () => {
    for (const service of services) await service.close();
    await cluster?.stop();
  };
  return {
    databasePort: await portOf(store),
    async run(trials, how, heard) {
      await Promise.all(trials.map((trial) => labs(async (lab) => heard(await how(lab, trial), lab))));
    },
    close: closeAll,
  };
}

/** Lends each item to one user at a time, in the order of requests. */
function sharedOut<T>(things: readonly T[]): (use: (thing: T) => Promise<void>) => Promise<void> {
  const idle = [...things];
  const waiting: ((thing: T) => void)[] = [];
  return async (use) => {
    const thing = idle.pop() ?? (await new Promise<T>((resolve) => waiting.push(resolve)));
    try {
      await use(thing);
    } finally {
      const next = waiting.shift();
      if (next) next(thing);
      else idle.push(thing);
    }
  };
}

async function clusterOf(postgres: PostgresSearchResult | null): Promise<PostgresCluster> {
  if (postgres === null || 'missing' in postgres) throw new Error(postgres?.missing ?? 'PostgreSQL was not looked for');
  return startPostgres(postgres.programs);
}

async function furnished(
  program: string,
  services: readonly VoucherService[],
  folder: string,
  cluster: PostgresCluster | null,
): Promise<CrashStore> {
  const furnish = async (env: Readonly<Record<string, string>>) => {
    const settings = { ...SETTINGS, ...services[0]?.env, ...env };
    const server = launch(program, settings);
    try {
      const origin = await listening(server);
      const own = await setUpCrashShop(origin);
      return { own, sister: await addSister(origin, settings) };
    } finally {
      await server.stop();
    }
  };
  return cluster === null ? sqliteStore(join(folder, 'shops'), furnish) : postgresStore(folder, cluster, furnish);
}

/**
 * Adds a second shop of the account next to the running server. There is no shop of another account:
 * its stored address would name the service of one lab.
 * @returns the cookies of its till, with the manager signed in
 */
async function addSister(origin: string, settings: Readonly<Record<string, string>>): Promise<string> {
  await applyChain(settings, `${CHAIN}    staff: { ${CRASH_MANAGER.name}: manager }\n`);
  const code = await enrolmentCodeInKatong(settings);
  const cookie = await untilOpen(() => enrolTill(origin, code, 'Till K'));
  return untilOpen(() => signIn(origin, cookie));
}

async function portOf(store: CrashStore): Promise<number | null> {
  const shop = await store.newShop();
  await shop.remove();
  const url = shop.env['DATABASE_URL'];
  return url === undefined ? null : Number(new URL(url).port);
}
