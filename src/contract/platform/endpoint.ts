import * as z from 'zod/mini';
import type { KeyScope } from '../access/key.ts';

/**
 * Who may call a route.
 *
 * That is anyone, an enrolled device, any signed-in person, or a signed-in person with (at least) a
 * role.
 */
export type Who = 'any' | 'device' | 'session' | 'cashier' | 'stock' | 'manager';

/** One route of the server. `request` and `answer` are JSON bodies; null means none. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /**
   * The address, under `/api` or at a place that is agreed upon everywhere.
   *
   * Others look for the latter there.
   */
  readonly path: `/api/${string}` | `/.well-known/${string}`;
  readonly who: Who;
  readonly request: z.ZodMiniType | null;
  readonly answer: z.ZodMiniType | null;
  /** Any of these lets a program's key in. Without them no key may call this. */
  readonly scopes?: readonly KeyScope[];
  /** It answers with this in place of JSON. */
  readonly stream?: 'text/css' | 'text/csv' | 'text/event-stream' | 'text/html' | 'text/plain';
  /** What may be asked for after the `?`, as far as the server reads it. */
  readonly query?: Readonly<Record<string, z.ZodMiniType>>;
  /**
   * A POST that needs the header `Idempotency-Key`.
   *
   * The same key and body again is answered as before.
   */
  readonly onceByHeader?: true;
  /** The page asks this by itself, so asking it does not keep a session awake. */
  readonly background?: true;
  /**
   * The answer is the same for everybody.
   *
   * So nobody is looked up, and it comes without the database.
   */
  readonly forAll?: true;
  /**
   * A machine calls it, with a token of its own in the address.
   *
   * Cookies count for nothing, so it need not come from our page.
   */
  readonly byToken?: true;
  /** Largest body; without it, as for all. A larger one is read only for callers who may call. */
  readonly bodyBytesMax?: number;
  /** The first answer is 201. Routes that `PUT` an operation need no mark. */
  readonly creates?: true;
  /** A request without a body is one with `{}`. */
  readonly bodyOptional?: true;
}

type Extra = Omit<Endpoint, 'method' | 'path' | 'who' | 'request' | 'answer'>;
type Body = z.ZodMiniType | null;

/** Makes the rows of one method; what few routes have stands in `extra`. */
const rowsOf =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const W extends Who, R extends Body, A extends Body, const X extends Extra>(
    path: P,
    who: W,
    request: R,
    answer: A,
    extra: X = {} as X,
  ) => ({ method, path, who, request, answer, ...extra });

/** A row of the table of routes: its address, who may call it, the body it takes, the answer. */
export const post = rowsOf('POST');
export const put = rowsOf('PUT');
export const patch = rowsOf('PATCH');

/** The same for a method that takes no body. */
const bareRowsOf =
  <const M extends Endpoint['method']>(method: M) =>
  <const P extends Endpoint['path'], const W extends Who, A extends Body, const X extends Extra>(
    path: P,
    who: W,
    answer: A,
    extra?: X,
  ) =>
    rowsOf(method)(path, who, null, answer, extra);
export const get = bareRowsOf('GET');
export const remove = bareRowsOf('DELETE');

/** A list of these. */
export const list = <T extends z.ZodMiniType>(item: T) => z.array(item);

/** The JSON body that a route takes; `undefined` for none. */
export type RequestOf<E extends Endpoint> = E['request'] extends z.ZodMiniType ? z.infer<E['request']> : undefined;
/** The JSON body that a route answers with; `undefined` for none (204). */
export type AnswerOf<E extends Endpoint> = E['answer'] extends z.ZodMiniType ? z.infer<E['answer']> : undefined;
