import { Client, Pool } from 'undici';
import { LIMITS } from '../../contract/access/limits.ts';
import type { Clock } from '../platform/base/ports.ts';
import { createOffsetMemory } from './clock-offset.ts';
import { exchange, type Outgoing, type Reply } from './exchange.ts';
import type { ClockOffset } from './port.ts';

/**
 * Where lines about calls go: the name of the call and how it went, never its address, its body or
 * its headers.
 */
export interface CallLog {
  debug(fields: Record<string, unknown>, message: string): void;
}

export interface HostOptions {
  /** Address of the interface, without the version and without a slash at the end. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /**
   * Limit of a POST that changes something, milliseconds; questions have the shorter of this and
   * `LIMITS.upstreamReadMs`.
   */
  readonly timeoutMs: number;
  readonly log?: CallLog | undefined;
}

/**
 * One call.
 *
 * `name` is for the log; `path` starts with the version, its segments made by {@link pathSegment}.
 */
export interface IssuerCall {
  readonly name: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body?: string;
  readonly contentType?: string;
  /** Limit of this call where it is shorter than usual. */
  readonly timeoutMs?: number;
  /** Largest answer of this call where it may be longer than one about one thing. */
  readonly answerBytesMax?: number;
}

/**
 * One upstream host.
 *
 * Everything goes to the configured origin under the configured path; redirects are answers like
 * any other.
 */
export interface Host {
  /** Asks something that changes nothing, on a kept-alive connection. */
  ask(call: IssuerCall, signal?: AbortSignal): Promise<Reply>;
  /**
   * Sends something that may move money: once, on a connection of its own, see {@link exchange} for
   * `onFirstByte`.
   */
  sendOnce(call: IssuerCall, onFirstByte?: () => void): Promise<Reply>;
  /**
   * An answer belonged to another request. The connections of questions are closed, because the
   * next answer on one of them may be of another request too; what waits on them has to be asked
   * again.
   */
  distrust(): void;
  clockOffset(): ClockOffset | null;
  close(): Promise<void>;
}

/**
 * Our own deadline covers the whole exchange, so undici's are off; HTTP/2 would share connections.
 */
const CONNECTION = {
  headersTimeout: 0,
  bodyTimeout: 0,
  allowH2: false,
  connect: { timeout: LIMITS.upstreamConnectMs },
} as const;
/** Given as the reason, so that no error with a stack is made for every redemption. */
const DONE = new Error('the connection has served its one request');
const DISTRUSTED = new Error('an answer belonged to another request');
const QUESTIONS_AT_ONCE = 16;

/** A host with its connections; {@link Host.close} ends them. */
export function createHost({ baseUrl, clock, timeoutMs, log }: HostOptions): Host {
  const { origin, pathname } = new URL(baseUrl);
  const prefix = pathname.replace(/\/+$/, '');
  const openPool = () => new Pool(origin, { ...CONNECTION, connections: QUESTIONS_AT_ONCE });
  let pool = openPool();
  const issuerClock = createOffsetMemory(clock);
  const onDate = issuerClock.hear;
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
): Outgoing {
  const own = { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': contentType }) };
  return { method, path: prefix + path, headers: { ...own, ...headers }, body: body ?? null };
}

/** A text as one segment of a path, whatever is in it; null for texts that no segment can hold. */
export function pathSegment(text: string): string | null {
  if (text === '' || /^\.{1,2}$/.test(text) || /\p{Cs}/u.test(text)) return null;
  return encodeURIComponent(text);
}
