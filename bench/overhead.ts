import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { Client, Pool } from 'undici';
import { startProgram } from '../e2e/support/processes.ts';
import { freePort } from '../src/testing/free-port.ts';

const WARM_UP = 50;
/** Practice cards that lie in one sequence, inactive at first; each is redeemed once. */
const CARDS = { first: '000101', last: '000600' };
const PRODUCT_CLASS = 'ETX_001';
const CREDENTIALS = { 'X-Client-Id': 'practice-shop-1', 'X-Client-Secret': 'practice-shop-1-secret' };
const JSON_TYPE = { 'Content-Type': 'application/json' };

interface Till {
  check(ref: string): Promise<void>;
  put(ref: string): Promise<void>;
}

/** Signs a manager in on a server and redeems one cent of each card. */
async function openTill(origin: string): Promise<Till> {
  const pool = new Pool(origin);
  const own = { ...JSON_TYPE, 'X-Tillside': '1', Origin: origin };
  const send = async (method: 'POST' | 'PUT', path: string, body: unknown, cookie = '') => {
    const answer = await pool.request({ method, path, headers: { ...own, cookie }, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode} ${text}`);
    return { headers: answer.headers, text };
  };
  const setup = await send('POST', '/api/setup', {
    code: 'bench-the-shop',
    device: { name: 'Bench' },
    manager: { name: 'Mia', pin: '739146' },
  });
  const cookie = [setup.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
  return {
    check: async (ref) => void (await send('POST', '/api/vouchers/check', { code: ref }, cookie)),
    async put(ref) {
      const { text } = await send('PUT', `/api/tenders/${randomUUID()}`, { code: ref, amount: 1, currency: 'SGD' }, cookie);
      if (!text.includes('"state":"captured"')) throw new Error(`not captured: ${text}`);
    },
  };
}

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

/** Activates the cards at the issuer and gives their refs. */
async function activeCards(service: string): Promise<string[]> {
  const pool = new Pool(service);
  const headers = { ...JSON_TYPE, ...CREDENTIALS };
  const range = { product_class: PRODUCT_CLASS, start_sequence_voucher_ref: CARDS.first, end_sequence_voucher_ref: CARDS.last };
  const activated = await pool.request({
    method: 'POST',
    path: '/merchant/v1/vouchers/actions/activate',
    headers,
    body: JSON.stringify(range),
  });
  await activated.body.dump();
  const ledger = await pool.request({ method: 'GET', path: '/sandbox/ledger' });
  const { vouchers } = (await ledger.body.json()) as { vouchers: { ref: string; sequence: string | null }[] };
  await pool.close();
  return vouchers.filter(({ sequence }) => sequence !== null && sequence >= CARDS.first && sequence <= CARDS.last).map(({ ref }) => ref);
}

const timed = async (run: () => Promise<void>): Promise<number> => {
  const start = performance.now();
  await run();
  return performance.now() - start;
};
const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** A redemption through the server (journal writes included) beside the same one sent to the issuer directly, turn by turn in one run. */
export async function overhead(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'tillside-bench-'));
  const [sandboxPort, port] = [await freePort(), await freePort()];
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
          CHECK_SOURCE: 'merchant',
        },
        `${origin}/api/health`,
      ),
    );
    const till = await openTill(origin);
    const refs = await activeCards(service);
    const ours = refs.filter((_, index) => index % 2 === 0);
    const theirs = refs.filter((_, index) => index % 2 === 1);
    for (const ref of ours) await till.check(ref);
    /* The snapshots beside the checks are complete long before a cashier presses a button. */
    await setTimeout(1_000);
    const [through, straight]: [number[], number[]] = [[], []];
    for (const [round, ref] of ours.entries()) {
      const [a, b] = [await timed(() => till.put(ref)), await timed(() => direct(service, theirs[round] ?? ''))];
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
  const [a, b] = [at(through, 0.5), at(straight, 0.5)];
  process.stdout.write(`  overhead at the median: ${(a - b).toFixed(2)} ms (${(a / b).toFixed(2)} times direct)\n`);
}
