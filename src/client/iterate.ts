import { PAGE_ATTEMPTS_MAX, PAGE_PAUSE_MS } from './limits.ts';
import type { Tender } from './redemption.ts';
import type { SendToServer } from './send-to-server.ts';

export type ListName = 'tenders' | 'refunds' | 'shifts';

/** The fields of a listed item that every list has; the response has more. */
export type ListedItem<Name extends ListName> = Readonly<Record<string, unknown>> &
  (Name extends 'tenders' ? Tender : { readonly id: string });

export interface ListQuery {
  /** A business day, `2030-01-15`, or an instant; both are inclusive. */
  readonly from?: string;
  /** A business day, inclusive, or an instant, exclusive. */
  readonly to?: string;
  /** Items of one page, 200 at most. */
  readonly limit?: number;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
  readonly completeUntil: string;
}

export interface IterateDeps {
  readonly send: SendToServer;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Yields every item of a list, oldest first, page by page.
 * @returns the instant up to which the list is complete: `from` of the next call
 * @throws Error if the server refuses the request, or does not answer several times
 */
export async function* iterate<Name extends ListName>(
  { send, sleep }: IterateDeps,
  list: Name,
  query: ListQuery,
): AsyncGenerator<ListedItem<Name>, string> {
  const entries = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const params = new URLSearchParams(entries);
  for (let attempt = 1; ; ) {
    const reply = await send('GET', `${list}?${params}`);
    if (reply.status !== 200) {
      const isFinal = reply.status >= 400 && reply.status < 500 && reply.status !== 429;
      if (isFinal || attempt === PAGE_ATTEMPTS_MAX)
        throw new Error(reply.message ?? `The list was answered with ${reply.status}`);
      await sleep(reply.retryAfterMs ?? PAGE_PAUSE_MS * attempt);
      attempt += 1;
      continue;
    }
    const { items, next, completeUntil } = reply.body as Page<ListedItem<Name>>;
    yield* items;
    if (next === null) return completeUntil;
    params.set('after', next);
    attempt = 1;
  }
}
