import * as z from 'zod/mini';
import { type DisplayedSale, displayedSaleSchema } from '../contract/display.ts';

/**
 * Messages between a till and its displays in the same browser.
 *
 * A display requests the state when it opens; `closed`: the till was locked or closed.
 */
const messageSchema = z.union([
  z.strictObject({ says: z.literal('hello') }),
  z.strictObject({ says: z.literal('sale'), sale: displayedSaleSchema }),
  z.strictObject({ says: z.literal('closed') }),
]);
type Message = z.infer<typeof messageSchema>;

const NAME = 'tillside.display';

export interface DisplayChannel {
  readonly send: (message: Message) => void;
  readonly close: () => void;
}

/** Opens one end. Messages of other versions in another format are ignored. */
export function openChannel(onMessage: (message: Message) => void): DisplayChannel {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }) => {
    const message = messageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  });
  return { send: (message) => channel.postMessage(message), close: () => channel.close() };
}

/** True if two look the same to a customer. */
export function isSameSale(a: DisplayedSale, b: DisplayedSale): boolean {
  const isDue = a.due?.amount === b.due?.amount && a.due?.currency === b.due?.currency;
  return isDue && a.saleId === b.saleId && a.busy === b.busy;
}
