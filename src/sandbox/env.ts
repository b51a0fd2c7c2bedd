import type { HttpBindings } from '@hono/node-server';
import type { SandboxShop } from './credentials.ts';

/**
 * Hono's context here: Node's own request and response are at hand, and the merchant routes know
 * the calling shop.
 */
export interface Env {
  Bindings: HttpBindings;
  Variables: { shop: SandboxShop };
}
