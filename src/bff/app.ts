import type { Hono } from 'hono';
import type { Kysely } from 'kysely';
import { version } from '../../package.json';
import { endpoints } from '../contract/endpoints.ts';
import type { PracticeVoucher } from '../contract/people.ts';
import type { Audit } from './audit/audit.ts';
import { auditRoutes } from './audit/route.ts';
import { createTrail } from './audit/trail.ts';
import type { Keys } from './base/keys.ts';
import type { Logger } from './base/logging.ts';
import type { Clock, Random } from './base/ports.ts';
import { type Config, sellsVouchers } from './config.ts';
import { createCookies } from './http/cookies.ts';
import { securityHeaders } from './http/headers.ts';
import { notReady } from './http/problem.ts';
import { createRouter, type Router } from './http/route.ts';
import { staticFiles } from './http/static.ts';
import type { Metrics } from './metrics/metrics.ts';
import { metricsRoute } from './metrics/route.ts';
import type { Store } from './open-store.ts';
import { createDevices } from './people/devices.ts';
import { createGuessing } from './people/guessing.ts';
import { createIdentify } from './people/identify.ts';
import { createPeople } from './people/people.ts';
import { createPins } from './people/pins.ts';
import { createPractice } from './people/practice.ts';
import { peopleRoutes } from './people/routes.ts';
import { createSessions } from './people/sessions.ts';
import { createSetup } from './people/setup.ts';
import { createShopLocks } from './people/shop-lock.ts';
import { createSignIn } from './people/sign-in.ts';
import type { Schema } from './store/schema.ts';

/** The one shop that the environment describes. */
export const SHOP = 'main';

export interface AppDeps {
  readonly config: Config;
  readonly store: Store['kind'];
  readonly db: Kysely<Schema>;
  readonly keys: Keys;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly audit: Audit;
  readonly metrics?: Metrics | undefined;
  readonly setupCode: string;
  /** Null with a real voucher service. */
  readonly practiceVouchers: (() => PracticeVoucher[]) | null;
  /** Folder of the built pages. */
  readonly pages: string;
  /** Whether a redemption could be taken now. */
  readonly ready: () => Promise<boolean>;
  /** Adds the routes that deal in vouchers. */
  readonly voucherRoutes: (router: Pick<Router, 'on' | 'onStream'>) => void;
}

export interface App {
  readonly http: Hono;
  readonly isSetUp: () => Promise<boolean>;
  /** Makes the practice people; null with a real voucher service. */
  readonly preparePractice: (() => Promise<void>) | null;
}

/** The whole server except its sockets: everything that varies comes in, and tests call `http.request()`. */
export function createApp(deps: AppDeps): App {
  const { config, db, keys, clock, random, log, audit } = deps;
  const https = config.tls !== null || config.publicOrigin?.startsWith('https:') === true;
  const cookies = createCookies({ https });
  const guessing = createGuessing({ db, clock });
  const pins = createPins(keys.pepper);
  const devices = createDevices({ db, clock, random, keys, guessing, log, audit });
  const sessions = createSessions({ db, clock, random, idleMs: config.sessionIdleMs, log, audit });
  const setup = createSetup({ shop: SHOP, code: deps.setupCode, db, clock, random, devices, pins, sessions, guessing, audit });
  const vouchers = deps.practiceVouchers;
  const practice = vouchers && { ...createPractice({ shop: SHOP, db, clock, devices, pins, guessing, audit }), vouchers };

  const { app, on, onStream } = createRouter({
    log,
    clock,
    random,
    ownOrigin: config.publicOrigin === null ? { kind: 'from-host' } : { kind: 'fixed', origin: config.publicOrigin },
    identify: createIdentify({ shop: SHOP, cookies, devices, sessions }),
    served: deps.metrics?.served,
    middleware: [securityHeaders(https), staticFiles(deps.pages)],
  });
  healthRoutes(on, deps);
  if (deps.metrics)
    metricsRoute({ onStream, metrics: deps.metrics, db, token: config.metricsToken, behindProxy: config.publicOrigin !== null });
  peopleRoutes({
    on,
    shop: {
      id: SHOP,
      currency: config.terms.currency,
      timeZone: config.terms.timeZone,
      sessionIdleMs: config.sessionIdleMs,
      sells: sellsVouchers(config),
    },
    cookies,
    devices,
    people: createPeople({ db, clock, random, pins, guessing, sessions, audit }),
    sessions,
    signIn: createSignIn({ db, pins, sessions, guessing, audit }),
    setup,
    shopLocks: createShopLocks({ db, guessing, audit }),
    practice,
  });
  auditRoutes({ on, onStream, audit, trail: createTrail({ db }) });
  deps.voucherRoutes({ on, onStream });
  return { http: app, isSetUp: () => setup.isDone(), preparePractice: practice && (() => practice.prepare()) };
}

function healthRoutes(on: Router['on'], { config, store, ready }: AppDeps): void {
  on(endpoints.health, () => Promise.resolve({ body: { status: 'ok', store, service: config.service, version } }));

  on(endpoints.ready, async () => {
    if (!(await ready())) throw notReady('safe');
    return { body: { ready: true as const } };
  });
}
