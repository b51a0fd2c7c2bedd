import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import type { Others } from './other-rows.ts';
import { type Line, openLine } from './proxy.ts';
import { activeCards, CREDENTIALS, openTill, type Till } from './till.ts';

const OWN_MID = '000000012345678';

/** A sandbox, a server and a line between them, all new. */
export interface SettleRig {
  readonly till: Till;
  readonly line: Line;
  /** Refs of unused cards. */
  readonly cards: readonly string[];
  /** Memory of the server, megabytes: what it has for itself and its part of what it shares. */
  memoryMb(): Promise<number>;
}

/** Starts a rig, uses it, and stops it. @param others the activity of other shops meanwhile */
export async function inSettleRig<T>(others: Others, use: (rig: SettleRig) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const programs: Program[] = [];
  let line: Line | null = null;
  try {
    const service = await startSandbox(folder, programs);
    const cards = await activeCards(service);
    line = await openLine(service, await freePort(), others);
    const { till, server } = await startTill(folder, programs, line);
    return await use({ till, line, cards, memoryMb: () => memoryOf(server.pid) });
  } finally {
    for (const program of programs.toReversed()) await program.stop();
    await line?.close();
    await rm(folder, { recursive: true });
  }
}

async function startSandbox(folder: string, programs: Program[]): Promise<string> {
  const port = await freePort();
  const service = `http://127.0.0.1:${port}`;
  const env = { PORT: String(port), DATA_DIR: join(folder, 'service') };
  programs.push(await startProgram('sandbox', env, `${service}/sandbox/vouchers`));
  return service;
}

async function startTill(folder: string, programs: Program[], line: Line): Promise<{ till: Till; server: Program }> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const env = {
    PORT: String(port),
    DATA_DIR: join(folder, 'till'),
    LOG_LEVEL: 'warn',
    SETUP_CODE: 'bench-the-shop',
    SESSION_IDLE_MS: '3600000',
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `http://127.0.0.1:${line.port}/merchant`,
    MERCHANT_CLIENT_ID: CREDENTIALS['X-Client-Id'],
    MERCHANT_CLIENT_SECRET: CREDENTIALS['X-Client-Secret'],
    MERCHANT_MID: OWN_MID,
    CHECK_SOURCE: 'merchant',
  };
  const server = await startProgram('main', env, `${origin}/api/health`);
  programs.push(server);
  return { till: await openTill(origin), server };
}

async function memoryOf(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss: +(\d+) kB$/m.exec(told)?.[1] ?? Number.NaN) / 1_024;
}

/**
 * Redeems, and polls until the state is one of those given or time is up. @returns the last state,
 * and the seconds since sending
 */
export async function untilState(
  till: Till,
  ref: string,
  isOver: (state: string) => boolean,
  patienceMs: number,
): Promise<{ readonly state: string; readonly seconds: number }> {
  const beganMs = performance.now();
  const elapsed = () => performance.now() - beganMs;
  let { id, state } = await till.put(ref);
  while (!isOver(state) && elapsed() < patienceMs) {
    await setTimeout(200);
    state = await till.stateOf(id);
  }
  return { state, seconds: elapsed() / 1_000 };
}

/** The value below which a share of a sorted list lies. */
export function at(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
