import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import * as z from 'zod';
import type { SandboxShop } from '../../sandbox/credentials.ts';
import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import { CANARIES } from './canaries.ts';

/** A valid answer of the issuer. */
export interface GoodAnswer {
  readonly status: number;
  readonly text: string;
}

/** The transmitted data in place of a valid answer: pieces with pauses between them. */
export interface OddDelivery {
  readonly pieces: readonly (string | Uint8Array)[];
  readonly pauseMs: number;
}

/** A request to the issuer, as far as it is checked afterwards. */
export interface AskedOfIssuer {
  readonly method: string;
  readonly url: string;
  readonly body: string;
}

/** A voucher service that checks canary secrets and can answer anything. */
export interface Upstream {
  /** Settings for a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  readonly origin: string;
  /** All shops of the service, the server's own first. */
  readonly shops: readonly SandboxShop[];
  readonly client: Sandbox['client'];
  readonly asked: readonly AskedOfIssuer[];
  /** Bearer tokens that it gave out. */
  readonly tokens: ReadonlySet<string>;
  /** Requests to the address in malformed answers, which must never be requested. */
  strayRequests(): number;
  readonly strayOrigin: string;
  /** From now on every answer is spoilt like this; null: all are good. */
  spoil(how: ((answer: GoodAnswer, asked: AskedOfIssuer) => OddDelivery) | null): void;
  /** Unused vouchers of SGD 50.00. */
  newRefs(count: number): Promise<string[]>;
  /** Captured amounts of a voucher, by its own ledger. */
  captures(ref: string): Promise<number[]>;
  close(): Promise<void>;
}

const TOKEN = z.object({ access_token: z.string() });
const ISSUED = z.object({ vouchers: z.array(z.object({ voucher_code: z.string() })) });
const LEDGER = z.object({ transactions: z.array(z.object({ type: z.string(), amount: z.nullable(z.number()) })) });
const PRODUCT = 'ABCV050SG01';
const AT_A_TIME = 20;
/** Short, so that tokens are bought again while answers are spoilt. */
const TOKEN_LIFE_S = 4;
/** Hop-by-hop headers of an exchange. */
const HOP_BY_HOP = new Set(['host', 'connection', 'content-length', 'transfer-encoding', 'expect', 'keep-alive']);

/** Starts the voucher service and the proxy in front of it. */
export async function startUpstream(shops: Pick<SandboxOptions, 'shops' | 'accounts'> = {}): Promise<Upstream> {
  const sandbox = await startSandbox({ directory: ':memory:', ...shops });
  const asked: AskedOfIssuer[] = [];
  const tokens = new Set<string>();
  let spoil: ((answer: GoodAnswer, asked: AskedOfIssuer) => OddDelivery) | null = null;
  let strays = 0;
  const stray = await listenOn(
    createServer((_, response) => {
      strays += 1;
      response.end('{}');
    }),
  );

  const front = await listenOn(
    createServer(async (incoming, response) => {
      const one = { method: incoming.method ?? '', url: incoming.url ?? '', body: await textOf(incoming) };
      asked.push(one);
      const answer = await passOn(sandbox, incoming, one);
      noteToken(answer, tokens);
      if (spoil === null) return void response.writeHead(answer.status, { 'Content-Type': 'application/json' }).end(answer.text);
      await deliver(response, spoil(answer, one));
    }),
  );
  return {
    env: settingsFor(front.origin),
    origin: front.origin,
    shops: sandbox.shops,
    client: sandbox.client,
    asked,
    tokens,
    strayRequests: () => strays,
    strayOrigin: stray.origin,
    spoil(how) {
      spoil = how;
    },
    newRefs: async (count) => (await Promise.all(portions(count).map((portion) => issue(sandbox, portion)))).flat(),
    async captures(ref) {
      const body = JSON.stringify({ ref });
      const answer = await fetch(`${sandbox.origin}/sandbox/ledger`, { method: 'POST', headers: JSON_BODY, body });
      const { transactions } = LEDGER.parse(await answer.json());
      return transactions.flatMap(({ type, amount }) => (type === 'Capture' && amount !== null ? [amount] : []));
    },
    async close() {
      await front.close();
      await stray.close();
      await sandbox.close();
    },
  };
}

const JSON_BODY = { 'Content-Type': 'application/json' };

function settingsFor(origin: string): Record<string, string> {
  return {
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: `${origin}/merchant`,
    MERCHANT_CLIENT_ID: 'practice-shop-1',
    MERCHANT_CLIENT_SECRET: CANARIES.shopSecret,
    CLIENT_BASE_URL: `${origin}/client`,
    CLIENT_TOKEN_URL: `${origin}/oauth/token`,
    CLIENT_ID: 'practice-client',
    CLIENT_SECRET: CANARIES.clientSecret,
  };
}

/**
 * Forwards a request to the voucher service with its real secrets in place of the canaries; any
 * other secret is refused there.
 */
async function passOn(sandbox: Sandbox, incoming: IncomingMessage, { method, url, body }: AskedOfIssuer): Promise<GoodAnswer> {
  const [shop] = sandbox.shops;
  const own = (text: string) =>
    text.replaceAll(CANARIES.shopSecret, shop.clientSecret).replaceAll(CANARIES.clientSecret, sandbox.client.clientSecret);
  const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
    typeof value === 'string' && !HOP_BY_HOP.has(name) ? [[name, own(value)] as const] : [],
  );
  const init = { method, headers: Object.fromEntries(headers), ...(method !== 'GET' && { body: own(body) }) };
  const answer = await fetch(`${sandbox.origin}${url}`, init);
  const text = await answer.text();
  return { status: answer.status, text: text.replace(/"expires_in":\d+/, `"expires_in":${TOKEN_LIFE_S}`) };
}

function noteToken({ text }: GoodAnswer, tokens: Set<string>): void {
  const [, token] = /"access_token":"([^"]+)"/.exec(text) ?? [];
  if (token !== undefined) tokens.add(token);
}

/** Writes raw bytes to the socket, and ends the connection. */
async function deliver({ socket }: ServerResponse, { pieces, pauseMs }: OddDelivery): Promise<void> {
  for (const [index, piece] of pieces.entries()) {
    if (index > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (socket === null || socket.destroyed) return;
    socket.write(piece);
  }
  socket?.end();
}

async function textOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

async function issue(sandbox: Sandbox, quantity: number): Promise<string[]> {
  const { clientId, clientSecret } = sandbox.client;
  const form = { grant_type: 'client_credentials', scope: 'issue_vouchers', client_id: clientId, client_secret: clientSecret };
  const bought = await fetch(sandbox.tokenUrl, { method: 'POST', body: new URLSearchParams(form) });
  const { access_token } = TOKEN.parse(await bought.json());
  const headers = { ...JSON_BODY, Authorization: `Bearer ${access_token}`, 'Idempotency-Key': randomUUID() };
  const url = `${sandbox.clientBaseUrl}/v3/products/${PRODUCT}`;
  const issued = await fetch(url, { method: 'POST', headers, body: JSON.stringify({ quantity }) });
  return ISSUED.parse(await issued.json()).vouchers.map(({ voucher_code }) => voucher_code);
}

function portions(count: number): number[] {
  return Array.from({ length: Math.ceil(count / AT_A_TIME) }, (_, index) => Math.min(AT_A_TIME, count - index * AT_A_TIME));
}

async function listenOn(server: Server): Promise<{ origin: string; close(): Promise<void> }> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the listener has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
