import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'undici';
import { startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';
import { activeCards, CREDENTIALS, JSON_TYPE, openTill, PRODUCT_CLASS, type Till } from './till.ts';

const WARM_UP = 50;
/** The same redemption without us in between: a fresh connection, one POST. */
async function direct(service: string, ref: string): Promise<void> {
  const client = new Client(service);
  const voucher = { value: 1, product_class: PRODUCT_CLASS, ref };
  const answer = await client.request({
    method: 'POST',
    path: '/merchant/v1/transactions?return_vouchers_info=true',
    headers: { ...JSON_TYPE, ...CREDENTIALS },
    body: JSON.stringify({ currency: 'SGD', vouchers: [voucher] }),
  });
  const text = await answer.body.text();
  if (!text.includes('succeeded')) throw new Error(`not captured: ${text}`);
  await client.close();
}

async function redeemed(till: Till, ref: string): Promise<void> {
  const { state } = await till.put(ref);
  if (state !== 'captured') throw new Error(`not captured: ${state}`);
}

const timed = async (run: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/**
 * Compares redemptions through the server, including journal writes, with direct ones to the
 * issuer, alternately in one run.
 */
export async function overhead(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const sandboxPort = await freePort();
  const port = await freePort();
  const service = `http://127.0.0.1:${sandboxPort}`;
  const origin = `http://127.0.0.1:${port}`;
  const programs = [
    await startProgram('sandbox', { PORT: String(sandboxPort), DATA_DIR: join(folder, 'service') }, `${service}/sandbox/vouchers`),
  ];
  try {
    programs.push(
      await startProgram(
        'main',
        {
          PORT: String(port),
          DATA_DIR: join(folder, 'till'),
          LOG_LEVEL: 'warn',
          SETUP_CODE: 'bench-the-shop',
          VOUCHER_SERVICE: 'remote',
          MERCHANT_BASE_URL: `${service}/merchant`,
          MERCHANT_CLIENT_ID: CREDENTIALS['X-Client-Id'],
          MERCHANT_CLIENT_SECRET: CREDENTIALS['X-Client-Secret'],
        },
        `${origin}/api/health`,
      ),
    );
    const till = await openTill(origin);
    const refs = await activeCards(service);
    const ours = refs.filter((_, index) => index % 2 === 0);
    const theirs = refs.filter((_, index) => index % 2 === 1);
    for (const ref of ours) await till.check(ref);
    /* The snapshots of the checks are complete long before a cashier presses a button. */
    await setTimeout(1_000);
    const through: number[] = [];
    const straight: number[] = [];
    for (const [round, ref] of ours.entries()) {
      const a = await timed(() => redeemed(till, ref));
      const b = await timed(() => direct(service, theirs[round] ?? ''));
      if (round < WARM_UP) continue;
      through.push(a);
      straight.push(b);
    }
    report(through, straight);
  } finally {
    for (const program of programs) await program.stop();
    await rm(folder, { recursive: true });
  }
}

function report(through: number[], straight: number[]): void {
  through.sort((a, b) => a - b);
  straight.sort((a, b) => a - b);
  process.stdout.write(`\nOne redemption, ms, ${through.length} of each\n            median     p95     p99\n`);
  for (const [name, times] of [
    ['server', through],
    ['direct', straight],
  ] as const) {
    process.stdout.write(`  ${name}  ${[0.5, 0.95, 0.99].map((share) => at(times, share).toFixed(2).padStart(7)).join(' ')}\n`);
  }
  const a = at(through, 0.5);
  const b = at(straight, 0.5);
  process.stdout.write(`  overhead at the median: ${(a - b).toFixed(2)} ms (${(a / b).toFixed(2)} times direct)\n`);
}
