import { randomBytes, randomUUID } from 'node:crypto';
import { type APIRequestContext, type APIResponse, expect, request, test } from '@playwright/test';
import { findPostgres } from '../../src/testing/databases/find-postgres.ts';
import { type PostgresCluster, startPostgres } from '../../src/testing/databases/postgres.ts';
import { freePort } from '../../src/testing/free-port.ts';
import { verifyTrail } from '../support/journal-file.ts';
import { type Program, startProgram } from '../support/processes.ts';
import { credentials, type Ledger, PEOPLE, SERVER } from '../support/world.ts';

/** Refs of vouchers with enough balance for the whole story, two for each till. */
const VOUCHERS = [
  ['1234567890', '1000000050'],
  ['AB123456789', 'SG1234567890'],
  ['7KQ2M9XW4ZP3', '1000000051'],
  ['1000000053', '1000000100'],
] as const;
/** The server that is not killed. */
const SURVIVOR = 1;
/** How often each till redeems. */
const TURNS = 5;
const AMOUNT = 100;
/** About every third answer is lost, before or after the capture. */
const RATES = { dropAfterCommit: 0.12, dropBeforeCommit: 0.1, badGatewayAfterCommit: 0.1 };

/** It answers no redemption, and carries out each. */
const SILENT = '9000000001';
const OVER = /^(captured|not_captured|not_sent|declined)$/;

const postgres = findPostgres();

interface Till {
  readonly context: APIRequestContext;
  readonly vouchers: readonly string[];
  /** The server that it talks to, 0 or 1. */
  at: number;
}

interface Tender {
  readonly till: Till;
  readonly id: string;
  state: string;
  captureId: string | null;
}

interface Server {
  readonly origin: string;
  readonly program: Program;
}

let cluster: PostgresCluster;
let database: { readonly DATABASE_URL: string; readonly DATA_KEY: string };
let sandbox: Program;
let service: string;
let servers: Server[] = [];

test.describe('two servers on one PostgreSQL', () => {
  test.skip('missing' in postgres && process.env['CI'] !== 'true', 'missing' in postgres ? postgres.missing : '');

  test.beforeEach(async () => {
    if ('missing' in postgres) throw new Error(postgres.missing);
    cluster = await startPostgres(postgres.programs);
    const port = await freePort();
    service = `http://127.0.0.1:${port}`;
    const folder = test.info().outputPath('service');
    sandbox = await startProgram('sandbox', { PORT: String(port), DATA_DIR: folder }, `${service}/sandbox/vouchers`);
    database = { DATABASE_URL: await cluster.createDatabase(), DATA_KEY: randomBytes(32).toString('base64') };
    servers = await Promise.all(['first', 'second'].map((name) => startServer({ ...database, DATA_DIR: test.info().outputPath(name) })));
  });
  test.afterEach(async () => {
    await Promise.all(servers.map(({ program }) => program.stop()));
    await sandbox.stop();
    await cluster.stop();
  });

  test('a server is killed while tills redeem at both, and every tender matches the voucher service', async () => {
    test.slow();
    const tills = await openTills();
    const old = await captured();
    await strike(RATES);
    const tenders: Tender[] = [];
    const shifts = tills.map((till) => work(till, tenders));
    await expect.poll(() => tenders.length).toBeGreaterThan(tills.length);
    /* This redemption has to succeed despite the faults of others. */
    await strike({});
    const inFlight = await leaveInFlight(tills[0]);
    await strike(RATES);
    await servers[0]?.program.stop('SIGKILL');
    await Promise.all(shifts);
    for (const till of tills) till.at = SURVIVOR;
    tenders.push(inFlight);
    for (const tender of tenders) await expect.poll(() => look(tender), { timeout: 30_000 }).toMatch(OVER);

    const taken = tenders.filter(({ state }) => state === 'captured');
    const captures = (await captured()).slice(old.length);
    expect(new Set(taken.map(({ captureId }) => captureId))).toEqual(new Set(captures.map(({ transactionId }) => transactionId)));
    expect(taken.length).toBe(captures.length);
    expect(new Set(captures.map(({ amount }) => amount))).toEqual(new Set([AMOUNT]));
    expect(taken.length).toBeGreaterThan(tenders.length / 2);
    expect(servers[SURVIVOR]?.program.output()).toContain('took over an open operation');
    for (const { context } of tills) await context.dispose();
    expect(await verifyTrail(database)).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^unbroken +main: \d+ entries/),
    });
  });
});

/** Has the voucher service fail in these ways, each in this share of requests. */
async function strike(rates: Readonly<Record<string, number>>): Promise<void> {
  const body = JSON.stringify({ rates, seed: 7 });
  await fetch(`${service}/sandbox/faults`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
}

async function startServer(env: Record<string, string>): Promise<Server> {
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const program = await startProgram('main', { PORT: String(port), ...credentials(service), ...SERVER, ...env }, `${origin}/api/ready`);
  return { origin, program };
}

/** Routes like a load balancer: to the till's previous server unless it is down. */
async function send(till: Till, method: 'GET' | 'POST' | 'PUT', path: string, data?: unknown): Promise<APIResponse> {
  const { origin } = servers[till.at] ?? { origin: '' };
  try {
    return await till.context.fetch(`${origin}${path}`, {
      method,
      headers: { 'X-Tillside': '1', Origin: origin },
      ...(data !== undefined && { data }),
    });
  } catch (error) {
    till.at = SURVIVOR;
    throw error;
  }
}

async function must(till: Till, method: 'GET' | 'POST', path: string, data?: unknown): Promise<Record<string, string>> {
  const answer = await send(till, method, path, data);
  expect(answer.ok(), `${method} ${path} → ${answer.status()}`).toBe(true);
  return (await answer.json()) as Record<string, string>;
}

async function signIn(till: Till, who: keyof typeof PEOPLE): Promise<void> {
  const people = (await (await send(till, 'GET', '/api/people')).json()) as { id: string; name: string }[];
  const person = people.find(({ name }) => name === PEOPLE[who].name);
  await must(till, 'POST', '/api/session', { personId: person?.id, pin: PEOPLE[who].pin });
}

/**
 * Signs in one till for each pair of vouchers, alternating between the servers. A session works on
 * both.
 */
async function openTills(): Promise<Till[]> {
  const tills = await Promise.all(
    VOUCHERS.map(async (vouchers, which) => ({ vouchers, at: which % 2, context: await request.newContext() })),
  );
  const [first, ...others] = tills;
  if (!first) throw new Error('There is no till');
  await must(first, 'POST', '/api/setup', { code: SERVER.SETUP_CODE, device: { name: 'Till 1' }, manager: PEOPLE.manager });
  await must(first, 'POST', '/api/people', { ...PEOPLE.cashier, role: 'cashier' });
  for (const till of others) {
    const { code } = await must(first, 'POST', '/api/devices/codes');
    await must(till, 'POST', '/api/devices', { code, name: 'Another till' });
  }
  for (const till of tills) await signIn(till, 'cashier');
  return tills;
}

/** Redeems from its vouchers in turn, except from one with an unsettled redemption. */
async function work(till: Till, tenders: Tender[]): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) {
    const id = randomUUID();
    const path = `/api/tenders/${id}`;
    const code = till.vouchers[turn % till.vouchers.length];
    const put = () => send(till, 'PUT', path, { code, amount: AMOUNT, currency: 'SGD' });
    /* A till that got no answer reads, and sends the same again only when it never arrived. */
    const answer = await put().catch(async () => {
      const read = await send(till, 'GET', path);
      return read.status() === 404 ? put() : read;
    });
    if (answer.status() === 409) continue;
    expect(answer.ok(), `${answer.status()} ${await answer.text()}`).toBe(true);
    tenders.push({ till, id, state: 'sent', captureId: null });
  }
}

/**
 * Begins a redemption whose answer the voucher service loses, without waiting for the server's
 * response.
 */
async function leaveInFlight(till: Till | undefined): Promise<Tender> {
  if (!till) throw new Error('There is no till');
  const id = randomUUID();
  void send(till, 'PUT', `/api/tenders/${id}`, { code: SILENT, amount: AMOUNT, currency: 'SGD' }).catch(() => undefined);
  await expect.poll(async () => (await captured(SILENT)).length).toBe(1);
  return { till, id, state: 'sent', captureId: null };
}

async function look(tender: Tender): Promise<string> {
  const { state, captureId } = await must(tender.till, 'GET', `/api/tenders/${tender.id}`);
  tender.state = state ?? '';
  tender.captureId = captureId ?? null;
  return tender.state;
}

/** Returns the captures in the voucher service's ledger. */
async function captured(ref?: string): Promise<Ledger['transactions']> {
  const one = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ ref }) };
  const ledger = (await (await fetch(`${service}/sandbox/ledger`, ref === undefined ? {} : one)).json()) as Ledger;
  return ledger.transactions.filter(({ type }) => type.toLowerCase() === 'capture');
}
