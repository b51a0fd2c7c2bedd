import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { scopeOnly } from './auth.ts';
import { clientFailure } from './client-replies.ts';
import type { Deps } from './deps.ts';
import type { Env } from './env.ts';
import { jsonBody, respond } from './json.ts';
import type { StoredProduct } from './ledger-schema.ts';
import { issue, issueRequest } from './v3-issue.ts';

/**
 * GET /v3/products, GET /v3/products/{code} and POST /v3/products/{code}. Plastic cards are not in
 * the catalogue, but their product can be looked up.
 */
export function productRoutes(deps: Deps): Hono<Env> {
  const { ledger, now } = deps;
  const mayBrowse = scopeOnly('read_catalogue', now);
  const inCatalogue = (code: string) => ledger.products().find((product) => product.code === code);
  return new Hono<Env>()
    .get('/v3/products', mayBrowse, (c) =>
      c.json({ request_id: randomUUID(), products: ledger.products().map(productObject) }),
    )
    .get('/v3/products/:code', mayBrowse, (c) => {
      const product = ledger.product(c.req.param('code'));
      if (product === undefined) return respond(c, clientFailure('404-001'));
      return c.json({ request_id: randomUUID(), product: productObject(product) });
    })
    .post('/v3/products/:code', scopeOnly('issue_vouchers', now), async (c) => {
      const product = inCatalogue(c.req.param('code'));
      if (product === undefined) return respond(c, clientFailure('404-001'));
      const request = issueRequest(product, c.req.header('idempotency-key'), await jsonBody(c));
      if ('refused' in request) return respond(c, clientFailure(request.refused, request.details));
      return deps.delivery.deliver(c, deps.faults.draw(), () => issue(deps, product.code, request));
    });
}

/**
 * The product of v3: its published flags, and fields that a till can display. `amount`: cents or
 * items, null for open value.
 */
function productObject(product: StoredProduct) {
  return {
    code: product.code,
    name: product.name,
    description: product.description,
    currency: product.currency,
    amount: product.amount,
    is_value_based: product.value_based === 1,
    is_open_value: product.open_value === 1,
    is_status_available: true,
    is_multiple_use: product.multiple_use === 1,
  };
}
