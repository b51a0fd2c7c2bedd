import { endpoints } from '../../contract/endpoints.ts';
import type { Router } from '../http/route.ts';
import type { Check } from './check.ts';

/** Adds the route that looks at a voucher. */
export function checkRoutes(on: Router['on'], check: Check): void {
  on(endpoints.check, async ({ body, caller }) => ({ body: await check(caller, body.code) }));
}
