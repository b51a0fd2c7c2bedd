import { Client, Pool } from 'undici';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Clock } from '../platform/base/ports.ts';
import { createOffsetMemory } from './clock-offset.ts';
import { exchange, type OutgoingRequest, type Reply } from './exchange.ts';
import type { ClockOffset } from './port.ts';

/**
 * Receives log lines about calls: the name and the result of the call, never its address, body or
 * headers.
 */
export interface CallLog {
  debug(fields: Record<string, unknown>, message: string): void;
}

export interface HostOptions {
  /** Address of the interface, without the version and without a trailing slash. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /**
   * Limit of a POST that changes something, milliseconds; questions use the shorter of this and
   * `LIMITS.upstreamReadMs`.
   */
  readonly timeoutMs: number;
  readonly log?: CallLog | undefined;
}

/**
 * One call. `name` is for the log; `path` begins with the version, its segments made by
 * {@link pathSegment}.
 */
export interface IssuerCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly contentType?: string;
  readonly timeoutMs?: number;
  readonly answerBytesMax?: number;
}

/**
 * One upstream host. Every request is sent to the configured origin under the configured path; a
 * redirect is an answer like any other.
 */
export interface Host {
  /** Sends a question that changes nothing, on a kept-alive connection. */
  ask(call: IssuerCall, signal?: AbortSignal): Promise<Reply>;
  /**
   * Sends a request that may move money: once, on its own connection. See {@link exchange} for
   * `onFirstByte`.
   */
  sendOnce(call: IssuerCall, onFirstByte?: () => void): Promise<Reply>;
  /**
   * Call this if an answer belonged to another request. The connections for questions are closed,
   * because the next answer on one of them may also belong to another request; questions waiting on
   * them have to be sent again.
   */
  distrust(): void;
  clockOffset(): ClockOffset | null;
  close(): Promise<void>;
}

/**
 * Our own deadline covers the whole exchange, so undici's are off. HTTP/2 would share connections.
 */
const CONNECTION = {
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  connect: { timeout: LIMITS.upstreamConnectMs },
} as const;
/** Used as the reason, so that no error with a stack is created for every redemption. */
const DONE = new Error('the connection has served its one request');
const DISTRUSTED = new Error('an answer belonged to another request');
const PARALLEL_QUESTIONS_MAX = 16;

/** Creates a host with its connections; {@link Host.close} ends them. */
export function createHost({ baseUrl, clock, timeoutMs, log }: HostOptions): Host {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const openPool = () => new Pool(origin, { ...CONNECTION, connections: PARALLEL_QUESTIONS_MAX });
  let pool = openPool();
  const issuerClock = createOffsetMemory(clock);
  const onDate = issuerClock.observe;
  const about = (call: IssuerCall) => ({
    outgoing: outgoingOf(call, prefix),
    answerBytesMax: call.answerBytesMax ?? LIMITS.answerBytesMax,
  });
  const logged = async (call: IssuerCall, reply: Promise<Reply>): Promise<Reply> => {
    const startedAt = clock.monotonic();
    const { kind, ...rest } = await reply;
    const how = 'status' in rest ? { status: rest.status } : rest;
    log?.debug({ call: call.name, ...how, ms: Math.round(clock.monotonic() - startedAt) }, `upstream ${kind}`);
    return reply;
  };

  return {
    ask(call, signal) {
      const limitMs = Math.min(timeoutMs, LIMITS.upstreamReadMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
      return logged(call, exchange({ dispatcher: pool, ...about(call), clock, timeoutMs: limitMs, signal, onDate }));
    },
    async sendOnce(call, onFirstByte) {
      const client = new Client(origin, CONNECTION);
      try {
        return await logged(
          call,
          exchange({ dispatcher: client, ...about(call), clock, timeoutMs, onFirstByte, onDate }),
        );
      } finally {
        await client.destroy(DONE);
      }
    },
    distrust() {
      const distrusted = pool;
      pool = openPool();
      log?.debug({}, 'upstream connections closed: an answer belonged to another request');
      void distrusted.destroy(DISTRUSTED);
    },
    clockOffset: issuerClock.offset,
    close: () => pool.destroy(),
  };
}

function outgoingOf(
  { method, path, headers, body, contentType = 'application/json' }: IssuerCall,
  prefix: string,
): OutgoingRequest {
  const defaults = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': contentType }) };
  return { method, path: prefix + path, headers: { ...defaults, ...headers }, body: body ?? null };
}

/** Encodes any text as one path segment; returns null if no segment can represent it. */
export function pathSegment(text: string): string | null {
  if (text === '' || /^\.{1,2}$/.test(text) || /\p{Cs}/u.test(text)) return null;
  return encodeURIComponent(text);
}
