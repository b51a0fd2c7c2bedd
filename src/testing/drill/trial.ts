import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import * as z from 'zod';
import { openSqlite } from '../../bff/store/sqlite.ts';
import { attentionItemSchema } from '../../contract/attention.ts';
import { layCable } from '../cable.ts';
import { launch, listening } from '../crash/server.ts';
import { type Service, startService } from '../crash/service.ts';
import { openShop, SETUP_CODE, signIn, type Till, tillAt } from '../crash/till.ts';
import { startPair } from '../postgres.ts';
import { openDoor } from './door.ts';
import { AMOUNT, isSettled, openTills, pause, type Tills } from './tills.ts';

/** The issuer here acts at once, so that a shop need not stay closed for minutes. */
const SETTINGS = {
  SETUP_CODE,
  SETTLE_WINDOW_MS: '3000',
  UPSTREAM_TIMEOUT_MS: '5000',
  SESSION_IDLE_MS: '3600000',
  SEARCH_PER_SECOND: '10000',
  LOG_LEVEL: 'warn',
  DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
};
/** Business before the misfortune, and how long copies are behind at least and at most. */
const BEFORE_MS = 2_500;
const BEHIND_MS = { least: 100, most: 1_500 };
/** An orphan is listed, and a manager called, by then. */
const OPENS_WITHIN_MS = 30_000;
const AFTER_MS = 2_000;
const FINISHES_WITHIN_MS = 20_000;
/** Characters of the server's log. */
const WRITTEN_MAX = 4_000;

export const MISFORTUNES = ['failover', 'restore'] as const;
export type Misfortune = (typeof MISFORTUNES)[number];

export interface Rig {
  /** Folder of the built programs of the server. */
  readonly programs: string;
  /** Folder of PostgreSQL's programs; for a failover. */
  readonly postgres: string;
  /** For everything that trials leave. */
  readonly folder: string;
}

/** What one misfortune came to. */
export interface Outcome {
  readonly wishes: number;
  /** Redemptions of which a till was told that they are taken, and which the journal that went on did not know. */
  readonly lost: number;
  /** Vouchers from which one redemption took more than once. */
  readonly doubles: number;
  /** Null where the shop was never closed. */
  readonly closedMs: number | null;
  /** Cases of a manager at the end. */
  readonly cases: number;
  /** What must not be. */
  readonly faults: readonly string[];
}

/** A server at work, and what can go wrong with its journal. */
interface Stage {
  readonly till: () => Till;
  /** The journal is lost, and nothing is served. @returns ids that the one in its place knows */
  readonly strike: () => Promise<ReadonlySet<string>>;
  readonly goOn: () => Promise<void>;
  readonly output: () => string;
  readonly close: () => Promise<void>;
}

/** Sells, lets the misfortune happen, goes on selling, and compares everything with the issuer's books. */
export async function tryOut(misfortune: Misfortune, rig: Rig): Promise<Outcome> {
  const service = await startService();
  const stage = await (misfortune === 'failover' ? failoverStage : restoreStage)(rig, service);
  try {
    const tills = openTills(service, stage.till);
    await pause(BEFORE_MS);
    const known = await stage.strike();
    const lost = tills.wishes.filter(({ id, view }) => view?.state === 'captured' && !known.has(id)).length;
    await stage.goOn();
    const deadline = Date.now() + OPENS_WITHIN_MS;
    await pause(AFTER_MS);
    while ((tills.isClosed() || !(await isServing(stage.till()))) && Date.now() < deadline) await pause(200);
    await pause(AFTER_MS);
    await tills.finish(FINISHES_WITHIN_MS);
    const judged = await judge(service, stage.till(), tills);
    const faults = judged.faults.length === 0 ? [] : [...judged.faults, `the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`];
    return { ...judged, faults, lost, wishes: tills.wishes.length, closedMs: tills.closedMs() };
  } catch (error) {
    throw new Error(`the drill could not go on; the server wrote:\n${stage.output().slice(-WRITTEN_MAX)}`, { cause: error });
  } finally {
    await stage.close();
    await service.close();
  }
}

async function isServing(till: Till): Promise<boolean> {
  return (await till.send('GET', '/api/journal'))?.status === 200;
}

/** Two PostgreSQL with asynchronous replication; the first dies while the second is behind. */
async function failoverStage({ programs, postgres, folder }: Rig, service: Service): Promise<Stage> {
  const cables: Awaited<ReturnType<typeof layCable>>[] = [];
  const pair = await startPair(postgres, async (primary) => {
    const cable = await layCable(primary);
    cables.push(cable);
    return cable.url;
  });
  const door = await openDoor();
  door.leadTo(pair.primary);
  const env = { ...SETTINGS, ...service.env, DATABASE_URL: door.at(pair.primary), DATA_DIR: await mkdtemp(join(folder, 'data-')) };
  const server = launch(join(programs, 'main.js'), env);
  const origin = await listening(server);
  const cookie = await openShop(origin);
  return {
    till: () => tillAt(origin, cookie),
    async strike() {
      for (const cable of cables) cable.silence();
      await pause(BEHIND_MS.least + Math.random() * (BEHIND_MS.most - BEHIND_MS.least));
      pair.killPrimary();
      door.leadTo(null);
      await pair.promote();
      return idsIn(pair.standby);
    },
    goOn: async () => door.leadTo(pair.standby),
    output: server.output,
    async close() {
      await server.stop();
      await door.close();
      await Promise.all(cables.map((cable) => cable.close()));
      await pair.stop();
    },
  };
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

/** The embedded database; a backup is put back after more was sold. */
async function restoreStage({ programs, folder }: Rig, service: Service): Promise<Stage> {
  const run = promisify(execFile);
  const data = await mkdtemp(join(folder, 'data-'));
  const backup = join(data, '..', `${data}-backup`);
  const env = { ...SETTINGS, ...service.env, DATA_DIR: data };
  const tool = (name: string, ...args: string[]) => run(process.execPath, [join(programs, `${name}.js`), ...args], { env });
  const start = () => launch(join(programs, 'main.js'), env);
  let server = start();
  let origin = await listening(server);
  let cookie = await openShop(origin);
  return {
    till: () => tillAt(origin, cookie),
    async strike() {
      await tool('backup', backup);
      await pause(BEHIND_MS.least + Math.random() * (BEHIND_MS.most - BEHIND_MS.least));
      await server.kill();
      await tool('restore', backup, '--replace');
      const db = openSqlite(data);
      const rows = await db.selectFrom('operation').select('id').execute();
      await db.destroy();
      return new Set(rows.map(({ id }) => id));
    },
    async goOn() {
      server = start();
      origin = await listening(server);
      cookie = await signIn(origin, cookie);
    },
    output: () => server.output(),
    close: () => server.stop(),
  };
}

/** Compares what tills were told, and what managers see, with the issuer's books. */
async function judge(service: Service, till: Till, { wishes, isClosed }: Tills): Promise<Pick<Outcome, 'doubles' | 'cases' | 'faults'>> {
  const answer = await till.send('GET', '/api/attention');
  const cases = z.array(attentionItemSchema).parse(answer?.body);
  const { transactions } = await service.ledger();
  const taken = new Set(transactions.map(({ transactionId }) => transactionId));
  const listed = new Set(cases.flatMap(({ id, candidates }) => [id, ...candidates.map(({ transactionId }) => transactionId)]));
  const faults = isClosed() ? [`the shop is still closed: ${JSON.stringify(cases.filter(({ kind }) => kind === 'gap'))}`] : [];
  let doubles = 0;
  for (const wish of wishes) {
    const { id, ref, view } = wish;
    const captures = (await service.ledger(ref)).transactions.filter(({ type }) => type === 'Capture');
    if (captures.length > 1) doubles += 1;
    if (captures.length > 1) faults.push(`${id} took ${captures.length} times`);
    if (captures.some(({ amount }) => amount !== AMOUNT)) faults.push(`${id} took something else`);
    const isTold = view?.captureId != null && taken.has(view.captureId);
    const isListed = listed.has(id) || captures.every(({ transactionId }) => listed.has(transactionId));
    if (captures.length > 0 && !isTold && !isListed)
      faults.push(`${id} took money, and neither a till nor a manager knows: ${view?.state ?? 'nothing said'}`);
    if (captures.length === 0 && view?.state === 'captured') faults.push(`${id} is said to be taken, and is not`);
    const now = await till.send('GET', `/api/tenders/${id}`);
    if (captures.length > 0 && now?.status !== 200 && !isListed)
      faults.push(`${id} took money and the journal does not know it (${now?.status})`);
    if (!isSettled(wish) && !listed.has(id)) faults.push(`${id} is not settled: ${view?.state ?? 'nothing said'}`);
  }
  return { doubles, cases: cases.length, faults };
}
