import type { Hono } from 'hono';
import { endpoints } from '../../contract/platform/endpoints.ts';
import { createLimitsMet } from '../access/approval/limits-met.ts';
import { createIdentify } from '../access/people/identify.ts';
import type { Ports } from '../platform/audit/ports.ts';
import { VERSION } from '../platform/base/version.ts';
import type { Config } from '../platform/config/config.ts';
import { createCallInShop } from '../platform/http/call-in-shop.ts';
import { createCookies } from '../platform/http/cookies.ts';
import type { ServerOrigin } from '../platform/http/guard.ts';
import { securityHeaders } from '../platform/http/headers.ts';
import { notReady } from '../platform/http/problem.ts';
import { createRouter, type Router } from '../platform/http/route.ts';
import { createShopHandlers, type ShopRoutes } from '../platform/http/shop-handlers.ts';
import { createStartPage } from '../platform/http/start-page.ts';
import { staticFiles } from '../platform/http/static.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import { metricsRoute } from '../platform/metrics/route.ts';
import type { Store } from '../platform/storage/open-store.ts';
import type { Parts } from './assemble.ts';
import type { Hooks, RouteTable } from './feature-hooks.ts';

export interface AppDeps extends Pick<Ports, 'db' | 'clock' | 'random' | 'log'> {
  readonly config: Config;
  readonly store: Store['kind'];
  readonly parts: Pick<
    Parts,
    'devices' | 'sessions' | 'identifyKey' | 'assertConfirmed' | 'hooks' | 'gate' | 'shop' | 'audit'
  >;
  readonly metrics?: Metrics | undefined;
  readonly pages: string;
  /** True if a redemption is possible now. */
  readonly ready: () => Promise<boolean>;
  readonly routes: (table: RouteTable & ShopRoutes) => void;
  /** Hooks of the server's other shops. */
  readonly otherHooks?: () => readonly Hooks[];
}

/** Creates the HTTP application without a socket, so that tests can call `request()`. */
export function createApp({ config, clock, random, log, parts, ...deps }: AppDeps): Hono {
  const { publicOrigin } = config;
  const { metrics, db } = deps;
  const https = config.tls !== null || publicOrigin?.startsWith('https:') === true;
  const cookies = createCookies({ https });
  const mayFrame = async (origin: string) => {
    const { otherHooks = () => [] } = deps;
    for (const hook of [...parts.hooks, ...otherHooks()]) if (await hook.mayFrame?.(origin)) return true;
    return false;
  };
  const startPage = createStartPage(deps.pages, {
    isDevice: (header) => cookies.read(header).device !== null,
    async ask(path, { req, env }) {
      const answer = await app.request(path, { headers: { cookie: req.header('cookie') ?? '' } }, env);
      return answer.status === 200 ? answer.json() : null;
    },
  });
  const shops = createShopHandlers(parts.shop);
  const ownOrigin = originOf(config);
  const { app, on, onStream, onDocument } = createRouter({
    shops,
    log,
    clock,
    random,
    ownOrigin,
    identify: createIdentify({ ...parts, db, shop: parts.shop, cookies }),
    identifyKey: parts.identifyKey,
    assertConfirmed: parts.assertConfirmed,
    served: metrics?.served,
    refused: createLimitsMet({ clock, audit: parts.audit }),
    middleware: [securityHeaders(https, mayFrame), staticFiles(deps.pages, startPage)],
  });
  healthRoutes(on, { ...deps, service: config.service });
  if (metrics)
    metricsRoute({
      onStream,
      metrics,
      db,
      gate: parts.gate,
      build: {
        version: VERSION,
        service: config.service,
        store: deps.store,
        backups: config.backups === null ? 'off' : 'on',
      },
      certFile: config.tls?.certFile ?? null,
      gauges: async () => (await Promise.all(parts.hooks.map((hook) => hook.gauges?.() ?? Promise.resolve([])))).flat(),
      token: config.metricsToken,
      tokenOnly: publicOrigin !== null || config.remote !== null,
    });
  const first = shops.ofShop(parts.shop);
  const onFirst: Router['on'] = (endpoint, handler) => {
    first.on(endpoint, handler);
    on(endpoint, handler);
  };
  deps.routes({ on: onFirst, onStream, onDocument, cookies, ownOrigin, callInShop: createCallInShop(shops), ...shops });
  return app;
}

function originOf({ publicOrigin, tls, remote }: Config): ServerOrigin {
  if (publicOrigin !== null) return { kind: 'fixed', origin: publicOrigin };
  return { kind: 'from-host', scheme: tls === null ? 'http:' : 'https:', onlyHere: remote !== null };
}

function healthRoutes(
  on: Router['on'],
  { store, ready, service }: Pick<AppDeps, 'store' | 'ready'> & Pick<Config, 'service'>,
): void {
  on(endpoints.health, () => Promise.resolve({ body: { status: 'ok', store, service, version: VERSION } }));

  on(endpoints.ready, async () => {
    if (!(await ready())) throw notReady('safe');
    return { body: { ready: true as const } };
  });
}
