import * as z from 'zod/mini';
import { LIMITS } from '../../contract/access/limits.ts';
import type { AnswerOf, Endpoint, RequestOf } from '../../contract/platform/endpoint.ts';
import type { EndpointName, endpoints } from '../../contract/platform/endpoints.ts';
import { onboardingEndpoints } from '../../contract/platform/onboarding-endpoints.ts';
import { type ProblemBody, problemBodySchema } from '../../contract/platform/problem.ts';
import { FILE_WITHIN_MS } from './limits.ts';

/** Longer than `tenderWaitMs`, the longest wait of a PUT of a tender. */
const ANSWER_WITHIN_MS = LIMITS.tenderWaitMs + 10_000;

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

/** No readable answer arrived, so the outcome on the server is unknown. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer';
}

type PathNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | PathNames<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type Route<N extends EndpointName> = (typeof endpoints)[N];
type Input<N extends EndpointName> = ([PathNames<Route<N>['path']>] extends [never]
  ? unknown
  : { params: Record<PathNames<Route<N>['path']>, string> }) &
  (RequestOf<Route<N>> extends undefined ? unknown : { body: RequestOf<Route<N>> }) & {
    query?: Record<string, string>;
    /** How long to wait for an answer, milliseconds. */
    withinMs?: number;
    signal?: AbortSignal;
    /** The request continues after the page is left. */
    keepalive?: true;
  };

/** Calls a route of the contract by name and returns its parsed body. */
export type Call = <N extends EndpointName>(
  name: N,
  ...input: Partial<Input<N>> extends Input<N> ? [input?: Input<N>] : [input: Input<N>]
) => Promise<AnswerOf<Route<N>>>;

interface AnyInput {
  readonly params?: Record<string, string>;
  readonly body?: unknown;
  readonly query?: Record<string, string>;
  readonly withinMs?: number;
  readonly signal?: AbortSignal;
  readonly keepalive?: true;
}

interface ClientOptions {
  readonly fetch: typeof fetch;
  readonly onProblem: (problem: ApiProblem) => void;
  readonly onTime?: (date: string | null, sentAt: number, receivedAt: number) => void;
  /**
   * Lets the user confirm a request that the server refused without. Returns true if the request
   * has to be sent again.
   */
  readonly confirm?: () => Promise<boolean>;
  /** `true` after an answer; `false`, with the time of sending, without an answer. */
  readonly onReach?: (isReached: boolean, sentAt: number) => void;
  readonly headers?: () => Readonly<Record<string, string>>;
}

/**
 * Creates the client of the page.
 * @param onTime receives the server's time of each answer, and the device's times of sending and
 * arrival
 * @param onProblem receives every {@link ApiProblem} before it is thrown, for states of the whole
 * app (signed out, not enrolled)
 * @returns a function that throws only {@link ApiProblem} or {@link NoAnswer}
 */
export function createCall(options: ClientOptions): Call {
  async function call(name: EndpointName, input: AnyInput = {}): Promise<unknown> {
    const endpoint = await endpointOf(name);
    const response = await sendConfirmed(options, endpoint, input);
    const body = await readJson(response);
    if (endpoint.answer === null) return undefined;
    const answer = z.safeParse(endpoint.answer, body);
    if (!answer.success) throw new NoAnswer(`the answer of ${endpoint.path} has another shape`);
    return answer.data;
  }
  return call as Call;
}

/** Calls a route that returns a file. Throws the same errors as {@link Call}. */
export type CallForFile = <N extends EndpointName>(
  name: N,
  body: RequestOf<Route<N>>,
  query?: Readonly<Record<string, string>>,
) => Promise<Blob>;

export function createCallForFile(options: ClientOptions): CallForFile {
  return async (name, body, query) => {
    const response = await sendConfirmed(options, await endpointOf(name), {
      body,
      ...(query && { query }),
      withinMs: FILE_WITHIN_MS,
    });
    try {
      return await response.blob();
    } catch (cause) {
      throw new NoAnswer('the file broke off', { cause });
    }
  };
}

/** Loads the routes of later pages lazily, so that the first screen need not wait for them. */
async function endpointOf(name: EndpointName): Promise<Endpoint> {
  if (isIn(onboardingEndpoints, name)) return onboardingEndpoints[name];
  try {
    const { tillEndpoints } = await import('../../contract/platform/till-endpoints.ts');
    if (isIn(tillEndpoints, name)) return tillEndpoints[name];
    const { officeEndpoints } = await import('../../contract/platform/office-endpoints.ts');
    if (isIn(officeEndpoints, name)) return officeEndpoints[name];
    return (await import('../../features/contract.ts')).featureEndpoints[name];
  } catch (cause) {
    throw new NoAnswer('a part of the page could not be loaded', { cause });
  }
}

function isIn<T extends object>(table: T, name: EndpointName): name is EndpointName & keyof T {
  return name in table;
}

function toError(
  { onProblem }: Pick<ClientOptions, 'onProblem'>,
  status: number,
  body: unknown,
): ApiProblem | NoAnswer {
  const problem = problemBodySchema.safeParse(body);
  if (!problem.success) return new NoAnswer(`status ${status} without a problem body`);
  const apiProblem = new ApiProblem(status, problem.data.error);
  onProblem(apiProblem);
  return apiProblem;
}

/** Sends a request, and once more if the user has confirmed it. */
async function sendConfirmed(options: ClientOptions, endpoint: Endpoint, input: AnyInput): Promise<Response> {
  const response = await send(options, endpoint, input);
  if (response.ok) return response;
  const error = toError(options, response.status, await readJson(response));
  if (error instanceof NoAnswer || error.problem.code !== 'passkey-needed') throw error;
  if (!(await options.confirm?.())) throw error;
  return sendConfirmed({ ...options, confirm: () => Promise.resolve(false) }, endpoint, input);
}

async function send(
  { fetch: fetchLike, onTime, onReach, headers }: ClientOptions,
  endpoint: Endpoint,
  { params = {}, body, query, withinMs = ANSWER_WITHIN_MS, signal, keepalive }: AnyInput,
): Promise<Response> {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const timeout = AbortSignal.timeout(withinMs);
  const sentAt = Date.now();
  try {
    const response = await fetchLike(query ? `${path}?${new URLSearchParams(query)}` : path, {
      method: endpoint.method,
      headers: {
        'X-Tillside': '1',
        ...headers?.(),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      ...(keepalive && { keepalive }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    onTime?.(response.headers.get('date'), sentAt, Date.now());
    onReach?.(isOurs(response), sentAt);
    return response;
  } catch (cause) {
    if (signal?.aborted !== true) onReach?.(false, sentAt);
    throw new NoAnswer('the request got no answer', { cause });
  }
}

/** False for an error page of a proxy that could not reach the server. */
function isOurs({ status, headers }: Response): boolean {
  return status < 500 || (headers.get('content-type') ?? '').includes('json');
}

async function readJson(response: Response): Promise<unknown> {
  try {
    const text = await response.text();
    return text === '' ? undefined : JSON.parse(text);
  } catch (cause) {
    throw new NoAnswer('the answer could not be read', { cause });
  }
}
