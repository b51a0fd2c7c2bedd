import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { at, inSettleRig, type SettleRig, untilState } from './settle-rig.ts';

const RATES = [0, 50, 200, 500];
const PAGE_ROWS = [100, 500];
const PAGE_MS = 20;
const SINCE_MS = 300_000;
/** Redemptions of one till in a row, and those with lost answers during the first of them. */
const REDEMPTIONS = 60;
const LOST = 12;
/** Later the same till redeems again. */
const LATER_MS = 20_000;
const PATIENCE_MS = 40_000;
const TIMES_MAX = 1.2;
const SETTLED_S_MAX = 10;

export interface StartedOptions {
  readonly rates?: readonly number[];
  readonly pageRows?: readonly number[];
}

/** Redemptions of one till one after the other, and the searches from their first to their last. */
interface Redeemed {
  readonly ms: readonly number[];
  readonly searches: number;
}

interface Cell {
  readonly first: Redeemed;
  readonly later: Redeemed;
  /** From sending until captured, seconds, sorted; infinite for those that were not. */
  readonly lostS: readonly number[];
  /** Searches per second without redemptions. */
  readonly idle: number;
}

/**
 * Measures a server of a busy merchant from its first second on: its redemptions, and its recovery
 * of lost answers.
 */
export async function started({ rates = RATES, pageRows = PAGE_ROWS }: StartedOptions = {}): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  write(`\nA till of a server from its first second on, and ${LATER_MS / 1_000} s later; each page of the search takes ${PAGE_MS} ms`);
  write('  rows  rows/s of   first: p50 ms, p95, searches each   later: p50 ms, p95, searches each   idle   lost:           p50 s  p95 s');
  let isQuick = true;
  for (const pageMax of pageRows) {
    let quiet: Cell | null = null;
    for (const rowsPerSecond of rates) {
      const cell = await inSettleRig({ rowsPerSecond, sinceMs: SINCE_MS, pageMax, pageMs: PAGE_MS }, begin);
      quiet ??= cell;
      isQuick &&= isWithin(cell, quiet);
      const lost = [0.5, 0.95].map((share) => at(cell.lostS, share).toFixed(1).padStart(6)).join(' ');
      const known = `${cell.lostS.filter(Number.isFinite).length}/${LOST}`;
      const cells = [
        told(cell.first, quiet.first),
        told(cell.later, quiet.later),
        cell.idle.toFixed(1).padStart(6),
        known.padStart(8),
        lost,
      ];
      write(`  ${String(pageMax).padStart(4)} ${String(rowsPerSecond).padStart(6)}     ${cells.join(' ')}`);
    }
  }
  write(`  within ${TIMES_MAX} times the first line of its pages, lost answers p95 within ${SETTLED_S_MAX} s: ${isQuick ? 'yes' : 'no'}`);
}

function told(one: Redeemed, quiet: Redeemed): string {
  const cells = [0.5, 0.95].map((share) => {
    const ms = at(one.ms, share);
    return `${ms.toFixed(0).padStart(5)} (${(ms / at(quiet.ms, share)).toFixed(2)})`;
  });
  return `${cells.join(' ')} ${(one.searches / REDEMPTIONS).toFixed(2).padStart(6)}  `;
}

function isWithin(cell: Cell, quiet: Cell): boolean {
  const isLike = (one: Redeemed, other: Redeemed) => [0.5, 0.95].every((share) => at(one.ms, share) <= TIMES_MAX * at(other.ms, share));
  return isLike(cell.first, quiet.first) && isLike(cell.later, quiet.later) && at(cell.lostS, 0.95) <= SETTLED_S_MAX;
}

async function begin(rig: SettleRig): Promise<Cell> {
  const { till, line, cards } = rig;
  const lost = cards.slice(0, LOST);
  line.lose(lost);
  const isOver = (state: string) => state === 'captured';
  const settling = Promise.all(
    lost.map(async (ref) => {
      await till.check(ref);
      return untilState(till, ref, isOver, PATIENCE_MS);
    }),
  );
  const first = await redeem(rig, LOST);
  const idleBefore = line.searches();
  const idleMs = performance.now();
  await setTimeout(LATER_MS);
  const idle = ((line.searches() - idleBefore) * 1_000) / (performance.now() - idleMs);
  const later = await redeem(rig, LOST + REDEMPTIONS);
  const ended = await settling;
  const others = ended.filter(({ state }) => !isOver(state)).map(({ state }) => state);
  if (others.length > 0) process.stdout.write(`  lost, and not captured: ${others.join(', ')}\n`);
  const lostS = ended.map((one) => (isOver(one.state) ? one.seconds : Number.POSITIVE_INFINITY)).sort((a, b) => a - b);
  return { first, later, lostS, idle };
}

async function redeem({ till, line, cards }: SettleRig, from: number): Promise<Redeemed> {
  const before = line.searches();
  const ms: number[] = [];
  for (const ref of cards.slice(from, from + REDEMPTIONS)) {
    await till.check(ref);
    const beganMs = performance.now();
    await till.put(ref);
    ms.push(performance.now() - beganMs);
  }
  return { ms: ms.sort((a, b) => a - b), searches: line.searches() - before };
}
