import { setTimeout } from 'node:timers/promises';
import { PAUSE_MS } from './limits.ts';

/** Lets all other waiting work run. */
export type Turn = () => Promise<unknown>;

const pause: Turn = () => setTimeout(PAUSE_MS);

/**
 * Converts text to bytes on demand, so that a long file is never held in memory. It pauses between
 * parts, because redemptions during an export of an embedded database took a quarter longer without
 * pauses. Closes the generator if the reader stops.
 */
export function textStream(parts: AsyncGenerator<string>, turn: Turn = pause): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      /* A pull that returns nothing would be the last one. */
      for (;;) {
        await turn();
        const { done, value } = await parts.next();
        if (done === true) return controller.close();
        if (value !== '') return controller.enqueue(encoder.encode(value));
      }
    },
    async cancel() {
      await parts.return(undefined);
    },
  });
}
