import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { DatabaseSync } from '@photostructure/sqlite';
import { Client as PostgresClient } from 'pg';
import { type Program, startScript } from '../../e2e/support/processes.ts';
import { scripts } from '../../package.json';
import { JOURNAL_FILE } from '../../src/bff/platform/store/sqlite.ts';
import { findPostgres } from '../../src/testing/databases/find-postgres.ts';
import { startPostgres } from '../../src/testing/databases/postgres.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { parentOf } from './figures.ts';
import { type Counts, CREDENTIALS, countsSchema, type Done, doneSchema, type Job, ledgerSchema, OWN_MID } from './job.ts';

const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const SERVER = fileURLToPath(new URL('../server/main.js', import.meta.url));
/** As `npm start` starts it. */
const START_FLAGS = scripts.start.split(' ').filter((word) => word.startsWith('--'));
/** A server without requests to the issuer for this long has finished its initial reading. */
const QUIET_MS = 2_000;
const QUIET_WITHIN_MS = 45_000;

export type StoreName = 'sqlite' | 'postgres';

/** The issuer of the bench as a process. */
export interface IssuerProcess {
  readonly program: Program;
  readonly origin: string;
  counts(): Promise<Counts>;
  ledger(): Promise<Record<string, number>>;
  /**
   * From now on, other shops add this number of rows per second; if the ledger is still empty, they
   * have done so since `sinceMs`.
   */
  trade(perSecond: number, sinceMs: number): Promise<void>;
}

/** A server, its store and its issuer in separate processes. */
export interface Rig {
  readonly origin: string;
  /** The one that was started last. */
  readonly server: Program;
  /** Its data folder. */
  readonly dataDir: string;
  readonly issuer: IssuerProcess;
  /**
   * Another issuer, unknown to the server, so that direct requests do not appear in the server's
   * data.
   */
  readonly beside: IssuerProcess;
  /** The process whose children serve PostgreSQL; null on SQLite. */
  readonly postgres: number | null;
  /** Runs SQL statements on the server's database, as another process would. */
  change(statements: string): Promise<void>;
  /**
   * Stops the server, runs an action, and starts it again. @returns milliseconds from the start of
   * the process until it answers
   */
  restart(between?: () => Promise<unknown>): Promise<number>;
  /** Starts another server on the same database. */
  startAnother(): Promise<{ readonly origin: string; readonly server: Program }>;
  /** The rows of a query on PostgreSQL. */
  query(text: string): Promise<readonly unknown[]>;
  /** Runs a command of the server with its settings. @returns its output */
  command(name: string, ...args: readonly string[]): Promise<string>;
  /** Resolves when the server has read what it reads at its start. */
  quiet(): Promise<void>;
  stop(): Promise<void>;
}

export interface RigOptions {
  readonly store: StoreName;
  /** Others' rows a second, from before the server starts. */
  readonly othersPerSecond?: number;
  readonly othersSinceMs?: number;
  /** Folder for a profile of the server; none without. */
  readonly profile?: string | undefined;
  /** Additional settings of the server. */
  readonly env?: Readonly<Record<string, string>>;
}

export async function startIssuer(): Promise<IssuerProcess> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = await startScript([beside('./issuer.js')], { PORT: String(port) }, `${origin}/bench/counts`);
  const read = async (path: string) => (await fetch(`${origin}${path}`)).json();
  return {
    program,
    origin,
    counts: async () => countsSchema.parse(await read('/bench/counts')),
    ledger: async () => ledgerSchema.parse(await read('/bench/ledger')),
    async trade(perSecond, sinceMs) {
      await fetch(`${origin}/bench/trade`, { method: 'POST', body: JSON.stringify({ perSecond, sinceMs }) });
    },
  };
}

/** @throws Error if this machine has no PostgreSQL, or something does not start */
export async function startRig({ store, othersPerSecond = 0, othersSinceMs = 0, profile, env: more = {} }: RigOptions): Promise<Rig> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true })];
  const stop = async () => {
    for (const one of stops.toReversed()) await one();
  };
  try {
    const issuer = await startIssuer();
    stops.push(() => issuer.program.stop());
    await issuer.trade(othersPerSecond, othersSinceMs);
    const apart = await startIssuer();
    stops.push(() => apart.program.stop());
    const database = store === 'postgres' ? await startDatabase(stops) : null;
    const port = await freePort();
    const origin = `http://127.0.0.1:${port}`;
    const data = join(folder, 'till');
    const env = {
      PORT: String(port),
      DATA_DIR: data,
      ...settings(issuer.origin),
      ...(database && { DATABASE_URL: database.url }),
      ...more,
    };
    const profiling = profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];
    const start = () => startScript([...START_FLAGS, ...profiling, SERVER], env, `${origin}/api/health`);
    let server = await start();
    stops.push(() => server.stop());
    const startAnother: Rig['startAnother'] = async () => {
      const anotherPort = await freePort();
      const itsOrigin = `http://127.0.0.1:${anotherPort}`;
      const itsEnv = { ...env, PORT: String(anotherPort), DATA_DIR: join(folder, 'another') };
      const another = await startScript([...START_FLAGS, SERVER], itsEnv, `${itsOrigin}/api/health`);
      stops.push(() => another.stop());
      return { origin: itsOrigin, server: another };
    };
    const restart: Rig['restart'] = async (between) => {
      await server.stop();
      await between?.();
      const beganMs = performance.now();
      server = await start();
      return performance.now() - beganMs;
    };
    const change = async (statements: string) => {
      await (database ? onPostgres(database.url, statements) : onSqlite(data, statements));
    };
    const postgres = database?.pid ?? null;
    return {
      origin,
      get server() {
        return server;
      },
      dataDir: data,
      issuer,
      beside: apart,
      postgres,
      change,
      restart,
      startAnother,
      query: (text) => (database ? onPostgres(database.url, text) : Promise.resolve([])),
      command: async (name, ...args) =>
        (await promisify(execFile)(process.execPath, [beside(`../server/${name}.js`), ...args], { env: { ...process.env, ...env } }))
          .stdout,
      quiet: () => quiet(issuer),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function settings(issuer: string): Record<string, string> {
  return {
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${issuer}/merchant`,
    MERCHANT_CLIENT_ID: CREDENTIALS['x-client-id'],
    MERCHANT_CLIENT_SECRET: CREDENTIALS['x-client-secret'],
    MERCHANT_MID: OWN_MID,
    CHECK_SOURCE: 'merchant',
    DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
}

async function startDatabase(stops: (() => Promise<void>)[]): Promise<{ readonly url: string; readonly pid: number }> {
  const found = findPostgres();
  if ('missing' in found) throw new Error(found.missing);
  const cluster = await startPostgres(found.programs);
  stops.push(() => cluster.stop());
  const url = await cluster.createDatabase();
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = parentOf(rows[0]?.pid ?? 0);
  await client.end();
  return { url, pid };
}

async function onPostgres(url: string, statements: string): Promise<readonly unknown[]> {
  const client = new PostgresClient({ connectionString: url });
  await client.connect();
  await client.query("set tillside.shop = '*'");
  const { rows } = await client.query<Record<string, unknown>>(statements);
  await client.end();
  return rows;
}

async function onSqlite(directory: string, statements: string): Promise<void> {
  const file = new DatabaseSync(join(directory, JOURNAL_FILE), { timeout: 5_000 });
  file.exec(statements);
  file.close();
}

async function quiet(issuer: IssuerProcess): Promise<void> {
  let last = (await issuer.counts()).searches;
  let since = Date.now();
  for (const deadline = Date.now() + QUIET_WITHIN_MS; Date.now() - since < QUIET_MS && Date.now() < deadline; ) {
    await setTimeout(200);
    const { searches } = await issuer.counts();
    if (searches !== last) {
      last = searches;
      since = Date.now();
    }
  }
}

/** Runs a job in a process of tills. @throws Error with what the process wrote when it fails */
export async function runTills(job: Job): Promise<Done> {
  const child = spawn(process.execPath, [beside('./tills.js')], { stdio: ['pipe', 'pipe', 'pipe'] });
  const written: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  child.stdin.end(JSON.stringify(job));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`the tills failed:\n${written.stderr}`);
  return doneSchema.parse(JSON.parse(written.stdout));
}
