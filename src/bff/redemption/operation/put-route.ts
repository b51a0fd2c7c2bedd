import type { AnswerOf, Endpoint, RequestOf } from '../../../contract/platform/endpoint.ts';
import type { CallerOf, Identity } from '../../platform/http/caller.ts';
import { idByHeader, operationId } from '../../platform/http/operation-id.ts';
import type { Handled, Router } from '../../platform/http/route.ts';
import type { Answered } from './once.ts';

/** How operations of a kind are asked after, for programs. */
export interface AskedAfter<View> {
  /** Where, with `:id` in it. */
  readonly path: string;
  /** Whether the outcome is still unknown, by its state. */
  readonly isOpen: (state: View extends { state: infer State } ? State : never) => boolean;
}

type Put<E extends Endpoint> = (
  caller: CallerOf<E>,
  id: string,
  request: RequestOf<E>,
) => Promise<Answered<AnswerOf<E>>>;
type After<E extends Endpoint> = AskedAfter<AnswerOf<E>>;

/** How long a program had better wait before it asks again. */
const ASK_AGAIN_S = 2;

/**
 * How a view is told: 201 where this request made it, else 200.
 *
 * To a program it is 202 while its outcome is not known, with an address and a time to ask again:
 * it has no screen that says what a state means, and must not take silence for an answer.
 */
export function toldOf<View>(
  { key }: Pick<Identity, 'key'>,
  { view, isNew = false }: { readonly view: View; readonly isNew?: boolean },
  after?: AskedAfter<View>,
): { status: 200 | 201 | 202; body: View; headers?: Handled<Endpoint>['headers'] & {} } {
  const standing = view as View & { readonly id: string; readonly state: Parameters<AskedAfter<View>['isOpen']>[0] };
  if (!key || !after?.isOpen(standing.state)) return { status: isNew ? 201 : 200, body: view };
  const headers = [
    ['Location', after.path.replace(':id', standing.id)],
    ['Retry-After', String(ASK_AGAIN_S)],
  ] as const;
  return { status: 202, body: view, headers };
}

/**
 * Adds the route by which operations of a kind are asked for.
 *
 * It answers 201 where the operation came to be by this request, 200 where it was known.
 */
export function onPut<E extends Endpoint>(on: Router['on'], endpoint: E, put: Put<E>, after?: After<E>): void {
  on(endpoint, async ({ params, body, caller }) => toldOf(caller, await put(caller, operationId(params), body), after));
}

/** The same for programs that cannot name the address: the id comes in a header. */
export function onPost<E extends Endpoint>(on: Router['on'], endpoint: E, put: Put<E>, after: After<E>): void {
  on(endpoint, async ({ headers, body, caller }) => {
    const owner = caller.key?.id ?? caller.device?.id;
    if (owner === undefined) throw new Error('An id in a header belongs to a key or a device');
    return toldOf(caller, await put(caller, idByHeader(headers, owner), body), after);
  });
}
