import type { HttpBindings } from '@hono/node-server';
import type { SandboxShop } from './credentials.ts';

/**
 * Hono's context here: with Node's own request and response, and the calling shop for merchant
 * routes.
 */
export interface Env {
  Bindings: HttpBindings;
  Variables: { shop: SandboxShop };
}
