import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { at, inSettleRig, type SettleRig, untilState } from './settle-rig.ts';

const TENDERS = 300;
/** Checked before, so that they are sent into the silence. */
const CHECKED_BEFORE = 20;
const OTHERS = { rowsPerSecond: 20, sinceMs: 240_000 };
const STARTED_MS = 15_000;
/**
 * Time until no outcome is unknown: the issuer's maximum delay, the delay of its search, and a
 * second check.
 */
const SETTLED_WITHIN_MS = 10 * 60_000;
const BACK_MS = 20_000;
/** The budget for searches, and for all other requests. */
const SEARCHES_PER_SECOND = 50;
/**
 * A manager’s case closes automatically as soon as the issuer is reachable and the outcome is
 * proved.
 */
const OPEN: ReadonlySet<string> = new Set(['intent', 'sent', 'unknown', 'manager']);

/**
 * An issuer that stops answering and then refuses everything, while customers keep arriving:
 * measures the responses to them, and the requests to the issuer afterwards.
 */
export async function outage(minutes: number): Promise<void> {
  const write = (line: string) => void process.stdout.write(`${line}\n`);
  const told = await inSettleRig(OTHERS, (rig) => goThrough(rig, minutes * 60_000));
  const counted = new Map<string, number>();
  for (const { state } of told.ended) counted.set(state, (counted.get(state) ?? 0) + 1);
  const clear = told.ended.filter(({ state }) => state === 'not_sent');
  const waits = clear.map(({ seconds }) => seconds).sort((a, b) => a - b);
  write(`\nAn issuer that is away for ${minutes} min, half of it silent, half of it refusing, and ${TENDERS} redemptions`);
  write(`  ${[...counted].map(([state, count]) => `${state} ${count}`).join(', ')}`);
  write(
    `  told at once that nothing could be seen: ${clear.length}, after ${at(waits, 0.5).toFixed(1)} s (p95 ${at(waits, 0.95).toFixed(1)} s)`,
  );
  write(
    `  requests a second: at most ${Math.max(...told.away)} while it was away, ${Math.max(...told.back)} in the ${BACK_MS / 1_000} s after`,
  );
  write(`  settled ${told.settledS.toFixed(0)} s after it was back`);
  write(`  no case for a manager: ${(counted.get('manager') ?? 0) === 0 ? 'yes' : 'no'}`);
  const searches = Math.max(...told.searches);
  write(
    `  searches a second, at most ${searches}; within the budget of ${SEARCHES_PER_SECOND}: ${searches <= SEARCHES_PER_SECOND ? 'yes' : 'no'}`,
  );
}

interface Gone {
  readonly ended: readonly { readonly state: string; readonly seconds: number }[];
  readonly away: readonly number[];
  readonly back: readonly number[];
  readonly searches: readonly number[];
  readonly settledS: number;
}

async function goThrough({ till, line, cards }: SettleRig, awayMs: number): Promise<Gone> {
  const refs = cards.slice(0, TENDERS);
  await setTimeout(STARTED_MS);
  for (const ref of refs.slice(0, CHECKED_BEFORE)) await till.check(ref);
  await setTimeout(1_000);
  const beganMs = performance.now();
  line.setMood('silent');
  const isOver = (state: string) => !OPEN.has(state);
  const customers = refs.map(async (ref, index) => {
    await setTimeout(index < CHECKED_BEFORE ? 0 : (index * awayMs) / TENDERS);
    /* A failed check is shown, and redeeming anyway gets the same response. */
    if (index >= CHECKED_BEFORE) void till.check(ref).catch(() => undefined);
    return untilState(till, ref, isOver, awayMs + SETTLED_WITHIN_MS);
  });
  await setTimeout(awayMs / 2);
  line.setMood('refusing');
  await setTimeout(awayMs / 2);
  const away = line.perSecond(beganMs);
  line.setMood('well');
  const backMs = performance.now();
  await setTimeout(BACK_MS);
  const back = line.perSecond(backMs);
  const ended = await Promise.all(customers);
  return { ended, away, back, searches: line.searchesPerSecond(beganMs), settledS: (performance.now() - backMs) / 1_000 };
}
