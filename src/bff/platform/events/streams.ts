import { LIMITS } from '../../../contract/access/limits.ts';
import type { Changes, DurableChange } from '../../redemption/operation/changes.ts';
import type { Ports } from '../audit/ports.ts';
import { describeError } from '../base/logging.ts';
import { rest } from '../base/loop.ts';
import type { Clock } from '../base/ports.ts';
import type { Streamed } from '../http/route.ts';

export interface StreamsDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly changes: Pick<Changes, 'on'>;
}

/**
 * The listener of one stream, and the messages for it. Each text is one server-sent event, see
 * {@link message}.
 */
export interface StreamListener {
  /** The oldest streams of one listener are closed to make room for new ones. */
  readonly who: string;
  readonly isStillAllowed: () => Promise<boolean>;
  /** Returns the messages for a change; none if it does not concern this listener. */
  readonly told: (change: DurableChange) => Promise<readonly string[]>;
  readonly beatMs: number;
  readonly beat: () => Promise<string>;
}

/** Streams of server-sent events that notify pages of changes at once. */
export interface Streams {
  /**
   * Ends when the page disconnects, when it may no longer listen, when the same listener opens too
   * many, and when the server stops. Nothing depends on it: a page that missed an event sees the
   * change in its next request.
   */
  open(listening: StreamListener): ReadableStream<Uint8Array>;
  close(): void;
}

/** Formats one message; `data` contains no line break. */
export const message = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`;

export function asEvents(body: ReadableStream<Uint8Array>): Promise<Streamed> {
  // Proxies that buffer a response would delay events.
  return Promise.resolve({ contentType: 'text/event-stream', body, headers: { 'X-Accel-Buffering': 'no' } });
}

/** A page that does not read is disconnected at this limit; it reconnects by itself. */
const QUEUED_MAX = 100;

export function createStreams({ changes, clock, log }: StreamsDeps): Streams {
  const listeners = new Set<{ readonly who: string; readonly end: () => void }>();

  function closeOldest(who: string): void {
    const same = [...listeners].filter((listener) => listener.who === who);
    for (const { end } of same.slice(0, Math.max(0, same.length - LIMITS.eventStreamsMax + 1))) end();
  }

  function open(listening: StreamListener): ReadableStream<Uint8Array> {
    closeOldest(listening.who);
    const stopping = new AbortController();
    const listener = { who: listening.who, end: () => stopping.abort() };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const stopListening = changes.on((change) => {
            send(change).catch((error: unknown) =>
              log.warn(describeError(error), 'a change could not be told to a page'),
            );
          });
          const write = (text: string) => {
            if (stopping.signal.aborted) return;
            if ((controller.desiredSize ?? 0) <= 0) return listener.end();
            controller.enqueue(ENCODER.encode(text));
          };
          const send = async (change: DurableChange) => {
            for (const text of await listening.told(change)) write(text);
          };
          stopping.signal.addEventListener('abort', () => {
            stopListening();
            listeners.delete(listener);
            closeQuietly(controller);
          });
          listeners.add(listener);
          write('retry: 2000\n\n');
          void beatOn(clock, listening, write, stopping.signal)
            .catch((error: unknown) =>
              log.warn(describeError(error), 'a page could not be told that the server is there'),
            )
            .finally(listener.end);
        },
        cancel: listener.end,
      },
      new CountQueuingStrategy({ highWaterMark: QUEUED_MAX }),
    );
  }

  return {
    open,
    close() {
      for (const { end } of listeners) end();
    },
  };
}

const ENCODER = new TextEncoder();

/** Keeps the connection alive, and ends it once the caller may no longer listen. */
async function beatOn(
  clock: Clock,
  { isStillAllowed, beatMs, beat }: StreamListener,
  write: (text: string) => void,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const goesOn = await rest(clock, beatMs, signal);
    if (!goesOn || !(await isStillAllowed().catch(() => false))) return;
    write(await beat());
  }
}

function closeQuietly(controller: ReadableStreamDefaultController<Uint8Array>): void {
  try {
    controller.close();
  } catch {
    // The page has disconnected and closed the stream from its side.
  }
}
