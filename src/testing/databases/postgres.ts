import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, readFileSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { freePort } from '../free-port.ts';

/** The account of the databases: as in production, it bypasses no row security. */
const USER = 'tillside';
const SUPERUSER = 'postgres';
/** A word that no log line and no error may ever hold. */
export const CANARY_PASSWORD = 'canary-password-of-the-database';
const START_WITHIN_MS = 60_000;
/** PostgreSQL refuses to run as root: accounts that it may run under instead. */
const ACCOUNTS = ['postgres', 'nobody'];

/**
 * Runs a program until it ends, or until standard input is closed, which happens whenever the
 * parent process ends. Then it removes the folder in the first argument. SIGQUIT stops PostgreSQL
 * at once.
 */
const UNTIL_STDIN_CLOSES =
  'folder=$1; shift; exec 3<&0; "$@" </dev/null & pid=$!; { cat <&3 >/dev/null; kill -QUIT $pid; } & wait $pid; rm -rf "$folder"';

/**
 * A temporary PostgreSQL cluster on this machine. Commits are written to its folder as in
 * production.
 */
export interface PostgresCluster {
  /**
   * Creates a database and returns its address, which contains a password. @param template a
   * database to copy, created here before; it must have no connections
   */
  createDatabase(template?: string): Promise<string>;
  /** Removes a database that was created here, and closes its connections. */
  dropDatabase(url: string): Promise<void>;
  /** Stops the cluster and removes its folder. */
  stop(): Promise<void>;
}

const MEMORY = '/dev/shm';
const ROOM_BYTES = 4 * 2 ** 30;

/**
 * Returns a folder in memory if there is room, else the system's folder.
 *
 * A commit to memory takes a tenth of the time, and all settings stay as in production.
 */
export function fastFolder(): string {
  if (!existsSync(MEMORY)) return tmpdir();
  const { bavail, bsize } = statfsSync(MEMORY);
  return bavail * bsize > ROOM_BYTES ? MEMORY : tmpdir();
}

/**
 * Creates and starts a cluster, in about two seconds. It ends with this process, even after a
 * crash.
 * @param programs folder of PostgreSQL's programs
 * @param parent of its folder
 * @throws Error with PostgreSQL's message if it does not start
 */
export async function startPostgres(programs: string, parent = tmpdir()): Promise<PostgresCluster> {
  const folder = mkdtempSync(join(parent, 'tillside-postgres-'));
  const account = accountFor(folder);
  initialise(programs, folder, account);
  const strategy = copiesFiles(programs) ? ' strategy file_copy' : '';
  const port = await freePort();
  const addressOf = (database: string, user = USER) => `postgres://${user}:${CANARY_PASSWORD}@127.0.0.1:${port}/${database}`;
  const running = run(programs, folder, account, port);
  await untilItAnswers(running, addressOf('postgres', SUPERUSER));
  /*
   * A shared connection: a test has only two queries, and connecting would take longer than them.
   */
  let maker: Promise<Client> | null = null;
  async function connectMaker(): Promise<Client> {
    const client = await connectTo(addressOf('postgres', SUPERUSER));
    /* A test may crash the cluster, which recovers. */
    return client.on('error', () => {
      maker = null;
    });
  }
  const tell = async (text: string) => (await (maker ??= connectMaker())).query(text);
  await tell(`create role ${USER} login createdb createrole password '${CANARY_PASSWORD}'`);

  let made = 0;
  return {
    async createDatabase(template) {
      made += 1;
      const name = `shop_${made}`;
      const like = template === undefined ? '' : ` template ${databaseOf(template)}${strategy}`;
      await tell(`create database ${name} owner ${USER}${like}`);
      return addressOf(name);
    },
    async dropDatabase(url) {
      await tell(`drop database ${databaseOf(url)} with (force)`);
    },
    async stop() {
      await (await maker)?.end();
      await running.stop();
    },
  };
}

/**
 * Two clusters; the second one follows the first by streaming replication, asynchronously at first.
 */
export interface PostgresPair {
  /** Addresses of the database `postgres` for its superuser, with a password. */
  readonly primary: string;
  readonly standby: string;
  /** From now on every commit of the first waits for the second. */
  awaitStandby(): Promise<void>;
  /** The first dies like a machine without power. */
  killPrimary(): void;
  /** The second one stops following and accepts writes. */
  promote(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Creates and starts both, in about four seconds; they end with this process.
 * @param through returns the address that the second one uses for the first
 * @throws Error with PostgreSQL's message if one does not start
 */
export async function startPair(programs: string, through: (primary: string) => Promise<string>): Promise<PostgresPair> {
  const folders = [mkdtempSync(join(tmpdir(), 'tillside-primary-')), mkdtempSync(join(tmpdir(), 'tillside-standby-'))] as const;
  const [first, second] = folders;
  const account = accountFor(first);
  accountFor(second);
  initialise(programs, first, account);
  const port = await freePort();
  const other = await freePort();
  const addressAt = (at: number) => `postgres://${SUPERUSER}:${CANARY_PASSWORD}@127.0.0.1:${at}/postgres`;
  const primary = run(programs, first, account, port);
  await untilItAnswers(primary, addressAt(port));
  const copy = [join(programs, 'pg_basebackup'), '-D', join(second, 'data'), '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  const copying = spawn(...asAccount(account, [...copy, '-d', await through(addressAt(port))]), {
    stdio: ['ignore', 'ignore', 'inherit'],
    cwd: second,
  });
  const [code] = (await once(copying, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`pg_basebackup ended with ${code}`);
  const standby = run(programs, second, account, other);
  await untilItAnswers(standby, addressAt(other));
  return {
    primary: addressAt(port),
    standby: addressAt(other),
    async awaitStandby() {
      await ask(addressAt(port), "alter system set synchronous_standby_names = '*'");
      await ask(addressAt(port), 'select pg_reload_conf()');
    },
    killPrimary: () => process.kill(Number(readFileSync(join(first, 'data', 'postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL'),
    promote: () => ask(addressAt(other), 'select pg_promote(true, 30)'),
    async stop() {
      await Promise.all([primary.stop(), standby.stop()]);
    },
  };
}

/** From 15 on PostgreSQL has a choice, and would write every page of a copy to its log. */
function copiesFiles(programs: string): boolean {
  const said = spawnSync(join(programs, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout;
  return Number(/\d+/.exec(said)?.[0]) >= 15;
}

function databaseOf(url: string): string {
  return new URL(url).pathname.slice(1);
}

/** The account that PostgreSQL runs under and that owns the folder; null for our own. */
function accountFor(folder: string): string | null {
  if (process.getuid?.() !== 0) return null;
  for (const account of ACCOUNTS) {
    const [uid, gid] = ['-u', '-g'].map((which) => Number(spawnSync('id', [which, account], { encoding: 'utf8' }).stdout.trim() || NaN));
    if (uid === undefined || gid === undefined || Number.isNaN(uid) || Number.isNaN(gid)) continue;
    chownSync(folder, uid, gid);
    return account;
  }
  throw new Error(`PostgreSQL does not run as root, and there is no account ${ACCOUNTS.join(' or ')}`);
}

function asAccount(account: string | null, command: readonly string[]): [program: string, args: string[]] {
  const [program = '', ...args] = account === null ? command : ['runuser', '-u', account, '--', ...command];
  return [program, args];
}

function initialise(programs: string, folder: string, account: string | null): void {
  const password = join(folder, 'password');
  writeFileSync(password, CANARY_PASSWORD, { mode: 0o644 });
  /*
   * A password with a cheap hash, because checking it must not take longer than a test's queries.
   */
  const authentication = ['-U', SUPERUSER, '-A', 'password', `--pwfile=${password}`];
  const command = [join(programs, 'initdb'), '-D', join(folder, 'data'), '-E', 'UTF8', '--locale=C', '--no-sync', ...authentication];
  const made = spawnSync(...asAccount(account, command), { encoding: 'utf8', cwd: folder });
  if (made.status !== 0) throw new Error(`initdb did not make a cluster:\n${made.stdout}${made.stderr}`);
}

interface Running {
  /** Its last output after it has ended; null while it runs. */
  last(): string | null;
  stop(): Promise<void>;
}

/**
 * Starts it in a separate process group: Ctrl-C reaches only this process, which stops it in an
 * orderly way.
 */
function run(programs: string, folder: string, account: string | null, port: number): Running {
  const settings = { listen_addresses: '127.0.0.1', port, unix_socket_directories: '', max_connections: 200 };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = [join(programs, 'postgres'), '-D', join(folder, 'data'), ...options];
  const command = asAccount(account, ['sh', '-c', UNTIL_STDIN_CLOSES, 'sh', folder, ...server]);
  const child = spawn(...command, { stdio: ['pipe', 'ignore', 'pipe'], detached: true, cwd: tmpdir() });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = `${said}${text}`.slice(-4_000);
  });
  return {
    last: () => (child.exitCode === null ? null : said),
    async stop() {
      const gone = child.exitCode === null ? once(child, 'exit') : null;
      child.stdin.end();
      await gone;
    },
  };
}

async function untilItAnswers(running: Running, url: string): Promise<void> {
  const deadline = Date.now() + START_WITHIN_MS;
  for (;;) {
    try {
      return await ask(url, 'select 1');
    } catch (error) {
      const said = running.last();
      if (said !== null || Date.now() > deadline) throw new Error(`PostgreSQL did not start: ${said ?? 'it is silent'}`, { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

async function ask(url: string, text: string): Promise<void> {
  const client = await connectTo(url);
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

async function connectTo(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
    return client;
  } catch (error) {
    await client.end();
    throw error;
  }
}
