import { setTimeout } from 'node:timers/promises';

/** Lets all other waiting work run. */
export type Turn = () => Promise<unknown>;

/**
 * Pause of a long file after each part: a hundred rows take a few milliseconds of the only thread.
 */
const REST_MS = 6;
const rest: Turn = () => setTimeout(REST_MS);

/**
 * Converts text to bytes on demand, so that a long file is never held in memory. An embedded
 * database answers without a pause: without this rest, every redemption during an export took a
 * quarter longer. Ends the parts if the reader stops.
 */
export function textStream(parts: AsyncGenerator<string>, turn: Turn = rest): ReadableStream<Uint8Array> {
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
