import type { AnswerOf, Endpoint, RequestOf } from '../../contract/endpoint.ts';
import type { CallerOf } from '../http/caller.ts';
import { operationId } from '../http/operation-id.ts';
import type { Router } from '../http/route.ts';
import type { Answered } from './once.ts';

/** Adds the route by which operations of a kind are asked for: 201 where it came to be by this request, 200 where it was known. */
export function onPut<E extends Endpoint>(
  on: Router['on'],
  endpoint: E,
  put: (caller: CallerOf<E>, id: string, request: RequestOf<E>) => Promise<Answered<AnswerOf<E>>>,
): void {
  on(endpoint, async ({ params, body, caller }) => {
    const { view, isNew } = await put(caller, operationId(params), body);
    return { status: isNew ? 201 : 200, body: view };
  });
}
