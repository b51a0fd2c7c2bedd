import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { ExceptionReport } from './exceptions.ts';

export function exceptionRoutes(on: Router['on'], exceptions: ExceptionReport): void {
  on(endpoints.exceptions, async ({ caller, body }) => ({ body: await exceptions.find(caller.shop, body) }));
  on(endpoints.lookedAt, async ({ caller, body }) => {
    await exceptions.lookedAt(caller, body);
    return { body: undefined };
  });
}
