import * as z from 'zod/mini';
import { type DisplayedSale, displayedSaleSchema } from '../contract/display.ts';

/**
 * What a till and its displays in the same browser say to each other.
 *
 * A display that opens asks; `closed`: the till is locked, or has gone.
 */
const messageSchema = z.union([
  z.strictObject({ says: z.literal('hello') }),
  z.strictObject({ says: z.literal('sale'), sale: displayedSaleSchema }),
  z.strictObject({ says: z.literal('closed') }),
]);
type Message = z.infer<typeof messageSchema>;

const NAME = 'tillside.display';

/** One end of the channel. */
export interface DisplayChannel {
  readonly say: (message: Message) => void;
  readonly close: () => void;
}

/** Opens one end. What an older or newer page says in a form of its own is not heard. */
export function openChannel(onMessage: (message: Message) => void): DisplayChannel {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  });
  return { say: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** Whether two are the same to whoever looks at them. */
export function isSameSale(a: DisplayedSale, b: DisplayedSale): boolean {
  const isDue = a.due?.amount === b.due?.amount && a.due?.currency === b.due?.currency;
  return isDue && a.saleId === b.saleId && a.busy === b.busy;
}
