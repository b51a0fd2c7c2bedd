import * as z from 'zod/mini';
import type { ApprovableOperation } from '../access/approval.ts';
import type { KeyScope } from '../access/key.ts';

/**
 * Callers that a route admits. That is anyone, an enrolled device, any signed-in person, a
 * signed-in person with (at least) a role, or head office.
 */
export type AllowedCaller = 'any' | 'device' | 'session' | 'cashier' | 'stock' | 'manager' | 'office';

/** One route of the server. `request` and `answer` are JSON bodies; null means none. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** The path, under `/api` or at a well-known address. */
  readonly path: `/api/${string}` | `/.well-known/${string}`;
  readonly who: AllowedCaller;
  readonly request: z.ZodMiniType | null;
  readonly answer: z.ZodMiniType | null;
  /** A program's key with any of these scopes may call the route. Without scopes, no key may. */
  readonly scopes?: readonly KeyScope[];
  /** Under `/api/v1`, another route has this path. */
  readonly isReplaced?: true;
  /** The type of a response that is not JSON. */
  readonly stream?: 'text/css' | 'text/csv' | 'text/event-stream' | 'text/html' | 'text/plain';
  /** The query parameters that the server reads. */
  readonly query?: Readonly<Record<string, z.ZodMiniType>>;
  /**
   * A POST that requires the header `Idempotency-Key`. The same key and body again gets the same
   * response.
   */
  readonly onceByHeader?: true;
  /** The route is about the device: it uses the device's shop even if its person visits another. */
  readonly atHome?: true;
  /**
   * The route of a cashier or of stock staff is no operation of a till, so that those who visit the
   * shop may use it. Lists always are.
   */
  readonly forVisitors?: true;
  /** A person who has a passkey must have confirmed the session with it a short time ago. */
  readonly confirms?: true;
  /** The page sends this request automatically, so it does not extend a session. */
  readonly background?: true;
  /**
   * The response is the same for everyone. So the caller is not identified, and no database is
   * needed.
   */
  readonly forAll?: true;
  /**
   * A machine calls the route, with its own token in the address. Cookies are ignored, so requests
   * need not come from our page.
   */
  readonly byToken?: true;
  /**
   * Largest body; the usual limit by default. A larger one is only read for callers with access.
   */
  readonly bodyBytesMax?: number;
  /** Devices of a suspended shop may call the route, so that they can move to another shop. */
  readonly whileSuspended?: true;
  /** The kind of operation that this route begins; managers can approve it at the caller's till. */
  readonly approvable?: ApprovableOperation['kind'];
  /** True if the first response is 201; not needed for a `PUT` of an operation. */
  readonly creates?: true;
  /** True to treat a request without a body as `{}`. */
  readonly bodyOptional?: true;
}

const API = '/api/';
const V1 = '/api/v1/';

/** True for a path of version 1, which refuses unknown parameters. */
export function isVersioned(path: string): boolean {
  return path.startsWith(V1);
}

/** Returns the path of a route for programs in version 1; null for all other routes. */
export function versionedPath({ path, scopes, isReplaced }: Endpoint): string | null {
  if (scopes === undefined || isReplaced === true) return null;
  return isVersioned(path) ? path : path.replace(API, V1);
}

/** Returns the paths at which a route is served. */
export function pathsOf(endpoint: Endpoint): string[] {
  return [...new Set([endpoint.path, versionedPath(endpoint) ?? endpoint.path])];
}

type EndpointOptions = Omit<Endpoint, 'method' | 'path' | 'who' | 'request' | 'answer'>;
type Body = z.ZodMiniType | null;

/** Creates the rows of one method; rare options are in `extra`. */
const rowsOf =
  <const M extends Endpoint['method']>(method: M) =>
  <
    const P extends Endpoint['path'],
    const W extends AllowedCaller,
    R extends Body,
    A extends Body,
    const X extends EndpointOptions,
  >(
    path: P,
    who: W,
    request: R,
    answer: A,
    extra: X = {} as X,
  ) => ({ method, path, who, request, answer, ...extra });

/** A row of the table of routes: its path, its callers, the request body, the response. */
export const post = rowsOf('POST');
export const put = rowsOf('PUT');
export const patch = rowsOf('PATCH');

const bareRowsOf =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const W extends AllowedCaller, A extends Body, const X extends EndpointOptions>(
    path: P,
    who: W,
    answer: A,
    extra?: X,
  ) =>
    rowsOf(method)(path, who, null, answer, extra);
export const get = bareRowsOf('GET');
export const remove = bareRowsOf('DELETE');

export const list = <T extends z.ZodMiniType>(item: T) => z.array(item);

/** The JSON body of a request; `undefined` for none. */
export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType ? z.infer<E['request']> : undefined;
/** The JSON body of a response; `undefined` for none (204). */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : undefined;
