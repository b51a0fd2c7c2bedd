import { endpoints } from '../../../contract/platform/endpoints.ts';
import type { Router } from '../../platform/http/route.ts';
import type { Attention } from './attention.ts';
import { noSuchCase } from './problems.ts';

export function attentionRoutes(on: Router['on'], attention: Attention): void {
  on(endpoints.attention, async () => ({ body: await attention.list() }));
  on(endpoints.settleAttention, async ({ params, body, caller }) => {
    const id = params['id'];
    if (id === undefined) throw noSuchCase();
    return { body: { item: await attention.settle(caller, id, body) } };
  });
}
