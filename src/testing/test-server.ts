import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { type AppDeps, createApp } from '../bff/app/app.ts';
import { assemble, type Parts } from '../bff/app/assemble.ts';
import type { Foundation } from '../bff/app/foundation.ts';
import { addRoutes } from '../bff/app/routes.ts';
import { stopParts } from '../bff/app/start-parts.ts';
import { createAudit } from '../bff/platform/audit/audit.ts';
import { deriveKeys, KEY_BYTES } from '../bff/platform/base/keys.ts';
import { createLogger } from '../bff/platform/base/logging.ts';
import { systemRandom } from '../bff/platform/base/ports.ts';
import { readConfig } from '../bff/platform/config/config.ts';
import type { Store } from '../bff/platform/storage/open-store.ts';
import { ensureFirstShop } from '../bff/platform/store/first-shop.ts';
import type { Schema } from '../bff/platform/store/schema.ts';
import { createManualClock, type ManualClock } from './clock.ts';
import { SQLITE } from './databases/stores.ts';
import { createModelIssuer } from './issuer/model-issuer.ts';
import { RUNNING_ALONE } from './rigs/till.ts';

const ORIGIN = 'http://till.test';
export const SETUP_CODE = 'SETUP-CODE-FOR-TESTS';

/** An answer with its body already read. */
export interface ReadAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of any other body. */
  readonly body: unknown;
}

/** A browser with its cookies, on the till's own page. */
export interface TestBrowser {
  /** @param body bytes and text are sent unchanged, anything else as JSON */
  send(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<ReadAnswer>;
  /** The value of its Cookie header. */
  cookieHeader(): string;
}

export interface TestServer {
  readonly app: Hono;
  readonly parts: Parts;
  readonly db: Kysely<Schema>;
  readonly clock: ManualClock;
  /** Everything that was logged, line by line. */
  readonly logged: readonly string[];
  browser(): TestBrowser;
  close(): Promise<void>;
}

export interface TestServerOptions
  extends Partial<Pick<AppDeps, 'ready' | 'pages'>>,
    Partial<Pick<Foundation, 'practiceVouchers' | 'metrics'>> {
  readonly env?: Record<string, string>;
  readonly clock?: ManualClock;
  /** Closed with the server; without one, a database in memory. */
  readonly store?: Store;
  /** The voucher service; without one, a model without vouchers. */
  readonly issuer?: (clock: ManualClock) => Foundation['issuer'];
  /** Routes beside those of the contract. */
  readonly routes?: AppDeps['routes'];
}

/** The server without sockets, on a manual clock. */
export async function createTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const { env = {}, issuer, metrics, practiceVouchers = null, routes, pages = '/nowhere', ready = () => Promise.resolve(true) } = options;
  const store = options.store ?? (await SQLITE.open());
  const { db, reads, servers } = store;
  const { clock = createManualClock() } = options;
  const own = await ensureFirstShop(db, clock.now());
  const logged: string[] = [];
  const config = readConfig({ SEARCH_PER_SECOND: '10000', ...env });
  const keys = deriveKeys(Buffer.alloc(KEY_BYTES, 7));
  const log = createLogger('debug', { write: (line) => logged.push(line) });
  const ground = {
    config,
    ...own,
    db,
    reads,
    keys,
    clock,
    random: systemRandom,
    log,
    metrics,
    servers,
    audit: createAudit({ db, keys, clock }),
  };
  const parts = assemble({
    ...ground,
    issuer: issuer?.(clock) ?? createModelIssuer({ clock }),
    setupCode: SETUP_CODE,
    practiceVouchers,
    running: RUNNING_ALONE,
  });
  const app = createApp({
    ...ground,
    parts,
    pages,
    ready,
    store: store.kind,
    routes(table) {
      addRoutes(table, config, parts);
      routes?.(table);
    },
  });
  return {
    app,
    parts,
    db,
    clock,
    logged,
    browser: () => createBrowser((request) => app.fetch(request)),
    async close() {
      await stopParts(parts);
      await store.close();
    },
  };
}

/** A browser that talks to a server through its `fetch` function. */
export function createBrowser(fetch: (request: Request) => Response | Promise<Response>): TestBrowser {
  const jar = new Map<string, string>();
  const cookieHeader = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  async function send(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<ReadAnswer> {
    const response = await fetch(
      new Request(`${ORIGIN}${path}`, {
        method,
        headers: {
          host: new URL(ORIGIN).host,
          ...(jar.size > 0 && { cookie: cookieHeader() }),
          ...(method !== 'GET' && { origin: ORIGIN, 'x-tillside': '1' }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body !== undefined && { body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body) }),
      }),
    );
    for (const cookie of response.headers.getSetCookie()) keep(jar, cookie);
    const text = await response.text();
    const json = response.headers.get('content-type')?.includes('json') === true && text !== '';
    return { status: response.status, headers: response.headers, body: json ? JSON.parse(text) : text };
  }

  return { send, cookieHeader };
}

function keep(jar: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0/i.test(cookie)) jar.delete(name);
  else jar.set(name, value);
}
