import * as z from 'zod/mini';
import { type AnswerOf, type Endpoint, type EndpointName, endpoints, type RequestOf } from '../../contract/endpoints.ts';
import { LIMITS } from '../../contract/limits.ts';
import { type ProblemBody, problemBodySchema } from '../../contract/problem.ts';

/** A PUT of a tender may take `tenderWaitMs` to answer; anything that takes longer than this has not answered. */
const ANSWER_WITHIN_MS = LIMITS.tenderWaitMs + 10_000;

/** The server said no, and why. */
export class ApiProblem extends Error {
  readonly status: number;
  readonly problem: ProblemBody['error'];
  constructor(status: number, problem: ProblemBody['error']) {
    super(problem.message);
    this.name = 'ApiProblem';
    this.status = status;
    this.problem = problem;
  }
}

/** Nobody knows what the server did: there was no answer, or none that could be read. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type PathParams<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Record<Name, string> & PathParams<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Record<Name, string>
    : never;

type Route<N extends EndpointName> = (typeof endpoints)[N];
type Input<N extends EndpointName> = ([PathParams<Route<N>['path']>] extends [never] ? unknown : { params: PathParams<Route<N>['path']> }) &
  (RequestOf<Route<N>> extends undefined ? unknown : { body: RequestOf<Route<N>> }) & {
    query?: Record<string, string>;
    signal?: AbortSignal;
  };

/** Calls one route of the contract by its name and answers with its parsed body. */
export type Call = <N extends EndpointName>(
  name: N,
  ...input: Partial<Input<N>> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
) => Promise<AnswerOf<Route<N>>>;

interface AnyInput {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly signal?: AbortSignal;
}

/**
 * Makes the one client of the page.
 * @param onProblem hears every {@link ApiProblem} before it is thrown, for what concerns the whole app (signed out, not enrolled)
 * @returns a function that throws {@link ApiProblem} or {@link NoAnswer} and nothing else
 */
export function createCall(options: { fetch: typeof fetch; onProblem: (problem: ApiProblem) => void }): Call {
  async function call(name: EndpointName, input: AnyInput = {}): Promise<unknown> {
    const endpoint: Endpoint = endpoints[name];
    const response = await send(options.fetch, endpoint, input);
    const body = await readJson(response);
    if (!response.ok) {
      const problem = problemBodySchema.safeParse(body);
      if (!problem.success) throw new NoAnswer(`status ${response.status} without a problem body`);
      const said = new ApiProblem(response.status, problem.data.error);
      options.onProblem(said);
      throw said;
    }
    if (endpoint.answer === null) return undefined;
    const answer = z.safeParse(endpoint.answer, body);
    if (!answer.success) throw new NoAnswer(`the answer of ${endpoint.path} has another shape`);
    return answer.data;
  }
  return call as Call;
}

async function send(fetchLike: typeof fetch, endpoint: Endpoint, { params = {}, body, query, signal }: AnyInput): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const timeout = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    return await fetchLike(query ? `${path}?${new URLSearchParams(query)}` : path, {
      method: endpoint.method,
      headers: { 'X-Tillside': '1', ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch (cause) {
    throw new NoAnswer('the request got no answer', { cause });
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer('the answer could not be read', { cause });
  }
}
