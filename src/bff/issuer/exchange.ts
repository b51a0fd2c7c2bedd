import type { Dispatcher } from 'undici';
import { errorCode } from '../platform/base/logging.ts';
import { interruptibleSleep } from '../platform/base/loop.ts';
import type { Clock } from '../platform/base/ports.ts';
import { RETRY_AFTER_MAX_MS } from './limits.ts';

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly text: string;
  /** The key that the answer repeats, if the request had one. */
  readonly idempotencyKey?: string;
}

/**
 * No complete answer. `sent` is false only if no byte of the request can have left. The reason
 * contains no ref and no secret.
 */
export interface Silence {
  readonly kind: 'silence';
  readonly sent: boolean;
  readonly reason: string;
}

export type Reply = Answer | Silence;

/** The request to send; the path begins with a slash and is already encoded. */
export interface OutgoingRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: string | null;
}

export interface ExchangeOptions {
  readonly dispatcher: Dispatcher;
  readonly outgoing: OutgoingRequest;
  readonly clock: Clock;
  /** For the whole exchange, from waiting for a connection to the last byte of the answer. */
  readonly timeoutMs: number;
  /** Reading stops at a larger body; bytes. */
  readonly answerBytesMax: number;
  readonly signal?: AbortSignal | undefined;
  /** Called just before the first byte may leave, at most once; if it throws, no byte leaves. */
  readonly onFirstByte?: (() => void) | undefined;
  /**
   * Called when the answer begins, with its status and the pause that it names, milliseconds; null
   * if it names none.
   */
  readonly onStatus?: ((status: number, retryAfterMs: number | null) => void) | undefined;
  /** Called with the `Date` header of the answer and the time until the answer began. */
  readonly onDate?: ((date: string, roundTripMs: number) => void) | undefined;
}

/**
 * Sends one request and returns its answer, or the lack of one. Never rejects, follows no redirect
 * and sends nothing twice.
 *
 * undici calls `onRequestStart` synchronously before it writes the first byte of a request, on
 * every attempt to write it, and writes nothing if the handler throws. Therefore "not sent" is
 * certain, and a repeat by undici on a new connection is prevented.
 */
export function exchange(options: ExchangeOptions): Promise<Reply> {
  const { dispatcher, outgoing, clock } = options;
  const { promise, resolve } = withResolvers<Reply>();
  const finished = new AbortController();
  const chunks: Buffer[] = [];
  let bytes = 0;
  let status = 0;
  let idempotencyKey: string | null = null;
  let startedAt: number | null = null;
  let abort: ((reason: Error) => void) | null = null;

  const end = (reply: Reply) => {
    finished.abort(FINISHED);
    resolve(reply);
  };
  const abandon = (reason: string) => {
    if (finished.signal.aborted) return;
    end({ kind: 'silence', sent: startedAt !== null, reason });
    abort?.(new Error(reason));
  };
  watch(options, finished.signal, abandon);

  dispatcher.dispatch(
    { ...outgoing },
    {
      onRequestStart(controller) {
        if (startedAt !== null || finished.signal.aborted) throw new Error('a request can be sent only once');
        try {
          options.onFirstByte?.();
        } catch (error) {
          end({ kind: 'silence', sent: false, reason: 'stopped before the first byte' });
          throw error;
        }
        startedAt = clock.monotonic();
        abort = (reason) => controller.abort(reason);
      },
      onResponseStart(_controller, statusCode, headers) {
        status = statusCode;
        options.onStatus?.(statusCode, retryAfter(headers['retry-after'], headers.date, clock.now()));
        const key = headers['idempotency-key'];
        if (typeof key === 'string' && key !== '') idempotencyKey = key;
        if (typeof headers.date === 'string' && startedAt !== null)
          options.onDate?.(headers.date, clock.monotonic() - startedAt);
      },
      onResponseData(_controller, chunk) {
        bytes += chunk.length;
        if (bytes > options.answerBytesMax) return abandon('answer too large');
        chunks.push(chunk);
      },
      onResponseEnd() {
        const text = new TextDecoder().decode(Buffer.concat(chunks));
        end({ kind: 'answer', status, text, ...(idempotencyKey !== null && { idempotencyKey }) });
      },
      onResponseError(_controller, error) {
        end({ kind: 'silence', sent: startedAt !== null, reason: reasonOf(error) });
      },
    },
  );
  return promise;
}

/** Aborts at the deadline or with the caller's signal; stops watching when the exchange ends. */
function watch(
  { clock, timeoutMs, signal }: ExchangeOptions,
  finished: AbortSignal,
  abort: (reason: string) => void,
): void {
  void interruptibleSleep(clock, timeoutMs, finished).then((yes) => yes && abort('timed out'));
  signal?.addEventListener('abort', () => abort('cancelled'), { signal: finished });
  if (signal?.aborted) abort('cancelled');
}

/** Used as the reason, so that no error with a stack is created for every exchange. */
const FINISHED = new Error('the exchange has ended');

type Header = string | string[] | undefined;

/**
 * Parses `Retry-After`, seconds or a date of the issuer's clock; returns null if it is unreadable.
 * @param date the answer's own date
 * @param nowMs our wall clock, for an answer without a date
 */
function retryAfter(header: Header, date: Header, nowMs: number): number | null {
  if (typeof header !== 'string') return null;
  const answeredAt = Date.parse(String(date));
  const ms = /^\d+$/.test(header.trim())
    ? Number(header) * 1_000
    : Date.parse(header) - (Number.isNaN(answeredAt) ? nowMs : answeredAt);
  return Number.isFinite(ms) ? Math.min(RETRY_AFTER_MAX_MS, Math.max(0, ms)) : null;
}

/** Returns only the code of an error: messages may quote the request. */
function reasonOf(error: Error): string {
  return errorCode(error) ?? 'connection failed';
}

function withResolvers<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
