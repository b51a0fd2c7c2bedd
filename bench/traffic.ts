import { setTimeout } from 'node:timers/promises';
import { at, loadAverage } from './load/figures.ts';
import { type Measured, measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { type StoreName, startRig } from './load/rig.ts';

/** Rows a second that the merchant's other shops make. */
const RATES = [0, 5, 50, 200, 500];
/** The rates that many tills are tested with, too. */
const RATES_OF_MANY = [0, 50];
const MANY = 64;
const PAIRS = 60;
/** The median of several rounds is reported: other programs disturb single ones. */
const ROUNDS = 3;
const WARM_UP_PAIRS = 30;
/** Time for the server's unused request budget to fill up. */
const BREATH_MS = 2_000;
/** Others have traded for longer than what a server reads again and again. */
const SINCE_MS = 4.5 * 60_000;

export interface TrafficOptions {
  readonly store?: StoreName;
  readonly seconds?: number;
  readonly rates?: readonly number[];
}

interface AtRate {
  readonly rate: number;
  readonly one: Measured;
  readonly many: Measured | null;
}

/**
 * Measures a redemption with its check while the merchant's other shops trade, with an issuer
 * without delays.
 */
export async function traffic({ store = 'sqlite', seconds = 20, rates = RATES }: TrafficOptions = {}): Promise<void> {
  const found: AtRate[] = [];
  for (const rate of rates) found.push(await atRate(store, rate, seconds));
  report(store, found, seconds);
}

async function atRate(store: StoreName, rate: number, seconds: number): Promise<AtRate> {
  const isForMany = RATES_OF_MANY.includes(rate);
  const rig = await startRig({ store, othersPerSecond: rate, othersSinceMs: SINCE_MS });
  try {
    const cookies = await openTills(rig, isForMany ? MANY : 1);
    await rig.quiet();
    const own = cookies.slice(0, 1);
    await measure(rig, { to: 'server', cookies: own, pairs: WARM_UP_PAIRS });
    await setTimeout(BREATH_MS);
    const rounds: Measured[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await measure(rig, { to: 'server', cookies: own, pairs: PAIRS }));
      await setTimeout(BREATH_MS);
    }
    const one = rounds.toSorted((a, b) => medianOf(a) - medianOf(b))[Math.floor(ROUNDS / 2)] ?? never();
    return { rate, one, many: isForMany ? await measure(rig, { to: 'server', cookies, seconds }) : null };
  } finally {
    await rig.stop();
  }
}

function medianOf({ done }: Measured): number {
  const sorted = done.redeemMs.toSorted((a, b) => a - b);
  return at(sorted, 0.5);
}

function never(): never {
  throw new Error('there was no round');
}

function report(store: StoreName, found: readonly AtRate[], seconds: number): void {
  const quiet = found.find(({ rate }) => rate === 0);
  const each = ({ done }: Measured, sum: number) => sum / done.redeemMs.length;
  const line = (name: string, some: readonly AtRate[], tell: (one: AtRate) => string) =>
    process.stdout.write(`  ${name.padEnd(44)}${some.map((one) => tell(one).padStart(9)).join('')}\n`);
  process.stdout.write(`\nTraffic of the merchant's other shops, on ${store}; load average ${loadAverage()}\n`);
  line("rows a second of the merchant's other shops", found, ({ rate }) => String(rate));
  process.stdout.write(`  one till, ${PAIRS} redemptions each after a check, the middle one of ${ROUNDS} rounds\n`);
  line('  a redemption after its check, median ms', found, ({ one }) => medianOf(one).toFixed(1));
  line('  times that without other shops', found, ({ one }) => (quiet ? medianOf(one) / medianOf(quiet.one) : Number.NaN).toFixed(2));
  line('  search requests for one redemption', found, ({ one }) => each(one, one.asked.searches).toFixed(2));
  line('  rows read for one redemption', found, ({ one }) => each(one, one.asked.shown).toFixed(0));
  line('  wrong or lost', found, ({ one }) => String(one.wrong));
  const some = found.filter(({ many }) => many !== null);
  const many = (tell: (measured: Measured) => string) => (one: AtRate) => (one.many ? tell(one.many) : '');
  if (some.length === 0) return;
  process.stdout.write(`  ${MANY} tills, ${seconds} s, at ${some.map(({ rate }) => rate).join(' and ')} rows a second\n`);
  line(
    '  check and redemption, pairs a second',
    some,
    many(({ done }) => ((done.redeemMs.length * 1_000) / done.tookMs).toFixed(0)),
  );
  line(
    '  CPU of the server for one pair, ms',
    some,
    many((measured) => each(measured, measured.cpu.server).toFixed(2)),
  );
  line(
    '  search requests for one redemption',
    some,
    many((measured) => each(measured, measured.asked.searches).toFixed(2)),
  );
  line(
    '  wrong or lost',
    some,
    many(({ wrong }) => String(wrong)),
  );
}
