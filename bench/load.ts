import { setTimeout } from 'node:timers/promises';
import { at, loadAverage, memoryMb } from './load/figures.ts';
import { type Measured, measure } from './load/measure.ts';
import { openTills } from './load/open-tills.ts';
import { type StoreName, startRig } from './load/rig.ts';

const TILLS = [1, 16, 64, 256];
const WARM_UP_S = 3;
const REST_MS = 60_000;

export interface LoadOptions {
  readonly stores?: readonly StoreName[];
  readonly tills?: readonly number[];
  readonly seconds?: number;
  /** True if each redemption follows a check. */
  readonly check?: boolean;
  /** True if memory is measured again a minute after each load. */
  readonly rest?: boolean;
  /** Rows a second that the merchant's other shops make; 0 for none. */
  readonly others?: number;
  /** Shops of the server, which have the tills in turn; one by default. */
  readonly shops?: number;
  /** Folder for a profile of the server. */
  readonly profile?: string | undefined;
}

/** As many redemptions as tills can make one after the other, through the server and straight at the issuer. */
export async function load(options: LoadOptions = {}): Promise<void> {
  for (const store of options.stores ?? (['sqlite', 'postgres'] as const)) await loadOn(store, options);
}

async function loadOn(store: StoreName, options: LoadOptions): Promise<void> {
  const { tills: counts = TILLS, seconds = 60, check = true, rest = true, others = 0, shops = 1, profile } = options;
  const rig = await startRig({ store, othersPerSecond: others, othersSinceMs: others === 0 ? 0 : 5 * 60_000, profile });
  try {
    const cookies = await openTills(rig, Math.max(...counts), shops);
    await rig.quiet();
    await measure(rig, { to: 'server', cookies: cookies.slice(0, 16), seconds: WARM_UP_S, check });
    const what = check ? 'a check and a redemption' : 'a redemption';
    process.stdout.write(
      `\nLoad on ${store}: ${what}, one after the other, ${seconds} s, ${shops} shops, ${others} rows/s of others\n${HEAD}`,
    );
    for (const count of counts) {
      const some = cookies.slice(0, count);
      const before = memoryMb(rig.server.pid);
      const through = await measure(rig, { to: 'server', cookies: some, seconds, check });
      const after = memoryMb(rig.server.pid);
      tell(count, 'server', through);
      tell(count, 'direct', await measure(rig, { to: 'issuer', cookies: some, seconds, check }));
      process.stdout.write(`  ${MEMORY} before ${mb(before)}, after ${mb(after)}`);
      if (rest) await setTimeout(REST_MS);
      process.stdout.write(rest ? `, a minute later ${mb(memoryMb(rig.server.pid))}\n` : '\n');
    }
  } finally {
    await rig.stop();
  }
}

const HEAD = `  tills  way        a second   p50 ms   p99 ms  check p50  CPU ms each: tills  server  issuer   postgres  searches  rows read  wrong  not captured  load\n`;
const MEMORY = 'memory of the server, RSS/PSS MB:';
const mb = ({ rss, pss }: { rss: number; pss: number }) => `${rss.toFixed(0)}/${pss.toFixed(0)}`;

function tell(tills: number, way: string, { done, cpu, asked, wrong }: Measured): void {
  const count = done.redeemMs.length;
  const [redeem, check] = [done.redeemMs, done.checkMs].map((times) => times.toSorted((a, b) => a - b)) as [number[], number[]];
  const each = (sum: number, width: number, digits = 2) => (sum / count).toFixed(digits).padStart(width);
  const ms = (value: number, width: number) => value.toFixed(1).padStart(width);
  const notCaptured = done.told.filter(([, state]) => state !== 'captured');
  process.stdout.write(
    `  ${String(tills).padStart(5)}  ${way}  ${((count * 1_000) / done.tookMs).toFixed(1).padStart(11)} ${ms(at(redeem, 0.5), 8)} ${ms(at(redeem, 0.99), 8)} ${ms(at(check, 0.5), 10)}` +
      `  ${each(done.cpuMs, 18)} ${each(cpu.server, 7)} ${each(cpu.issuer, 7)} ${each(cpu.postgres, 10)} ${each(asked.searches, 9)} ${each(asked.shown, 10, 1)}` +
      `  ${String(wrong).padStart(5)} ${String(notCaptured.length).padStart(13)}  ${loadAverage().padStart(4)}\n`,
  );
  const [first] = notCaptured;
  if (first) process.stdout.write(`         first that was not captured: ${first[1]}\n`);
}
