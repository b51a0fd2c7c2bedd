import { Client, Pool } from 'undici';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Clock } from '../platform/base/ports.ts';
import { createOffsetMemory } from './clock-offset.ts';
import { exchange, type OutgoingRequest, type Reply } from './exchange.ts';
import { PARALLEL_QUESTIONS_MAX } from './limits.ts';
import { type AccountPauses, waitOutPause } from './pause.ts';
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
  readonly pauses: AccountPauses;
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
  /**
   * Sends a question that changes nothing, on a kept-alive connection. In a pause that the host
   * requested it waits for the end, or sends nothing if that is too far away.
   */
  ask(call: IssuerCall, signal?: AbortSignal): Promise<Reply>;
  /**
   * Sends a request that may move money: once, on its own connection, and never in a pause that the
   * host requested. See {@link exchange} for `onFirstByte`.
   */
  sendOnce(call: IssuerCall, onFirstByte?: () => void): Promise<Reply>;
  /**
   * Call this if an answer belonged to another request. The connections for questions are closed,
   * because the next answer on one of them may also belong to another request; questions waiting on
   * them have to be sent again.
   */
  distrust(): void;
  clockOffset(): ClockOffset | null;
  /** Time until requests may be sent, milliseconds; 0 unless the host requested a pause. */
  pauseMs(): number;
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
const DONE = new Error('the connection was for one request only');
const DISTRUSTED = new Error('an answer belonged to another request');
const PAUSED = { kind: 'silence', sent: false, reason: 'the issuer requested a pause' } as const;

/** Creates a host with its connections; {@link Host.close} ends them. */
export function createHost({ baseUrl, clock, timeoutMs, pauses, log }: HostOptions): Host {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const openPool = () => new Pool(origin, { ...CONNECTION, connections: PARALLEL_QUESTIONS_MAX });
  let pool = openPool();
  const issuerClock = createOffsetMemory(clock);
  const pause = pauses(origin);
  const about = (call: IssuerCall, onFirstByte?: () => void) => ({
    outgoing: outgoingOf(call, prefix),
    answerBytesMax: call.answerBytesMax ?? LIMITS.answerBytesMax,
    clock,
    onDate: issuerClock.observe,
    onStatus: pause.note,
    /* A pause may have begun while the request waited for its connection. */
    onFirstByte() {
      if (pause.leftMs() > 0) throw new Error(PAUSED.reason);
      onFirstByte?.();
    },
  });
  const logged = async (call: IssuerCall, reply: Promise<Reply>): Promise<Reply> => {
    const startedAt = clock.monotonic();
    const { kind, ...rest } = await reply;
    const how = 'status' in rest ? { status: rest.status } : rest;
    log?.debug({ call: call.name, ...how, ms: Math.round(clock.monotonic() - startedAt) }, `upstream ${kind}`);
    return reply;
  };

  return {
    async ask(call, signal) {
      const limitMs = Math.min(timeoutMs, LIMITS.upstreamReadMs, call.timeoutMs ?? Number.POSITIVE_INFINITY);
      const endMs = clock.monotonic() + limitMs;
      if (!(await waitOutPause(clock, pause.leftMs, { mostMs: limitMs, signal }))) return PAUSED;
      const leftMs = endMs - clock.monotonic();
      return logged(call, exchange({ dispatcher: pool, ...about(call), timeoutMs: leftMs, signal }));
    },
    async sendOnce(call, onFirstByte) {
      if (pause.leftMs() > 0) return PAUSED;
      const client = new Client(origin, CONNECTION);
      try {
        return await logged(call, exchange({ dispatcher: client, ...about(call, onFirstByte), timeoutMs }));
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
    pauseMs: pause.leftMs,
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
