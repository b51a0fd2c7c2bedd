import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Server, ServerResponse } from 'node:http';
import * as z from 'zod';
import { PRODUCT_CLASS, type SandboxShop } from '../../sandbox/credentials.ts';
import type { FaultName } from '../../sandbox/fault-table.ts';
import { type SandboxOptions, startSandbox } from '../../sandbox/sandbox.ts';
import type { ShownRow } from './judge-mirror.ts';

/** A voucher of SGD 50.00 that is used in parts. */
const PRODUCT = 'ABCV050SG01';
const BATCH = 20;
const TRIES_MAX = 50;
/** Initial rows of two shops in the ledger, over the last 31 days. */
const PAST = 150;
/** Of one page; the books hold fewer rows. */
const PAGE_SIZE = 500;
/** Numbers of the cards that are not active when the books are new. */
const CARDS = { first: 101, last: 600, digits: 6 };

const tokenSchema = z.object({ access_token: z.string() });
const issuedSchema = z.object({ vouchers: z.array(z.object({ voucher_code: z.string() })) });
const ledgerSchema = z.object({
  vouchers: z.array(
    z.object({
      ref: z.string(),
      remaining: z.number(),
      status: z.string(),
      sequence: z.nullable(z.string()),
      clientReference: z.nullable(z.string()),
    }),
  ),
  transactions: z.array(
    z.object({
      transactionId: z.string(),
      type: z.string(),
      mid: z.string(),
      amount: z.nullable(z.number()),
      currency: z.nullable(z.string()),
      refundId: z.nullable(z.string()),
    }),
  ),
});
const searchSchema = z.object({
  data: z.array(z.object({ transaction_id: z.string(), mid: z.string(), created: z.string() })),
});
/**
 * The voucher service's own ledger. Amounts are cents; `refundId` is set for a refunded capture.
 */
export type ServiceBooks = z.infer<typeof ledgerSchema>;

/**
 * A fault of the voucher service: it affects a share of the calls, always the same ones for a seed.
 */
export interface ServiceFault {
  readonly name: FaultName;
  /** 1: all of them. */
  readonly share: number;
  readonly seed: number;
}

/** A voucher service in this process, and its ledger as the truth. */
export interface VoucherService {
  readonly port: number;
  /** All shops of the service; that of {@link env} is the first. */
  readonly shops: readonly SandboxShop[];
  /** Settings for a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Further settings for issuing vouchers. */
  readonly issuingEnv: Readonly<Record<string, string>>;
  /** An unused voucher. */
  newVoucher(): Promise<string>;
  /** Cards that lie in one sequence and are not active. @param count how many */
  newCards(count: number): Promise<{ start: string; end: string; count: number }>;
  /** Redeems with our shop's credentials, but without the server. */
  redeemPast(ref: string): Promise<void>;
  /** Every row that its search shows. */
  shown(): Promise<readonly ShownRow[]>;
  /** The books about one voucher, or about all without a ref. */
  ledger(ref?: string): Promise<ServiceBooks>;
  /**
   * Resolves after a while without requests: a server that checked a voucher has then finished
   * reading.
   */
  quiet(): Promise<void>;
  /** From now on calls that change something go wrong like this; null: none does. */
  setFault(fault: ServiceFault | null): Promise<void>;
  close(): Promise<void>;
}

/**
 * Starts a voucher service with books in memory.
 * @param now its clock, milliseconds UTC
 * @param more shops and merchants; two shops of one merchant by default
 */
export async function startVoucherService(
  now: () => number = Date.now,
  more: Pick<SandboxOptions, 'shops' | 'accounts'> = {},
): Promise<VoucherService> {
  const sandbox = await startSandbox({ directory: ':memory:', transactions: PAST, now, ...more });
  const [shop] = sandbox.shops;
  const port = Number(new URL(sandbox.origin).port);
  const traffic = watchTraffic(port);
  const unused: string[] = [];
  let nextCard = CARDS.first;
  const json = { 'Content-Type': 'application/json' };
  const merchant = { ...json, 'X-Client-Id': shop.clientId, 'X-Client-Secret': shop.clientSecret };

  async function issue(): Promise<void> {
    const { clientId, clientSecret } = sandbox.client;
    const form = { grant_type: 'client_credentials', scope: 'issue_vouchers', client_id: clientId, client_secret: clientSecret };
    const { access_token } = tokenSchema.parse(await ask(sandbox.tokenUrl, { method: 'POST', body: new URLSearchParams(form) }));
    const headers = { ...json, Authorization: `Bearer ${access_token}`, 'Idempotency-Key': randomUUID() };
    const url = `${sandbox.clientBaseUrl}/v3/products/${PRODUCT}`;
    const order = { method: 'POST', headers, body: JSON.stringify({ quantity: BATCH }) };
    for (let tries = 1; ; tries += 1) {
      /* A fault may affect this order, too. */
      const issued = issuedSchema.safeParse(
        await ask(url, order).catch((error: unknown) => (tries < TRIES_MAX ? null : Promise.reject(error))),
      );
      if (!issued.success) continue;
      unused.push(...issued.data.vouchers.map(({ voucher_code }) => voucher_code));
      return;
    }
  }

  return {
    port,
    shops: sandbox.shops,
    env: {
      VOUCHER_SERVICE: 'remote',
      MERCHANT_BASE_URL: sandbox.merchantBaseUrl,
      MERCHANT_CLIENT_ID: shop.clientId,
      MERCHANT_CLIENT_SECRET: shop.clientSecret,
    },
    issuingEnv: {
      CLIENT_BASE_URL: sandbox.clientBaseUrl,
      CLIENT_TOKEN_URL: sandbox.tokenUrl,
      CLIENT_ID: sandbox.client.clientId,
      CLIENT_SECRET: sandbox.client.clientSecret,
    },
    async newVoucher() {
      if (unused.length === 0) await issue();
      const ref = unused.pop();
      if (ref === undefined) throw new Error('the voucher service issued nothing');
      return ref;
    },
    async newCards(count) {
      if (nextCard + count - 1 > CARDS.last) {
        await ask(`${sandbox.origin}/sandbox/reset`, { method: 'POST' });
        unused.length = 0;
        nextCard = CARDS.first;
      }
      const sequence = (card: number) => String(card).padStart(CARDS.digits, '0');
      const range = { start: sequence(nextCard), end: sequence(nextCard + count - 1), count };
      nextCard += count;
      return range;
    },
    async redeemPast(ref) {
      const body = JSON.stringify({ currency: 'SGD', vouchers: [{ value: 1, product_class: PRODUCT_CLASS, ref }] });
      await ask(`${sandbox.merchantBaseUrl}/v1/transactions`, { method: 'POST', headers: merchant, body });
    },
    async shown() {
      const period = { from: '2000-01-01T00:00:00Z', to: '2100-01-01T00:00:00Z' };
      const body = JSON.stringify({ ...period, page_size: PAGE_SIZE, page_index: 0 });
      const url = `${sandbox.merchantBaseUrl}/v1/transactions/actions/search`;
      const { data } = searchSchema.parse(await ask(url, { method: 'POST', headers: merchant, body }));
      if (data.length === PAGE_SIZE) throw new Error('the books hold more rows than are judged');
      return data.map(({ transaction_id, mid, created }) => ({ id: transaction_id, mid, createdAt: Date.parse(`${created}Z`) }));
    },
    async ledger(ref) {
      const body = JSON.stringify(ref === undefined ? {} : { ref });
      return ledgerSchema.parse(await ask(`${sandbox.origin}/sandbox/ledger`, { method: 'POST', headers: json, body }));
    },
    async setFault(fault) {
      const url = `${sandbox.origin}/sandbox/faults`;
      await ask(url, { method: 'POST', headers: json, body: JSON.stringify(ratesOf(fault)) });
    },
    quiet: () => traffic.quiet(),
    close() {
      traffic.stop();
      return sandbox.close();
    },
  };
}

const STARTED = 'http.server.request.start';
const QUIET_MS = 200;

/** Counts requests from a server in this process. */
function watchTraffic(port: number): { quiet(): Promise<void>; stop(): void } {
  const seen = { open: 0, lastAt: 0 };
  const heard = (message: unknown) => {
    const { server, response } = message as { server: Server; response: ServerResponse };
    const address = server.address();
    if (address === null || typeof address === 'string' || address.port !== port) return;
    seen.open += 1;
    response.once('close', () => {
      seen.open -= 1;
      seen.lastAt = Date.now();
    });
  };
  subscribe(STARTED, heard);
  return {
    async quiet() {
      while (seen.open > 0 || Date.now() - seen.lastAt < QUIET_MS) await new Promise((resolve) => setTimeout(resolve, QUIET_MS / 4));
    },
    stop: () => void unsubscribe(STARTED, heard),
  };
}

function ratesOf(fault: ServiceFault | null) {
  return fault === null ? { rates: {} } : { rates: { [fault.name]: fault.share }, seed: fault.seed };
}

async function ask(url: string, init: RequestInit): Promise<unknown> {
  const answer = await fetch(url, init);
  const text = await answer.text();
  if (!answer.ok) throw new Error(`the voucher service answered ${answer.status}: ${text}`);
  return text === '' ? null : JSON.parse(text);
}
