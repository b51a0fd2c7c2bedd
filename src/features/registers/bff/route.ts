import { operationId } from '../../../bff/platform/http/operation-id.ts';
import type { Router } from '../../../bff/platform/http/route.ts';
import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { PayLinks } from './pay-links.ts';
import type { Registers } from './registers.ts';

export interface RegisterRoutesOptions {
  readonly on: Router['on'];
  readonly registers: Registers;
  readonly payLinks: PayLinks;
}

export function addRegisterRoutes({ on, registers, payLinks }: RegisterRoutesOptions): void {
  on(endpoints.registers, async ({ caller }) => ({ body: await registers.list(caller.shop) }));
  on(endpoints.addRegister, async ({ caller, body }) => ({ status: 201, body: await registers.add(caller, body) }));
  on(endpoints.removeRegister, async ({ caller, params }) => {
    await registers.remove(caller, params['id'] ?? '');
    return { body: undefined };
  });
  on(endpoints.registerSecret, async ({ caller, params }) => ({
    body: await registers.makeSecret(caller, params['id'] ?? ''),
  }));
  on(endpoints.endRegisterSecret, async ({ caller, params }) => {
    await registers.endSecret(caller, params['id'] ?? '');
    return { body: undefined };
  });
  on(endpoints.putPayLink, async ({ caller, params, body }) => {
    const { view, isNew } = await payLinks.put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: view };
  });
  on(endpoints.returnFromLink, async ({ caller, params, body }) => ({
    body: await payLinks.back(caller, operationId(params), body.awaiting),
  }));
}
