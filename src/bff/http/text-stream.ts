import { setImmediate } from 'node:timers/promises';

/** Lets everything else that waits have its turn. */
export type Turn = () => Promise<unknown>;

/**
 * Text as bytes, made when it is asked for, so that a long file never waits in memory. An embedded database answers without a pause, so others
 * get their turn between two parts. Ends the parts when nobody reads on.
 */
export function textStream(parts: AsyncGenerator<string>, turn: Turn = setImmediate): ReadableStream<Uint8Array> {
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
