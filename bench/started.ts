import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { at, inSettleRig, type SettleRig, untilState } from './settle-rig.ts';

const RATES = [0, 100, 500];
const PAGE_ROWS = [100, 500];
const PAGE_MS = 20;
const SINCE_MS = 300_000;
const STARTED_MS = 1_000;
/** Redemptions of one till, and those whose answers are lost after them. */
const REDEMPTIONS = 30;
const LOST = 12;
const PATIENCE_MS = 120_000;
const SETTLED_S_MAX = 45;

export interface StartedOptions {
  readonly rates?: readonly number[];
  readonly pageRows?: readonly number[];
}

/** What a server that has just started does for a shop of a busy merchant: redeems without waiting, and finds out about lost answers. */
export async function started({ rates = RATES, pageRows = PAGE_ROWS }: StartedOptions = {}): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  write(`\nA server one second old; each page of the search takes ${PAGE_MS} ms`);
  write('  rows a page   rows/s of others   redemption p50 ms   p95 ms   lost: captured   p50 s   p95 s');
  let isQuick = true;
  for (const pageMax of pageRows) {
    for (const rowsPerSecond of rates) {
      const { redeemMs, seconds } = await inSettleRig({ rowsPerSecond, sinceMs: SINCE_MS, pageMax, pageMs: PAGE_MS }, begin);
      isQuick &&= (seconds.at(-1) ?? 0) <= SETTLED_S_MAX;
      const captured = `${seconds.filter(Number.isFinite).length}/${LOST}`;
      const cells = [String(pageMax), String(rowsPerSecond), at(redeemMs, 0.5).toFixed(0), at(redeemMs, 0.95).toFixed(0), captured];
      const lost = [at(seconds, 0.5), at(seconds, 0.95)].map((value) => value.toFixed(1));
      write(`  ${[...cells, ...lost].map((cell, index) => cell.padStart([11, 18, 19, 8, 16, 7, 7][index] ?? 8)).join(' ')}`);
    }
  }
  write(`  all lost answers known within ${SETTLED_S_MAX} s: ${isQuick ? 'yes' : 'no'}`);
}

async function begin({ till, line, cards }: SettleRig): Promise<{ redeemMs: readonly number[]; seconds: readonly number[] }> {
  await setTimeout(STARTED_MS);
  const redeemMs: number[] = [];
  const lost = cards.slice(REDEMPTIONS, REDEMPTIONS + LOST);
  for (const ref of lost) await till.check(ref);
  line.lose(lost);
  const isOver = (state: string) => state === 'captured';
  const settling = Promise.all(lost.map((ref) => untilState(till, ref, isOver, PATIENCE_MS)));
  for (const ref of cards.slice(0, REDEMPTIONS)) {
    await till.check(ref);
    const beganMs = performance.now();
    await till.put(ref);
    redeemMs.push(performance.now() - beganMs);
  }
  const ended = await settling;
  const seconds = ended.map((one) => (isOver(one.state) ? one.seconds : Number.POSITIVE_INFINITY));
  return { redeemMs: redeemMs.sort((a, b) => a - b), seconds: seconds.sort((a, b) => a - b) };
}
