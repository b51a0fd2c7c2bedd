import { createCall } from '../api/client.ts';
import { createKeeper } from './keeper.ts';
import type { Order } from './protocol.ts';

declare const self: DedicatedWorkerGlobalScope;

// The one part that its questions need, while nobody has asked any; where it cannot be had, the first question says so.
import('../../contract/office-endpoints.ts').catch(() => undefined);

/** Everything that takes long happens here, so that the page never waits for it. What concerns the whole app is told with the state. */
const keeper = createKeeper({
  call: createCall({ fetch: (...request) => fetch(...request), onProblem: () => undefined }),
  tell: (told) => self.postMessage(told),
  now: Date.now,
  sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
});

self.addEventListener('message', (event: MessageEvent<Order>) => keeper.obey(event.data));
