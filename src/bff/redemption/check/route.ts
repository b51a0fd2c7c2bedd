import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Check } from './check.ts';

/** Adds the routes that check a voucher. Redeeming and activating cards both use them. */
export function checkRoutes(on: Router['on'], check: Check): void {
  on(endpoints.check, async ({ body, caller }) => ({ body: await check(caller, body.code, body.shopper) }));
  on(endpoints.checkCard, async ({ body, caller }) => ({ body: await check(caller, body.code) }));
}
