import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { adminRoutes } from './admin.ts';
import { shopOnly } from './auth.ts';
import { clientFailure } from './client-replies.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { respond } from './json.ts';
import { failedReply } from './merchant-replies.ts';
import { reportError } from './report.ts';
import { tokenRoutes } from './token-routes.ts';
import { merchantActivationRoutes } from './v1-activate.ts';
import { merchantCheckRoutes } from './v1-check.ts';
import { redeemRoutes } from './v1-redeem.ts';
import { merchantRefundRoutes } from './v1-refund.ts';
import { searchRoutes } from './v1-search.ts';
import { legacyCheckRoutes } from './v2-check.ts';
import { productRoutes } from './v3-products.ts';
import { voucherRoutes } from './v3-vouchers.ts';

const BODY_BYTES_MAX = 64 * 1024;
const isV3 = (path: string) => path.startsWith('/client/v3/');

/**
 * All routes: the merchant API under /merchant, the client API under /client, tokens, and the admin
 * routes under /sandbox.
 */
export function createSandboxApp(deps: Deps): Hono<Env> {
  const merchant = new Hono<Env>()
    .use(shopOnly(deps.shops))
    .route('/', redeemRoutes(deps))
    .route('/', searchRoutes(deps))
    .route('/', merchantRefundRoutes(deps))
    .route('/', merchantActivationRoutes(deps))
    .route('/', merchantCheckRoutes(deps));
  const client = new Hono<Env>()
    .route('/', productRoutes(deps))
    .route('/', voucherRoutes(deps))
    .route('/', legacyCheckRoutes(deps));

  const app = new Hono<Env>();
  app.use((c, next) => {
    c.env.outgoing.setHeader('Date', new Date(deps.now()).toUTCString());
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: BODY_BYTES_MAX,
      onError: (c) => respond(c, isV3(c.req.path) ? clientFailure('400-4C3') : failedReply('ERV0009')),
    }),
  );
  app.route('/', tokenRoutes(deps)).route('/merchant', merchant).route('/client', client).route('/', adminRoutes(deps));
  app.notFound((c) => respond(c, isV3(c.req.path) ? clientFailure('404-001') : failedReply('SBX0404', undefined, 404)));
  app.onError((error, c) => {
    reportError(error);
    return respond(c, isV3(c.req.path) ? clientFailure('500-001') : failedReply('ERV1202', undefined, 500));
  });
  return app;
}
