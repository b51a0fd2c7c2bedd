import { LIMITS } from '../../../contract/access/limits.ts';
import type { Changes, DurableChange } from '../../redemption/operation/changes.ts';
import type { Ports } from '../audit/ports.ts';
import { describeError } from '../base/logging.ts';
import { interruptibleSleep } from '../base/loop.ts';
import type { Clock } from '../base/ports.ts';
import { EVENT_STREAM } from '../http/open-work.ts';
import type { StreamResult } from '../http/route.ts';
import { QUEUED_MAX } from './limits.ts';

export interface StreamsDeps extends Pick<Ports, 'clock' | 'log'> {
  readonly changes: Pick<Changes, 'on'>;
}

/**
 * The listener of one stream, and its messages. Each text is one server-sent event, see {@link
 * message}.
 */
export interface StreamListener {
  /** Identifies the listener. If a listener opens too many streams, its oldest ones are closed. */
  readonly listenerId: string;
  readonly isStillAllowed: () => Promise<boolean>;
  /** Returns the messages for a change; none if the change does not concern this listener. */
  readonly messagesFor: (change: DurableChange) => Promise<readonly string[]>;
  readonly beatMs: number;
  readonly beat: () => Promise<string>;
}

/** Streams of server-sent events that notify pages of changes at once. */
export interface Streams {
  /**
   * Opens a stream. It ends when the page disconnects, when the page may no longer listen, when the
   * same listener opens too many streams, and when the server stops. No feature depends on the
   * stream: a page that missed an event sees the change in its next request.
   */
  open(listening: StreamListener): ReadableStream<Uint8Array>;
  close(): void;
}

/** Formats one message; `data` contains no line break. */
export const message = (event: string, data: string) => `event: ${event}\ndata: ${data}\n\n`;

export function eventStreamResult(body: ReadableStream<Uint8Array>): Promise<StreamResult> {
  // Proxies that buffer a response would delay events.
  return Promise.resolve({ contentType: EVENT_STREAM, body, headers: { 'X-Accel-Buffering': 'no' } });
}

export function createStreams({ changes, clock, log }: StreamsDeps): Streams {
  const listeners = new Set<{ readonly listenerId: string; readonly end: () => void }>();

  function closeOldest(listenerId: string): void {
    const same = [...listeners].filter((listener) => listener.listenerId === listenerId);
    for (const { end } of same.slice(0, Math.max(0, same.length - LIMITS.eventStreamsMax + 1))) end();
  }

  function open(listening: StreamListener): ReadableStream<Uint8Array> {
    closeOldest(listening.listenerId);
    const stopping = new AbortController();
    const listener = { listenerId: listening.listenerId, end: () => stopping.abort() };
    return new ReadableStream<Uint8Array>(
      {
        start(controller) {
          const stopListening = changes.on((change) => {
            send(change).catch((error: unknown) => log.warn(describeError(error), 'failed to send a change to a page'));
          });
          const write = (text: string) => {
            if (stopping.signal.aborted) return;
            if ((controller.desiredSize ?? 0) <= 0) return listener.end();
            controller.enqueue(ENCODER.encode(text));
          };
          const send = async (change: DurableChange) => {
            for (const text of await listening.messagesFor(change)) write(text);
          };
          stopping.signal.addEventListener('abort', () => {
            stopListening();
            listeners.delete(listener);
            closeQuietly(controller);
          });
          listeners.add(listener);
          write('retry: 2000\n\n');
          void beatOn(clock, listening, write, stopping.signal)
            .catch((error: unknown) => log.warn(describeError(error), 'failed to send a heartbeat to a page'))
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
    const goesOn = await interruptibleSleep(clock, beatMs, signal);
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
