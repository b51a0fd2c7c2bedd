import { createServer, type Server } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { createLogger } from '../../../bff/platform/base/logging.ts';
import { readConfig } from '../../../bff/platform/config/config.ts';
import { logIssuerFaults } from './check-issuer.ts';

const CANARY = 'CANARY-secret-1c7';
let server: Server | null = null;
afterEach(() => {
  server?.close();
  server = null;
});

/** An issuer that gives every request this answer. */
async function startIssuer(status: number, body: unknown): Promise<string> {
  const started = createServer((_, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(body));
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  const address = started.address();
  return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

/** Returns the log lines of a start with real vouchers about the issuer at this address. */
async function toldOf(base: string, more: Record<string, string> = {}): Promise<string[]> {
  const lines: string[] = [];
  const settings = {
    VOUCHER_SERVICE: 'remote',
    MERCHANT_BASE_URL: base,
    MERCHANT_CLIENT_ID: 'shop',
    MERCHANT_CLIENT_SECRET: CANARY,
  };
  await logIssuerFaults(
    readConfig({ ...settings, ...more }),
    createLogger('info', { write: (line) => lines.push(line) }),
  );
  expect(lines.join('')).not.toContain(CANARY);
  return lines;
}

it.each([401, 403])(
  'credentials that the issuer answers with %s are reported with the names of their settings',
  async (status) => {
    const base = await startIssuer(status, { meta: { status: 'failed' } });
    const told = await toldOf(base, { CLIENT_BASE_URL: base, CLIENT_TOKEN: CANARY });
    expect(told).toEqual([
      expect.stringMatching(new RegExp(`"level":"warn".*HTTP ${status}.*MERCHANT_CLIENT_ID`)),
      expect.stringMatching(new RegExp(`"level":"warn".*HTTP ${status}.*CLIENT_TOKEN`)),
    ]);
  },
);

it('an address without a server is reported with the name of its setting', async () => {
  expect(await toldOf('http://127.0.0.1:9')).toEqual([expect.stringMatching(/ECONNREFUSED.*MERCHANT_BASE_URL/)]);
});

it('a working issuer and training mode are not reported', async () => {
  const base = await startIssuer(200, { data: [], meta: { status: 'succeeded' } });
  expect(await toldOf(base)).toEqual([]);
  expect(await toldOf(base, { VOUCHER_SERVICE: 'sandbox' })).toEqual([]);
});
