import { endpoints } from '../../contract/endpoints.ts';
import { tenderIdSchema } from '../../contract/tender.ts';
import { Problem } from '../http/problem.ts';
import type { Router } from '../http/route.ts';
import type { Refunds } from './refunds.ts';

/** Adds the routes of refunds. */
export function refundRoutes(on: Router['on'], refunds: Refunds): void {
  on(endpoints.putRefund, async ({ params, body, caller }) => {
    const { refund, isNew } = await refunds.put(caller, refundId(params), body);
    return { status: isNew ? 201 : 200, body: refund };
  });
  on(endpoints.refund, async ({ params, caller }) => ({ body: await refunds.get(caller, refundId(params)) }));
}

/** Made by the page, as the ids of redemptions are. */
function refundId(params: Readonly<Record<string, string>>): string {
  const parsed = tenderIdSchema.safeParse(params['id']);
  if (parsed.success) return parsed.data;
  throw new Problem({
    status: 400,
    code: 'bad-request',
    message: 'The id of a refund is a UUID in lower case.',
    retry: 'never',
    details: { field: 'id' },
  });
}
