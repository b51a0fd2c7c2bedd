import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Check } from './check.ts';

/** Adds the routes that look at a voucher, for whoever redeems and for whoever activates cards. */
export function checkRoutes(on: Router['on'], check: Check): void {
  on(endpoints.check, async ({ body, caller }) => ({ body: await check(caller, body.code, body.shopper) }));
  on(endpoints.checkCard, async ({ body, caller }) => ({ body: await check(caller, body.code) }));
}
