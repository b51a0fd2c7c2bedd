import { setTimeout } from 'node:timers/promises';

/** Lets everything else that waits have its turn. */
export type Turn = () => Promise<unknown>;

/**
 * So long a file rests after each part: a hundred rows take a few milliseconds of the one thread.
 */
const REST_MS = 6;
const rest: Turn = () => setTimeout(REST_MS);

/**
 * Gives text as bytes, made when it is asked for, so that a long file never waits in memory.
 *
 * An embedded database answers without a pause: without a rest between two parts every redemption
 * beside an export took a quarter longer. Ends the parts when nobody reads on.
 */
export function textStream(parts: AsyncGenerator<string>, turn: Turn = rest): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      /* A pull that brings nothing would be the last one. */
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
