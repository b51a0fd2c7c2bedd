import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { createSandboxApp } from './app.ts';
import { CLIENT, type SandboxShop, trainingShops } from './credentials.ts';
import { DELAYS, type Delays } from './delays.ts';
import { createDelivery } from './delivery.ts';
import { createFaultSwitch } from './faults.ts';
import { openLedger } from './ledger.ts';
import type { TrainingLine } from './ledger-schema.ts';
import { createSecondShop } from './second-shop.ts';
import { seedWhenEmpty } from './seed.ts';
import { seedDisputes } from './seed-disputes.ts';
import { seedTransactions } from './seed-transactions.ts';

export interface SandboxOptions {
  /** Folder of the ledger, or `:memory:`. */
  readonly directory: string;
  /** Address to listen on; default 127.0.0.1. */
  readonly host?: string;
  /** 0 or absent: any free port. */
  readonly port?: number;
  /** The service's clock, milliseconds UTC. */
  readonly now?: () => number;
  /** Determines ids and refs. */
  readonly seed?: number;
  /** Durations of the slow faults. */
  readonly delays?: Partial<Delays>;
  /** Additional inactive cards in a new ledger; default none. */
  readonly cards?: number;
  /** Transactions over the last 31 days in a new ledger; default none. */
  readonly transactions?: number;
  /** Shops, at least two; default two. */
  readonly shops?: number;
  /** Merchants, which have the shops in turn; default one. */
  readonly accounts?: number;
  /** The shops of these transactions: both (default), or only the first. */
  readonly transactionShops?: 1 | 2;
}

export interface Sandbox {
  readonly origin: string;
  /** Base of the merchant API, without `/v1`. */
  readonly merchantBaseUrl: string;
  /** Base of the client API, without `/v3` and `/v2`. */
  readonly clientBaseUrl: string;
  readonly tokenUrl: string;
  readonly shops: readonly [SandboxShop, SandboxShop, ...SandboxShop[]];
  /** For tokens of the client API, and as the pair of the v2 check. */
  readonly client: { readonly clientId: string; readonly clientSecret: string };
  practiceVouchers(): TrainingLine[];
  /** Cuts open connections, drops late commits, closes the ledger. */
  close(): Promise<void>;
}

/**
 * Starts the voucher service of the specification on its own ledger, seeded if it is empty.
 * @throws Error if the folder cannot be written or the port is taken
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { directory, host = '127.0.0.1', port = 0, now = Date.now, seed = 1 } = options;
  const ledger = openLedger(directory);
  const isNew = seedWhenEmpty({ ledger, seed, now: now(), cards: options.cards ?? 0 });
  seedTransactions({ ledger, seed, now: now() }, options.transactions ?? 0, options.transactionShops);
  if (isNew) seedDisputes({ ledger, seed, now: now() });
  const delays = { ...DELAYS, ...options.delays };
  const delivery = createDelivery(delays);
  const secondShop = createSecondShop({ ledger, now, seed }, delays.secondShopMs);
  const shops = trainingShops(options.shops ?? 0, options.accounts ?? 1);
  const app = createSandboxApp({ ledger, now, seed, faults: createFaultSwitch(), delivery, secondShop, shops });
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  try {
    await listen(server, port, host);
  } catch (error) {
    ledger.close();
    throw error;
  }
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    merchantBaseUrl: `${origin}/merchant`,
    clientBaseUrl: `${origin}/client`,
    tokenUrl: `${origin}/oauth/token`,
    shops: shops.all,
    client: CLIENT,
    practiceVouchers: ledger.practice,
    close: async () => {
      delivery.close();
      secondShop.close();
      await stop(server);
      ledger.close();
    },
  };
}

function listen(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function stop(server: Server): Promise<void> {
  return new Promise((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
    server.closeAllConnections();
  });
}
