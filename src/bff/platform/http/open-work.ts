import { LIMITS } from '../../../contract/access/limits.ts';
import type { Identity } from './caller.ts';
import { OPEN_WORK_RETRY_AFTER_MS } from './limits.ts';
import { refuse } from './problem.ts';
import type { ShopHandlers } from './shop-handlers.ts';

interface WorkRequest {
  readonly caller: Pick<Identity, 'shop' | 'visit' | 'device' | 'key'>;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

/** Decides when the work of a request ends. */
export interface WorkEnding<A> {
  readonly kind: 'request' | 'stream';
  /** @returns the answer to send */
  readonly end: (answer: A, onEnd: () => void, request: WorkRequest) => A;
}

/**
 * Limits the unanswered requests and open streams of one device or key on this server. Callers
 * without either are limited by their connections.
 */
export interface OpenWork {
  /** @throws Problem 429 `slow-down`, and the errors of `work` */
  run<A>(request: WorkRequest, ending: WorkEnding<A>, work: () => Promise<A>): Promise<A>;
}

export const EVENT_STREAM = 'text/event-stream';

export function createOpenWork(): OpenWork {
  const open = new Map<string, number>();

  /** @returns a function that ends the work, also if it is called twice */
  function begin({ device, key }: WorkRequest['caller'], kind: WorkEnding<never>['kind']): () => void {
    if (device === null) return () => undefined;
    const name = `${kind} ${device.id}`;
    const count = open.get(name) ?? 0;
    if (count >= LIMITS.openWorkMax[key ? 'key' : 'device'][kind])
      throw refuse('slow-down', { details: { retryAfterMs: OPEN_WORK_RETRY_AFTER_MS } });
    open.set(name, count + 1);
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      const left = (open.get(name) ?? 1) - 1;
      if (left === 0) open.delete(name);
      else open.set(name, left);
    };
  }

  return {
    async run(request, ending, work) {
      const onEnd = begin(request.caller, ending.kind);
      try {
        return ending.end(await work(), onEnd, request);
      } catch (error) {
        onEnd();
        throw error;
      }
    },
  };
}

export const ENDS_WITH_ANSWER = {
  kind: 'request',
  end<A>(answer: A, onEnd: () => void): A {
    onEnd();
    return answer;
  },
} as const;

/** Suspending a shop ends its streams of events. A file is completed, as every admitted request. */
export const endsWithStream = (onSuspended: ShopHandlers['onSuspended']) => ({
  kind: 'stream' as const,
  end<A extends { readonly contentType: string; readonly body: ReadableStream<Uint8Array> }>(
    answer: A,
    onEnd: () => void,
    { signal, caller }: WorkRequest,
  ): A {
    const reader = answer.body.getReader();
    const isOfEvents = answer.contentType === EVENT_STREAM;
    const stopListening = isOfEvents ? onSuspended(caller, () => void reader.cancel()) : () => undefined;
    const onStreamEnd = () => {
      stopListening();
      onEnd();
    };
    /* A client that disconnects before the stream is read does not cancel it. */
    signal.addEventListener('abort', onStreamEnd);
    return { ...answer, body: notifyingEnd(reader, onStreamEnd) };
  },
});

/** Passes a stream on, as fast as it is read. */
function notifyingEnd(reader: ReadableStreamDefaultReader<Uint8Array>, onEnd: () => void): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (!done) return controller.enqueue(value);
          controller.close();
        } catch (error) {
          controller.error(error);
        }
        onEnd();
      },
      cancel(reason) {
        onEnd();
        return reader.cancel(reason);
      },
    },
    new CountQueuingStrategy({ highWaterMark: 0 }),
  );
}
