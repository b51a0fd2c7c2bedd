import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import type { VoucherService } from '../crash/service.ts';
import { startPostgres } from '../databases/postgres.ts';
import { DRILL_SETTINGS, type Rig, type Running } from './stages.ts';
import { AGAIN_MS, pause } from './wishes.ts';

export const CHAIN_STORES = ['sqlite', 'postgres'] as const;
export type ChainStore = (typeof CHAIN_STORES)[number];

/** The servers of a chain: one with the embedded database, two on one PostgreSQL. */
export interface ChainServers {
  /** Settings of the first, also for commands. */
  readonly env: Readonly<Record<string, string>>;
  origins(): readonly string[];
  /** Of any server. */
  origin(): string;
  /** Kills one server while the other works, and starts it again. */
  killOne(): Promise<void>;
  /** PostgreSQL crashes and recovers by itself; without it, a server is killed. */
  killDatabase(): Promise<void>;
  killAll(): Promise<void>;
  startAll(): Promise<void>;
  output(): string;
  close(): Promise<void>;
}

export async function openChainServers(
  store: ChainStore,
  { start, postgres, folder }: Pick<Rig, 'start' | 'postgres' | 'folder'>,
  service: VoucherService,
): Promise<ChainServers> {
  const cluster = store === 'postgres' ? await startPostgres(postgres) : null;
  const url = await cluster?.createDatabase();
  const settings = {
    ...DRILL_SETTINGS,
    ...service.env,
    ...service.issuingEnv,
    MERCHANT_MID: service.shops[0]?.mid ?? '',
    ...(url !== undefined && { DATABASE_URL: url }),
  };
  const dataDirs = await Promise.all(Array.from({ length: cluster === null ? 1 : 2 }, () => mkdtemp(join(folder, 'data-'))));
  const envs = dataDirs.map((DATA_DIR) => ({ ...settings, DATA_DIR }));
  const [env = settings] = envs;
  const running: Running[] = [];
  let written = '';
  let next = 0;

  async function end(how: 'kill' | 'stop', server: Running | undefined): Promise<void> {
    await server?.[how]();
    written += server?.output() ?? '';
  }

  async function killOne(): Promise<void> {
    const index = next % envs.length;
    next += 1;
    await end('kill', running[index]);
    running[index] = await start(envs[index] ?? env);
  }

  async function startAll(): Promise<void> {
    /* The first creates the tables. */
    for (const [index, one] of envs.entries()) running[index] = await start(one);
  }

  await startAll();
  return {
    env,
    origins: () => running.map(({ origin }) => origin),
    origin: () => running[Math.floor(Math.random() * running.length)]?.origin ?? '',
    killOne,
    killDatabase: () => (url === undefined ? killOne() : crash(url)),
    killAll: async () => void (await Promise.all(running.map((server) => end('kill', server)))),
    startAll,
    output: () => `${written}${running.map((server) => server.output()).join('')}`,
    async close() {
      for (const server of running) await end('stop', server);
      await cluster?.stop();
    },
  };
}

/** Kills a process of PostgreSQL: it ends all connections, and replays its log. Resolves once it answers again. */
async function crash(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const isCut = new Promise<void>((resolve) => {
    client.on('error', () => resolve());
    client.on('end', resolve);
  });
  process.kill(rows[0]?.pid ?? 0, 'SIGKILL');
  await isCut;
  while (!(await isAnswering(url))) await pause(AGAIN_MS);
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
