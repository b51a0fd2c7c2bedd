import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openSqlite } from '../../bff/platform/store/sqlite.ts';
import type { VoucherService } from '../crash/service.ts';
import { CRASH_SETUP_CODE, type CrashTill, joinShop, setUpCrashShop, signIn, tillAt } from '../crash/till.ts';
import { layCable } from '../databases/cable.ts';
import { startPair } from '../databases/postgres.ts';
import { openDoor } from './door.ts';
import type { PastClock } from './past.ts';
import { LINK_TILLS, type TillNumber } from './shop.ts';
import { pause } from './wishes.ts';

/** The issuer here acts at once, so that a shop need not stay closed for minutes. */
export const DRILL_SETTINGS = {
  SETUP_CODE: CRASH_SETUP_CODE,
  SETTLE_WINDOW_MS: '3000',
  UPSTREAM_TIMEOUT_MS: '5000',
  SESSION_IDLE_MS: '3600000',
  SEARCH_PER_SECOND: '10000',
  LOG_LEVEL: 'warn',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};
/** How long copies are behind at least and at most. */
const BEHIND_MS = { least: 100, most: 1_500 };
/** The day after a backup, in steps of its clock with some redemptions each. */
export const DRILL_DAY_MS = 24 * 60 * 60_000;
const STEPS = 6;
const SOLD_IN_A_STEP = 50;

/** A server of a drill. */
export interface Running {
  readonly origin: string;
  /** Everything that it has written. */
  output(): string;
  kill(): Promise<void>;
  stop(): Promise<void>;
}

export interface Rig {
  readonly start: (env: Readonly<Record<string, string>>) => Promise<Running>;
  /** Runs a command of the server to its end. @returns its output */
  readonly tool: (env: Readonly<Record<string, string>>, name: 'backup' | 'restore' | 'shop', ...args: string[]) => Promise<string>;
  /** Folder of PostgreSQL's programs; for a failover. */
  readonly postgres: string;
  /** For everything that trials leave. */
  readonly folder: string;
}

/** A server at work, and what can go wrong with its journal. */
export interface DrillStage {
  /** A till with its current session. */
  readonly till: (number: TillNumber) => CrashTill;
  /**
   * The journal is lost, and nothing is served. @param sold the number of redemptions that tills
   * have begun @returns ids that the replacing journal knows
   */
  readonly strike: (sold: () => number) => Promise<ReadonlySet<string>>;
  readonly goOn: () => Promise<void>;
  /** Another till, by its cookies. */
  readonly tillWith: (cookie: string) => CrashTill;
  /** The server is restarted with a clock that is later by `ms`. */
  readonly later: (ms: number) => Promise<void>;
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

export const aWhile = () => pause(BEHIND_MS.least + Math.random() * (BEHIND_MS.most - BEHIND_MS.least));

/**
 * Two PostgreSQL; the first dies under load.
 * @param isSynchronous every commit waits for the second; otherwise the second is behind
 */
export async function failoverStage(
  { start, postgres, folder }: Rig,
  service: VoucherService,
  isSynchronous: boolean,
): Promise<DrillStage> {
  const cables: Awaited<ReturnType<typeof layCable>>[] = [];
  const pair = await startPair(postgres, async (primary) => {
    const cable = await layCable(primary);
    cables.push(cable);
    return cable.url;
  });
  if (isSynchronous) await pair.awaitStandby();
  const door = await openDoor();
  door.leadTo(pair.primary);
  const settings = { ...DRILL_SETTINGS, ...service.env, ...service.issuingEnv };
  const env = {
    ...settings,
    DATABASE_URL: door.at(pair.primary),
    DATA_DIR: await mkdtemp(join(folder, 'data-')),
  };
  const server = await start(env);
  const cookies = await openTills(server.origin);
  return {
    till: (number) => tillAt(server.origin, cookies[number] ?? ''),
    async strike() {
      if (!isSynchronous) for (const cable of cables) cable.silence();
      await aWhile();
      pair.killPrimary();
      door.leadTo(null);
      await pair.promote();
      return idsIn(pair.standby);
    },
    goOn: async () => door.leadTo(pair.standby),
    tillWith: (cookie) => tillAt(server.origin, cookie),
    later: () => Promise.reject(new Error('two databases have the clock of this machine')),
    output: server.output,
    async close() {
      await server.stop();
      await door.close();
      await Promise.all(cables.map((cable) => cable.close()));
      await pair.stop();
    },
  };
}

/** A shop with all its tills. @returns their cookies */
async function openTills(origin: string): Promise<readonly string[]> {
  const first = await setUpCrashShop(origin);
  const cookies = [first];
  for (const number of LINK_TILLS) cookies.push(await joinShop(tillAt(origin, first), `Till ${number + 1}`));
  return cookies;
}

async function idsIn(url: string): Promise<ReadonlySet<string>> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>('select id from operation');
    return new Set(rows.map(({ id }) => id));
  } finally {
    await client.end();
  }
}

/**
 * The embedded database; a backup is restored after further sales.
 * @param past the clock, which is behind by the age of the backup
 */
export async function restoreStage(
  { start, tool, folder }: Rig,
  service: VoucherService,
  { past, isOld }: { readonly past: PastClock; readonly isOld: boolean },
): Promise<DrillStage> {
  const data = await mkdtemp(join(folder, 'data-'));
  const backup = `${data}-backup`;
  const env = () => ({ ...DRILL_SETTINGS, ...service.env, ...service.issuingEnv, ...past.env(), DATA_DIR: data });
  let server = await start(env());
  let cookies = await openTills(server.origin);

  async function startAgain(): Promise<void> {
    server = await start(env());
    cookies = await Promise.all(cookies.map((cookie) => signIn(server.origin, cookie)));
  }

  /** A day of business, with a server that is stopped and started again in its hours. */
  async function liveThroughDay(clock: PastClock, sold: () => number): Promise<void> {
    for (let step = 1; step <= STEPS; step += 1) {
      const until = sold() + SOLD_IN_A_STEP;
      while (sold() < until) await pause(100);
      await server.stop();
      clock.setBehind(DRILL_DAY_MS - (DRILL_DAY_MS / STEPS) * step);
      await startAgain();
    }
  }

  return {
    till: (number) => tillAt(server.origin, cookies[number] ?? ''),
    async strike(sold) {
      await tool(env(), 'backup', backup);
      if (isOld) await liveThroughDay(past, sold);
      await aWhile();
      await server.kill();
      await tool(env(), 'restore', backup, '--replace');
      const db = openSqlite(data);
      const rows = await db.selectFrom('operation').select('id').execute();
      await db.destroy();
      return new Set(rows.map(({ id }) => id));
    },
    goOn: startAgain,
    tillWith: (cookie) => tillAt(server.origin, cookie),
    async later(ms) {
      await server.stop();
      past.setBehind(-ms);
      await startAgain();
    },
    output: () => server.output(),
    close: () => server.stop(),
  };
}
