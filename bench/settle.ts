import { setTimeout } from 'node:timers/promises';
import { outage } from './outage.ts';
import { at, inSettleRig, untilState } from './settle-rig.ts';

const TENDERS = 12;
const RATES = [0, 4, 20, 100, 500];
/** Settling reads back so far, so that others have to have been there for as long. */
const SINCE_MS = 240_000;
/** A server that has just started reads that for the first time. */
const STARTED_MS = 20_000;
const PATIENCE_MS = 120_000;
const P95_S_MAX = 10;

const MANY = 150;
const QUIET_ROWS = 4_000;
const MANY_S_MAX = 30;
const MEMORY_MB_MAX = 250;
const MEMORY_EVERY_MS = 250;

export interface SettleOptions {
  /** Redemptions whose answers are lost, at each rate. */
  readonly tenders?: number;
  /** How long the issuer is away in the last part; 0 leaves it out. */
  readonly outageMinutes?: number;
}

/** The outcome of redemptions with lost answers. */
interface Settled {
  /** From sending until captured, seconds, sorted; infinite for those that were not. */
  readonly seconds: readonly number[];
  readonly searches: number;
  readonly memoryMb: number;
}

/**
 * Measures redemptions whose answers are lost: with any number of rows of other shops, many at
 * once, and during an outage of the issuer.
 */
export async function settle({ tenders = TENDERS, outageMinutes = 2 }: SettleOptions = {}): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  write('\nLost answers of redemptions that were carried out, until they are known as captured');
  write('  rows/s of others   captured   p50 s   p95 s   searches each');
  let isQuick = true;
  for (const rowsPerSecond of RATES) {
    const { seconds, searches } = await loseAnswers(rowsPerSecond, { sinceMs: SINCE_MS }, tenders);
    const captured = seconds.filter(Number.isFinite).length;
    isQuick &&= at(seconds, 0.95) <= P95_S_MAX;
    const cells = [at(seconds, 0.5), at(seconds, 0.95)].map((value) => value.toFixed(1).padStart(7)).join(' ');
    write(
      `  ${String(rowsPerSecond).padStart(16)} ${`${captured}/${tenders}`.padStart(10)} ${cells} ${(searches / tenders).toFixed(1).padStart(15)}`,
    );
  }
  write(`  p95 within ${P95_S_MAX} s at any rate: ${isQuick ? 'yes' : 'no'}`);

  const quiet = { sinceMs: SINCE_MS, isQuiet: true };
  const many = await loseAnswers((QUIET_ROWS * 1_000) / SINCE_MS, quiet, MANY);
  const first = at(many.seconds, 0);
  const last = many.seconds.at(-1) ?? Number.NaN;
  write(`\n${MANY} answers lost at once, beside ${QUIET_ROWS} quiet rows`);
  write(
    `  first verdict ${first.toFixed(1)} s, last ${last.toFixed(1)} s, ${many.searches} searches, server ${many.memoryMb.toFixed(0)} MB`,
  );
  write(
    `  all within ${MANY_S_MAX} s: ${last <= MANY_S_MAX ? 'yes' : 'no'}; under ${MEMORY_MB_MAX} MB: ${many.memoryMb < MEMORY_MB_MAX ? 'yes' : 'no'}`,
  );

  if (outageMinutes > 0) await outage(outageMinutes);
}

/** Checks all, redeems all at the same time, and loses every answer. */
function loseAnswers(rowsPerSecond: number, others: { sinceMs: number; isQuiet?: boolean }, tenders: number): Promise<Settled> {
  return inSettleRig({ rowsPerSecond, ...others }, async ({ till, line, cards, memoryMb }) => {
    const refs = cards.slice(0, tenders);
    await setTimeout(STARTED_MS);
    for (const ref of refs) await till.check(ref);
    await setTimeout(1_000);
    line.lose(refs);
    const before = line.searches();
    const peak = watchPeak(memoryMb);
    const isOver = (state: string) => state === 'captured';
    const ended = await Promise.all(refs.map((ref) => untilState(till, ref, isOver, PATIENCE_MS)));
    const seconds = ended.map((one) => (isOver(one.state) ? one.seconds : Number.POSITIVE_INFINITY)).sort((a, b) => a - b);
    return { seconds, searches: line.searches() - before, memoryMb: await peak() };
  });
}

/** @returns a function that stops measuring and returns the maximum */
function watchPeak(memoryMb: () => Promise<number>): () => Promise<number> {
  const stop = new AbortController();
  let peak = 0;
  const watching = (async () => {
    while (!stop.signal.aborted) {
      peak = Math.max(peak, await memoryMb());
      await setTimeout(MEMORY_EVERY_MS);
    }
  })();
  return async () => {
    stop.abort();
    await watching;
    return peak;
  };
}
