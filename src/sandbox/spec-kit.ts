import { CLIENT, type SandboxShop, SHOPS } from './credentials.ts';
import type { FaultRates } from './faults.ts';
import { type SandboxOptions, startSandbox } from './sandbox.ts';

export interface SeenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body; undefined if it is not JSON. */
  readonly body: unknown;
  /** The value at a path like `data.capture_id` or `data.0.amount`; undefined if there is none. */
  at(path: string): unknown;
}

/** The ledger's stored data of one voucher. */
export interface Truth {
  readonly vouchers: readonly {
    status: string;
    remaining: number;
    faceValue: number;
    voucherId: string;
    settlementRef: string;
  }[];
  readonly transactions: readonly { transactionId: string; type: string; amount: number | null }[];
}

export const NOON = Date.parse('2031-03-15T04:00:00Z');

/**
 * Short durations for the slow faults: real milliseconds, except for the lag of search, which uses
 * the clock of the spec.
 */
export const QUICK = { lateCommitMs: 1_000, lateAnswerMs: 1_000, silenceMs: 60, searchLagMs: 60_000 };

/** A redemption of money from one voucher, as the specification shows the body. */
export const exampleRedeemBody = (ref: string, value?: number, currency = 'SGD') => ({
  currency,
  vouchers: [{ product_class: 'ETX_001', ref, ...(value !== undefined && { value }) }],
});

/**
 * Starts a sandbox in memory at {@link NOON} of a clock that a spec can move, with short durations
 * for the slow faults, and callers for its APIs.
 */
export async function startForSpec(options: Partial<SandboxOptions> = {}) {
  const clock = { now: NOON };
  const sandbox = await startSandbox({ directory: ':memory:', now: () => clock.now, delays: QUICK, ...options });

  const send = async (
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<SeenAnswer> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(sandbox.origin + path, {
      method,
      headers: { 'content-type': 'application/json', ...headers },
      ...(text !== undefined && { body: text }),
      signal: AbortSignal.timeout(5_000),
    });
    return readReply(response.status, response.headers, await response.text());
  };

  const tokens = new Map<string, string>();
  /** Returns a bearer header with the scopes; each token is fetched once. */
  const bearer = async (scope?: string): Promise<Record<string, string>> => {
    const form = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: CLIENT.clientId,
      client_secret: CLIENT.clientSecret,
      ...(scope !== undefined && { scope }),
    });
    const bought =
      tokens.get(scope ?? '') ?? (await send('POST', '/oauth/token', form.toString(), FORM)).at('access_token');
    tokens.set(scope ?? '', String(bought));
    return { authorization: `Bearer ${String(bought)}` };
  };

  return {
    sandbox,
    clock,
    send,
    bearer,
    merchant: (path: string, body: unknown, shop: SandboxShop = SHOPS[0]) =>
      send('POST', `/merchant/v1${path}`, body, shopHeaders(shop)),
    redeem: (ref: string, value?: number) =>
      send('POST', '/merchant/v1/transactions', exampleRedeemBody(ref, value), shopHeaders(SHOPS[0])),
    merchantCheck: (ref: string) =>
      send('GET', `/merchant/v1/vouchers/ETX_001-${ref}`, undefined, shopHeaders(SHOPS[0])),
    v3: async (path: string, scope = 'read_vouchers') =>
      send('GET', `/client/v3${path}`, undefined, await bearer(scope)),
    issue: async (code: string, body: unknown, key: string = crypto.randomUUID()) =>
      send('POST', `/client/v3/products/${code}`, body, {
        ...(await bearer('issue_vouchers')),
        'idempotency-key': key,
      }),
    v2: async (refs: readonly string[], productClass = 'ETX_001') =>
      send(
        'POST',
        checkPath(productClass),
        { voucher_settlement_refs: refs },
        { ...(await bearer()), ...shopHeaders(CLIENT) },
      ),
    search: (body: object = {}, shop: SandboxShop = SHOPS[0]) =>
      send('POST', '/merchant/v1/transactions/actions/search', { ...DAY, ...body }, shopHeaders(shop)),
    truth: async (ref: string) => (await send('POST', '/sandbox/ledger', { ref })).body as Truth,
    faults: (rates: FaultRates, seed = 1) => send('POST', '/sandbox/faults', { rates, seed }),
    card: async (sequence: string) => {
      const { body } = await send('GET', '/sandbox/ledger');
      const { vouchers } = body as { vouchers: { ref: string; sequence: string | null }[] };
      return vouchers.find((voucher) => voucher.sequence === sequence)?.ref ?? 'no such card';
    },
  };
}
export type SpecSandbox = Awaited<ReturnType<typeof startForSpec>>;

export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const DAY = { from: '2031-03-15T00:00:00+08:00', to: '2031-03-16T00:00:00+08:00' };

export const checkPath = (productClass: string) => `/client/v2/catalogs/${productClass}/vouchers/actions/check`;

export const shopHeaders = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => ({
  'X-Client-Id': clientId,
  'X-Client-Secret': clientSecret,
});

export function failureCodes(reply: SeenAnswer): unknown[] {
  const messages = reply.at('meta.messages');
  const codes = Array.isArray(messages) ? messages.map((message: { code: unknown }) => message.code) : [];
  return [reply.status, reply.at('meta.status'), ...codes];
}

function readReply(status: number, headers: Headers, text: string): SeenAnswer {
  const body = isJson(headers) ? (JSON.parse(text) as unknown) : undefined;
  const at = (path: string) =>
    path
      .split('.')
      .reduce<unknown>(
        (value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined),
        body,
      );
  return { status, headers, text, body, at };
}

const isJson = (headers: Headers) => headers.get('content-type')?.startsWith('application/json') ?? false;
