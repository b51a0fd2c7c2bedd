import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { LIMITS } from '../../../contract/access/limits.ts';
import {
  type AnswerOf,
  type Endpoint,
  isVersioned,
  pathsOf,
  type RequestOf,
} from '../../../contract/platform/endpoint.ts';
import { SHOP_HEADER } from '../../../contract/platform/shop-header.ts';
import { describeError, type Logger } from '../base/logging.ts';
import type { Clock, Random } from '../base/ports.ts';
import type { Scope } from '../base/scope.ts';
import { runTrackingWrites, type StoreUnavailable, unavailableIn } from '../store/store-unavailable.ts';
import { bearerKey } from './bearer.ts';
import { readText } from './body.ts';
import { admit, type Caller, type CallerOf, type Identity } from './caller.ts';
import { cookieForFrame, cookiesOfFrame, isOfFrame } from './frame-cookies.ts';
import { assertBodyType, assertFromPage, type ServerOrigin } from './guard.ts';
import { createOpenWork, ENDS_WITH_ANSWER, endsWithStream, type WorkEnding } from './open-work.ts';
import { notServed, parseBody, parseParams, parseQuery } from './parse.ts';
import { type PreparedDocument, prepareOnce, servePrepared } from './prepared.ts';
import { notReady, Problem, refuse } from './problem.ts';
import { noteRateLimit, setCommonHeaders } from './rate-limit-headers.ts';
import { asRefused, PROBLEM_TYPE } from './refusal-response.ts';
import type { ShopHandlers } from './shop-handlers.ts';

/**
 * Identifies the caller. Requests that a page sends automatically are not `active`, so they do not
 * extend a session.
 */
export type Identify = (cookieHeader: string | null, active: boolean) => Promise<Identity>;
/** Identifies the caller of a key. @throws Problem 401 `wrong-key`, 429 `slow-down` */
export type IdentifyKey = (key: string) => Promise<Identity>;

export interface RouterOptions {
  readonly log: Logger;
  readonly clock: Clock;
  readonly random: Random;
  readonly ownOrigin: ServerOrigin;
  readonly shops: Pick<ShopHandlers, 'handlerFor' | 'onSuspended'>;
  readonly identify: Identify;
  readonly identifyKey: IdentifyKey;
  /** @throws Problem 403 `passkey-needed` */
  readonly assertConfirmed: (caller: Caller) => Promise<void>;
  readonly served?: ((request: { route: string; method: string; status: number; ms: number }) => void) | undefined;
  /** Called for every refusal, before the response is sent. */
  readonly refused?: (caller: Identity, problem: Problem) => Promise<void>;
  /** Runs around every request, outermost first. */
  readonly middleware?: readonly MiddlewareHandler[];
}

export interface RouteRequest<E extends Endpoint> {
  readonly body: RequestOf<E>;
  /** Placeholders of the path; short and of harmless characters. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly caller: CallerOf<E>;
  readonly cookieHeader: string | null;
  readonly headers: Headers;
  readonly requestId: string;
  readonly log: Logger;
  /** The remote address, or that of a proxy; null without a connection, as in tests. */
  readonly remoteAddress: string | null;
  /** Aborts when the browser disconnects. For reads only: redemptions continue. */
  readonly signal: AbortSignal;
}

/** The result of a handler: 200 unless another status is given, 204 without a body. */
export interface HandlerResult<E extends Endpoint> {
  readonly status?: 200 | 201 | 202;
  readonly body: AnswerOf<E>;
  readonly headers?: readonly (readonly [name: string, value: string])[];
}

export type Handler<E extends Endpoint> = (request: RouteRequest<E>) => Promise<HandlerResult<E>>;

export interface StreamRequest<E extends Endpoint> extends RouteRequest<E> {
  /** True until the caller's session ends, which the call does not extend. */
  readonly isStillAllowed: () => Promise<boolean>;
}

/** A streamed response: not JSON, and not cached either. */
export interface StreamResult {
  readonly contentType: string;
  readonly body: ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
}

export type StreamHandler<E extends Endpoint> = (request: StreamRequest<E>) => Promise<StreamResult>;

export interface Router {
  readonly app: Hono;
  /** Adds a route. All are checked in this order: size, own page, caller, shape. */
  readonly on: <E extends Endpoint>(endpoint: E, handler: Handler<E>) => void;
  /** Adds a route of the contract that responds with a stream; checked like the others. */
  readonly onStream: <E extends Endpoint>(endpoint: E, handler: StreamHandler<E>) => void;
  /**
   * Adds a route whose answer is the same for all callers. It is prepared at the first request, for
   * each reader that the route's query parameter `for` allows; empty for the usual one.
   */
  readonly onDocument: (endpoint: Endpoint, create: (reader: string) => PreparedDocument) => void;
}

/** Serves `/api`: no response is cached, each request has an id and a log line. */
export function createRouter({ log, clock, random, served, middleware = [], ...options }: RouterOptions): Router {
  const app = new Hono();
  for (const around of middleware) app.use(around);
  const endpointList: Endpoint[] = [];
  const openWork = createOpenWork();

  /** Handles one request up to its response, whatever error occurs. */
  async function serve(context: Context, endpoint: Endpoint | null, run: (requestId: string) => Promise<Response>) {
    const route = endpoint?.path ?? 'none';
    const requestId = random.uuid();
    const startedAt = clock.monotonic();
    const { method } = context.req;
    const response = await runTrackingWrites(async (course) =>
      run(requestId).catch((error: unknown) => {
        const repeats = method !== 'POST' || endpoint?.onceByHeader === true || !course.mayHaveWritten;
        const unavailable = unavailableIn(error);
        const refusal = unavailable === null ? error : storeUnavailable(unavailable, repeats, log);
        return asRefused(refusal, { requestId, route, log, asProblem: wantsProblem(context.req.raw.headers) });
      }),
    );
    setCommonHeaders(response, context.req.raw, requestId);
    const ms = Math.round(clock.monotonic() - startedAt);
    log.info({ requestId, method, route, status: response.status, ms }, 'request');
    served?.({ route, method, status: response.status, ms });
    return response;
  }

  /** Runs all checks before a handler, in the same order for all routes. */
  async function admitted<E extends Endpoint>(
    context: Context,
    endpoint: E,
    requestId: string,
  ): Promise<StreamRequest<E>> {
    const request = context.req.raw;
    const { headers } = request;
    const { bodyBytesMax = LIMITS.bodyBytesMax } = endpoint;
    /* An unknown caller may use no more memory than the usual body. */
    const usual = bodyBytesMax > LIMITS.bodyBytesMax ? null : await readText(request, LIMITS.bodyBytesMax);
    const leftOut = endpoint.bodyOptional === true && usual === '';
    const hasBody = endpoint.request !== null && !leftOut;
    const cookies = fromFrame(context) ? cookiesOfFrame(headers.get('cookie')) : headers.get('cookie');
    const sent = { headers, cookies, hasBody };
    const { identity, cookieHeader, isStillAllowed } = await identifyCaller(options, endpoint, sent);
    noteRateLimit(request, identity);
    const caller = admit(endpoint, identity);
    if (endpoint.confirms) await options.assertConfirmed(caller as Caller);
    const text = usual ?? (await readText(request, bodyBytesMax));
    // The two casts tie what the row of the table checked at run time to the row's type.
    return {
      params: parseParams(context.req.param()),
      body: parseBody(endpoint.request, leftOut ? '{}' : text) as RequestOf<E>,
      caller: caller as CallerOf<E>,
      query: parseQuery(endpoint.query ?? {}, context.req.query(), isVersioned(context.req.path)),
      cookieHeader,
      requestId,
      log,
      /* Created on demand: a signal costs as much as the whole request, and few handlers use it. */
      get signal() {
        return request.signal;
      },
      headers,
      remoteAddress: connectionOf(context).remoteAddress ?? null,
      isStillAllowed,
    };
  }

  /** @param respond converts the handler's result to an HTTP response */
  function add<E extends Endpoint, A>(
    endpoint: E,
    handler: (request: StreamRequest<E>) => Promise<A>,
    respond: (answered: A, context: Context) => Response,
    ending: WorkEnding<NoInfer<A>> = ENDS_WITH_ANSWER,
  ): void {
    endpointList.push(endpoint);
    const handled = async (request: StreamRequest<E>, isHead: boolean) => {
      try {
        const run = options.shops.handlerFor(request.caller, endpoint, handler);
        return await openWork.run(request, isHead ? ENDS_WITH_ANSWER : ending, () => run(request));
      } catch (error) {
        if (error instanceof Problem) await options.refused?.(request.caller, error);
        throw error;
      }
    };
    app.on(endpoint.method, pathsOf(endpoint), (context) =>
      serve(context, endpoint, async (requestId) =>
        respond(await handled(await admitted(context, endpoint, requestId), context.req.method === 'HEAD'), context),
      ),
    );
  }

  app.onError((error, context) => serve(context, null, () => Promise.reject(error)));
  app.notFound((context) => serve(context, null, () => Promise.reject(notServed(endpointList, context.req.path))));
  return {
    app,
    on: (endpoint, handler) => add(endpoint, handler, (handled, context) => answer(handled, fromFrame(context))),
    onStream: (endpoint, handler) => add(endpoint, handler, streaming, endsWithStream(options.shops.onSuspended)),
    onDocument: (endpoint, create) =>
      add(endpoint, prepareOnce(endpoint, create), (ready, context) => servePrepared(ready, context.req.raw.headers)),
  };
}

/** The parts of a request that are checked before its caller is known. */
interface UnauthenticatedRequest {
  readonly headers: Headers;
  readonly cookies: string | null;
  readonly hasBody: boolean;
}

interface CallerLookup {
  readonly identity: Identity;
  /** Null if a key was sent: cookies are then ignored. */
  readonly cookieHeader: string | null;
  readonly isStillAllowed: () => Promise<boolean>;
}

/**
 * Identifies the sender of a request. If a key was sent, cookies are ignored: proxies add their own
 * cookies to a program's requests, and a cookie must not make a request with an invalid key valid.
 */
async function identifyCaller(
  { ownOrigin, identify, identifyKey }: Pick<RouterOptions, 'ownOrigin' | 'identify' | 'identifyKey'>,
  { method, who, forAll, background, byToken, atHome }: Endpoint,
  { headers, cookies: cookieHeader, hasBody }: UnauthenticatedRequest,
): Promise<CallerLookup> {
  const isNobodys = forAll === true || byToken === true;
  const key = isNobodys ? null : bearerKey(headers);
  if (key !== null) {
    if (hasBody) assertBodyType(headers);
    const identity = await identifyKey(key);
    return { identity, cookieHeader: null, isStillAllowed: async () => sameCaller(await identifyKey(key), identity) };
  }
  if (method !== 'GET' && byToken !== true) assertFromPage(headers, hasBody, ownOrigin);
  const found = await identify(isNobodys ? null : cookieHeader, !background);
  const { visit, ...atDevice } = found;
  if (who !== 'any' && found.device) assertSameShop(headers, visit?.home ?? found.shop);
  const identity = atHome && visit ? { ...atDevice, shop: visit.home } : found;
  /* A sign-in or sign-out does not end a device's stream. */
  const isSame = who === 'device' ? sameDevice : sameCaller;
  return { identity, cookieHeader, isStillAllowed: async () => isSame(await identify(cookieHeader, false), found) };
}

/** @throws Problem 409 `other-shop` for a page from before the device moved to another shop */
function assertSameShop(headers: Headers, home: Scope): void {
  const named = headers.get(SHOP_HEADER);
  if (named !== null && named !== home) throw refuse('other-shop');
}

/** Programs expect problems with the content type of RFC 9457; the app's own pages do not. */
function wantsProblem(headers: Headers): boolean {
  return bearerKey(headers) !== null || headers.get('accept')?.includes(PROBLEM_TYPE) === true;
}

/** Returns what the listener knows about the connection; empty if requests arrive without one. */
function connectionOf(context: Context): { readonly remoteAddress?: string | undefined } {
  return (context.env as { remoteAddress?: string } | undefined) ?? {};
}

const sameDevice = (now: Identity, before: Identity) => now.device?.id === before.device?.id;

/** True if the same person is signed in on the same device as before, in the same shop and role. */
function sameCaller(now: Identity, before: Identity): boolean {
  const { person, shop } = before;
  return (
    sameDevice(now, before) && now.shop === shop && now.person?.id === person?.id && now.person?.role === person?.role
  );
}

const fromFrame = (context: Context) => isOfFrame(context.req.raw.headers, (name) => context.req.query(name));

function streaming({ contentType, body, headers = {} }: StreamResult): Response {
  return new Response(body, { headers: { 'Content-Type': contentType, ...headers } });
}

function answer<E extends Endpoint>({ body, status, headers = [] }: HandlerResult<E>, ofFrame: boolean): Response {
  const response =
    body === undefined ? new Response(null, { status: 204 }) : Response.json(body, { status: status ?? 200 });
  for (const [name, value] of headers)
    response.headers.append(name, ofFrame && name === 'Set-Cookie' ? cookieForFrame(value) : value);
  return response;
}

/**
 * Returns the problem of an unavailable database.
 * @param repeats true if nothing was written or the request is idempotent. All methods except POST
 * are, because a PUT has its id from the page.
 */
function storeUnavailable(error: StoreUnavailable, repeats: boolean, log: Logger): Problem {
  log.warn(describeError(error), 'a request was refused, because the database cannot be reached or is busy');
  return notReady(repeats ? 'safe' : 'after-check');
}
