import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, type BrowserContext, test as base, expect } from '@playwright/test';
import { freePort } from '../../src/testing/free-port.ts';
import { type Program, startProgram } from './processes.ts';

export { expect };

export const SECRET = 'practice-shop-1-secret';
export const PEOPLE = {
  manager: { name: 'Mia', pin: '739146' },
  cashier: { name: 'Ana', pin: '482915' },
  stock: { name: 'Sam', pin: '730264' },
} as const;

/** The issuer's own records of one voucher; amounts are cents. */
export interface Ledger {
  readonly vouchers: readonly { ref: string; remaining: number; status: string; voucherId: string }[];
  readonly transactions: readonly { transactionId: string; type: string; amount: number }[];
}

/** A voucher service and a server, each in a separate process with its own folder. */
export interface World {
  /** The server's origin. */
  readonly origin: string;
  /** Folder of the server's journal. */
  readonly dataDir: string;
  /** The voucher service's origin. */
  readonly service: string;
  /** Queries the voucher service directly. */
  ledger(ref: string): Promise<Ledger>;
  /** Amounts that were captured from a voucher, in the order of the ledger. */
  captures(ref: string): Promise<number[]>;
  /** Refunded amounts of a voucher, in the order of the ledger. */
  refunds(ref: string): Promise<number[]>;
  /** Every plastic card by its sequence number, with its state in the books. */
  cards(): Promise<ReadonlyMap<string, string>>;
  /** The code of the card with this sequence number. */
  cardRef(sequence: string): Promise<string>;
  /** Another shop of the merchant redeems, without this server. */
  redeemElsewhere(body: unknown): Promise<void>;
  /**
   * Redeems with this shop's credentials but without this server, whose journal has no record of
   * it. A slow answer is not awaited.
   */
  redeemPastServer(ref: string, cents: number, currency?: string): Promise<void>;
  /**
   * From now on, calls that change something fail in this way; null: none fail. `some`: only a
   * share of them, selected by a seed.
   */
  strike(fault: string | null, some?: { readonly share: number; readonly seed: number }): Promise<void>;
  /** Everything that the server has written, over all its lives. */
  log(): string;
  /** kill -9. */
  killServer(): Promise<void>;
  startServer(): Promise<void>;
}

/** Waits are short, so that a story of a lost answer ends within a test. */
export const SERVER = { UPSTREAM_TIMEOUT_MS: '1500', SETTLE_WINDOW_MS: '4000', SETUP_CODE: 'open-the-shop', SESSION_IDLE_MS: '600000' };

/** Settings for using the voucher service with a shop's credentials; none for the embedded one. */
export function credentials(service: string): Record<string, string> {
  return {
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${service}/merchant`,
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: SECRET,
    CLIENT_BASE_URL: `${service}/client`,
    CLIENT_TOKEN_URL: `${service}/oauth/token`,
    CLIENT_ID: 'practice-client',
    CLIENT_SECRET: 'practice-client-secret',
  };
}

/**
 * A voucher service that starts with thousands of cards or transactions is slow on a busy machine.
 */
const SEEDED_WITHIN_MS = 90_000;

const isTaken = (error: unknown) => error instanceof Error && /EADDRINUSE|is in use/.test(error.message);

/** @param folder of both processes */
export async function createWorld(folder: string, settings: Record<string, string>): Promise<World & { close(): Promise<void> }> {
  const sandboxPort = await freePort();
  const port = await freePort();
  const service = `http://127.0.0.1:${sandboxPort}`;
  const origin = `http://127.0.0.1:${port}`;
  const builtIn = settings['VOUCHER_SERVICE'] === 'sandbox';
  const delays = Object.fromEntries(Object.entries(settings).filter(([name]) => name.startsWith('SANDBOX_')));
  const ownFolder = { PORT: String(sandboxPort), DATA_DIR: join(folder, 'service'), ...delays };
  const startSandbox = () => startProgram('sandbox', ownFolder, `${service}/sandbox/vouchers`, SEEDED_WITHIN_MS);
  const env = { PORT: String(port), DATA_DIR: join(folder, 'till'), ...(!builtIn && credentials(service)), ...SERVER, ...settings };
  const lives: Program[] = [];
  const start = async () => void lives.push(await startProgram('main', env, `${origin}/api/health`));
  /* A connection of another test may have taken the port since it was free. */
  const startFirst = () => start().catch((error: unknown) => (isTaken(error) ? start() : Promise.reject(error)));
  /* Neither needs the other in order to start. */
  const [sandbox] = await Promise.all([builtIn ? null : startSandbox(), startFirst()]);

  const ledger = async (ref: string): Promise<Ledger> => {
    const answer = await fetch(`${service}/sandbox/ledger`, {
      method: 'POST',
      body: JSON.stringify({ ref }),
      headers: { 'Content-Type': 'application/json' },
    });
    return (await answer.json()) as Ledger;
  };
  const amounts = async (ref: string, wanted: string) =>
    (await ledger(ref)).transactions.filter(({ type }) => type.toLowerCase() === wanted).map(({ amount }) => amount);
  const allCards = async () => {
    const answer = await fetch(`${service}/sandbox/ledger`);
    const { vouchers } = (await answer.json()) as { vouchers: readonly { ref: string; sequence: string | null; status: string }[] };
    return new Map(vouchers.flatMap((card) => (card.sequence === null ? [] : [[card.sequence, card] as const])));
  };
  const redeemAs = (shop: string, body: unknown, signal?: AbortSignal) => {
    const headers = { 'Content-Type': 'application/json', 'X-Client-Id': shop, 'X-Client-Secret': `${shop}-secret` };
    const init = { method: 'POST', headers, body: JSON.stringify(body), ...(signal && { signal }) };
    return fetch(`${service}/merchant/v1/transactions`, init);
  };
  return {
    origin,
    dataDir: join(folder, 'till'),
    service,
    ledger,
    captures: (ref) => amounts(ref, 'capture'),
    refunds: (ref) => amounts(ref, 'refund'),
    cards: async () => new Map([...(await allCards())].map(([sequence, { status }]) => [sequence, status])),
    cardRef: async (sequence) => (await allCards()).get(sequence)?.ref ?? '',
    async redeemElsewhere(body) {
      expect((await redeemAs('practice-shop-2', body)).ok).toBe(true);
    },
    async redeemPastServer(ref, cents, currency = 'SGD') {
      const before = (await amounts(ref, 'capture')).length;
      const hangUp = new AbortController();
      const body = { currency, vouchers: [{ value: cents, product_class: 'ETX_001', ref }] };
      const answered = redeemAs('practice-shop-1', body, hangUp.signal).then(
        () => 'answered',
        () => 'no response',
      );
      await expect.poll(async () => (await amounts(ref, 'capture')).length).toBe(before + 1);
      hangUp.abort();
      await answered;
    },
    async strike(fault, { share, seed } = { share: 1, seed: 1 }) {
      const body = JSON.stringify({ rates: fault === null ? {} : { [fault]: share }, seed });
      const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
      expect((await fetch(`${service}/sandbox/faults`, init)).ok).toBe(true);
    },
    log: () => lives.map((life) => life.output()).join(''),
    killServer: async () => lives.at(-1)?.stop('SIGKILL'),
    startServer: start,
    async close() {
      await Promise.all([lives.at(-1)?.stop(), sandbox?.stop()]);
    },
  };
}

/**
 * The server may close an idle connection just when the next request uses it, which is then unread.
 * Browsers retry automatically.
 */
const CUT_MAX = 1;

/** Changes something on the server as the page would, with the cookies of a browser. */
export async function ask(
  request: APIRequestContext,
  { origin }: World,
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  data?: unknown,
) {
  const answer = await request.fetch(`${origin}${path}`, {
    method,
    maxRetries: CUT_MAX,
    headers: { 'X-Tillside': '1', Origin: origin },
    ...(data !== undefined && { data }),
  });
  expect(answer.ok(), `${method} ${path} → ${answer.status()} ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? null : ((await answer.json()) as Record<string, string>);
}

/** A browser, or another client that stores the server's cookies. */
type Caller = Pick<BrowserContext, 'request'>;

/** Signs a person in, in a browser whose device is enrolled. */
export async function signIn(context: Caller, world: World, who: keyof typeof PEOPLE): Promise<void> {
  const people = (await (await context.request.get(`${world.origin}/api/people`, { maxRetries: CUT_MAX })).json()) as {
    id: string;
    name: string;
  }[];
  const person = people.find(({ name }) => name === PEOPLE[who].name);
  await ask(context.request, world, 'POST', '/api/session', { personId: person?.id, pin: PEOPLE[who].pin });
}

/** Sets the shop up from this browser, which becomes a till with the cashier signed in. */
export async function openShop(context: Caller, world: World): Promise<void> {
  const { request } = context;
  await ask(request, world, 'POST', '/api/setup', { code: SERVER.SETUP_CODE, device: { name: 'Till 1' }, manager: PEOPLE.manager });
  await ask(request, world, 'POST', '/api/people', { ...PEOPLE.cashier, role: 'cashier' });
  await signIn(context, world, 'cashier');
}

/** Makes another browser a second till of the shop, with a signed-in person. */
export async function joinShop(
  first: BrowserContext,
  second: BrowserContext,
  world: World,
  who: keyof typeof PEOPLE = 'cashier',
): Promise<void> {
  await signIn(first, world, 'manager');
  const made = await ask(first.request, world, 'POST', '/api/devices/codes');
  await signIn(first, world, 'cashier');
  await ask(second.request, world, 'POST', '/api/devices', { code: made?.['code'], name: 'Till 2' });
  await signIn(second, world, who);
}

/**
 * Every test has a voucher service and a server of its own; `settings` changes the server's
 * environment. With `VOUCHER_SERVICE: 'sandbox'` the service is embedded in the server, and its
 * ledger cannot be queried here.
 */
export const test = base.extend<{ settings: Record<string, string>; world: World }>({
  settings: [{}, { option: true }],
  world: async ({ settings }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'tillside-e2e-'));
    const world = await createWorld(folder, settings);
    await use(world);
    await world.close();
    await rm(folder, { recursive: true });
  },
});
