import type { AnswerOf, Endpoint, RequestOf } from '../../../contract/platform/endpoint.ts';
import type { CallerOf, Identity } from '../../platform/http/caller.ts';
import { idByHeader, operationId } from '../../platform/http/operation-id.ts';
import type { HandlerResult, Router } from '../../platform/http/route.ts';
import type { PutResult } from './idempotent-operations.ts';

export interface PollTarget<View> {
  /** The path, with `:id` in it. */
  readonly path: string;
  /** True if the outcome is still unknown in this state. */
  readonly isOpen: (state: View extends { state: infer State } ? State : never) => boolean;
}

type IdempotentHandler<E extends Endpoint> = (
  caller: CallerOf<E>,
  id: string,
  request: RequestOf<E>,
) => Promise<PutResult<AnswerOf<E>>>;
type After<E extends Endpoint> = PollTarget<AnswerOf<E>>;

/** How long a program should wait before it polls again. */
const POLL_AGAIN_S = 2;

/**
 * Builds the response for a view: 201 if this request created it, else 200. A program gets 202
 * while the outcome is unknown, with an address and a time to poll. It has no screen that explains
 * a state, and must not take silence for an answer.
 */
export function toResponse<View>(
  { key }: Pick<Identity, 'key'>,
  { view, isNew = false }: { readonly view: View; readonly isNew?: boolean },
  after?: PollTarget<View>,
): { status: 200 | 201 | 202; body: View; headers?: HandlerResult<Endpoint>['headers'] & {} } {
  const operation = view as View & { readonly id: string; readonly state: Parameters<PollTarget<View>['isOpen']>[0] };
  if (!key || !after?.isOpen(operation.state)) return { status: isNew ? 201 : 200, body: view };
  const headers = [
    ['Location', after.path.replace(':id', operation.id)],
    ['Retry-After', String(POLL_AGAIN_S)],
  ] as const;
  return { status: 202, body: view, headers };
}

/**
 * Adds the PUT route of a kind of operation. It responds with 201 if the request created the
 * operation, 200 if it was known.
 */
export function onPut<E extends Endpoint>(
  on: Router['on'],
  endpoint: E,
  put: IdempotentHandler<E>,
  after?: After<E>,
): void {
  on(endpoint, async ({ params, body, caller }) =>
    toResponse(caller, await put(caller, operationId(params), body), after),
  );
}

/** As {@link onPut}, for programs that cannot choose the address and send the id in a header. */
export function onPost<E extends Endpoint>(
  on: Router['on'],
  endpoint: E,
  put: IdempotentHandler<E>,
  after: After<E>,
): void {
  on(endpoint, async ({ headers, body, caller }) => {
    const owner = caller.key?.id ?? caller.device?.id;
    if (owner === undefined) throw new Error('A request with its id in a header needs a key or a device');
    return toResponse(caller, await put(caller, idByHeader(headers, owner), body), after);
  });
}
