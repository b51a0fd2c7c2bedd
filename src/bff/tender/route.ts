import { endpoints } from '../../contract/endpoints.ts';
import { tenderIdSchema } from '../../contract/tender.ts';
import { Problem } from '../http/problem.ts';
import type { Router } from '../http/route.ts';
import type { Tenders } from './tenders.ts';

/** Adds the routes of redemptions. */
export function tenderRoutes(on: Router['on'], tenders: Tenders): void {
  on(endpoints.putTender, async ({ params, body, caller }) => {
    const { tender, isNew } = await tenders.put(caller, tenderId(params), body);
    return { status: isNew ? 201 : 200, body: tender };
  });
  on(endpoints.tender, async ({ params, caller }) => ({ body: await tenders.get(caller, tenderId(params)) }));
  on(endpoints.cancelTender, async ({ params, caller }) => ({ body: await tenders.cancel(caller, tenderId(params)) }));
  on(endpoints.myTenders, async ({ caller }) => ({ body: await tenders.mine(caller) }));
}

function tenderId(params: Readonly<Record<string, string>>): string {
  const parsed = tenderIdSchema.safeParse(params['id']);
  if (parsed.success) return parsed.data;
  throw new Problem({
    status: 400,
    code: 'bad-request',
    message: 'The id of a redemption is a UUID in lower case.',
    retry: 'never',
    details: { field: 'id' },
  });
}
