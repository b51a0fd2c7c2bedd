import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Pool } from 'undici';
import { type Program, startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { type Line, openLine } from './proxy.ts';
import { activeCards, CREDENTIALS, JSON_TYPE, openTill, PRODUCT_CLASS, type Till } from './till.ts';

const OWN_MID = '000000012345678';
const OTHER_SHOP = { 'X-Client-Id': 'practice-shop-2', 'X-Client-Secret': 'practice-shop-2-secret' };
/** Each redemption writes an authorization and a capture. */
const ROWS_EACH = 2;
const IN_FLIGHT_MAX = 20;
const CAPTURED_WITHIN_S = 30;

export interface SettleOptions {
  /** Rows a second that the merchant's other shops make. */
  readonly rates?: readonly number[];
  /** Redemptions whose answers are lost, at each rate. */
  readonly tenders?: number;
  /** How long the others trade before: what settling reads goes back two minutes. */
  readonly warmUpMs?: number;
  /** A tender that is not captured by then is told as such. */
  readonly patienceMs?: number;
}

/** What came of the lost answers at one rate. */
export interface Settled {
  readonly rate: number;
  /** Rows a second that the others really made. */
  readonly made: number;
  /** From sending until captured, seconds, sorted; infinite for those that were not. */
  readonly seconds: readonly number[];
  readonly searches: number;
}

/** Redemptions that were carried out and whose answers were lost, while other shops of the merchant trade: how long until they are known as captured. */
export async function settle(options: SettleOptions = {}): Promise<void> {
  const { rates = [0, 8, 50] } = options;
  const results: Settled[] = [];
  for (const rate of rates) results.push(await settleAt(rate, options));
  report(results);
}

/** A sandbox, a server and a line between them, all new, at one rate. */
export async function settleAt(rate: number, options: SettleOptions = {}): Promise<Settled> {
  const { tenders = 8, warmUpMs = 120_000, patienceMs = 120_000 } = options;
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const programs: Program[] = [];
  const stop = new AbortController();
  let line: Line | null = null;
  try {
    const service = await startSandbox(folder, programs);
    line = await openLine(service, await freePort());
    const till = await startTill(folder, programs, line);
    const cards = await activeCards(service);
    const trade = startTrade(service, cards.slice(tenders), rate, stop.signal);
    await setTimeout(rate === 0 ? 0 : warmUpMs);
    const settled = await loseAnswers(till, line, cards.slice(0, tenders), patienceMs);
    stop.abort();
    return { rate, made: await trade, ...settled };
  } finally {
    stop.abort();
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

async function startTill(folder: string, programs: Program[], line: Line): Promise<Till> {
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
  programs.push(await startProgram('main', env, `${origin}/api/health`));
  return openTill(origin);
}

/**
 * Another shop redeems a cent at a time, straight at the issuer, evenly and never more at once than a bound.
 * @returns when it was stopped: rows a second that it made
 */
async function startTrade(service: string, cards: readonly string[], rate: number, signal: AbortSignal): Promise<number> {
  if (rate === 0) return 0;
  const pool = new Pool(service, { connections: IN_FLIGHT_MAX });
  const headers = { ...JSON_TYPE, ...OTHER_SHOP };
  const beganMs = performance.now();
  const under = new Set<Promise<void>>();
  let [made, next] = [0, 0];
  const redeem = async (ref: string) => {
    const body = JSON.stringify({ currency: 'SGD', vouchers: [{ value: 1, product_class: PRODUCT_CLASS, ref }] });
    const answer = await pool.request({ method: 'POST', path: '/merchant/v1/transactions', headers, body });
    await answer.body.dump();
    if (answer.statusCode === 200) made += ROWS_EACH;
  };
  while (!signal.aborted) {
    const due = beganMs + (next * ROWS_EACH * 1_000) / rate;
    if (due > performance.now()) await setTimeout(due - performance.now());
    const one: Promise<void> = redeem(cards[next % cards.length] ?? '').finally(() => under.delete(one));
    under.add(one);
    next += 1;
    if (under.size >= IN_FLIGHT_MAX) await Promise.race(under);
  }
  await Promise.allSettled(under);
  await pool.close();
  return made / ((performance.now() - beganMs) / 1_000);
}

/** Checks, redeems at the same time with lost answers, and asks after each until it is captured. */
async function loseAnswers(
  till: Till,
  line: Line,
  refs: readonly string[],
  patienceMs: number,
): Promise<Pick<Settled, 'seconds' | 'searches'>> {
  for (const ref of refs) await till.check(ref);
  await setTimeout(1_000);
  line.lose(refs);
  const before = line.searches();
  const seconds = await Promise.all(refs.map((ref) => untilCaptured(till, ref, patienceMs)));
  return { seconds: seconds.sort((a, b) => a - b), searches: line.searches() - before };
}

async function untilCaptured(till: Till, ref: string, patienceMs: number): Promise<number> {
  const beganMs = performance.now();
  const elapsed = () => performance.now() - beganMs;
  let { id, state } = await till.put(ref);
  while (state !== 'captured' && elapsed() < patienceMs) {
    await setTimeout(200);
    state = await till.stateOf(id);
  }
  return state === 'captured' ? elapsed() / 1_000 : Number.POSITIVE_INFINITY;
}

function report(results: readonly Settled[]): void {
  process.stdout.write('\nLost answers of redemptions that were carried out, until they are known as captured\n');
  process.stdout.write('  rows/s of others   made/s   first s  median s    last s  searches\n');
  for (const { rate, made, seconds, searches } of results) {
    const told = [seconds[0], seconds[Math.floor(seconds.length / 2)], seconds.at(-1)].map((value) =>
      (value ?? Number.NaN).toFixed(1).padStart(9),
    );
    process.stdout.write(
      `  ${String(rate).padStart(16)} ${made.toFixed(1).padStart(8)} ${told.join(' ')} ${String(searches).padStart(9)}\n`,
    );
  }
  const isWell = results.every(({ seconds }) => (seconds.at(-1) ?? 0) <= CAPTURED_WITHIN_S);
  process.stdout.write(`  all within ${CAPTURED_WITHIN_S} s: ${isWell ? 'yes' : 'no'}\n`);
}
