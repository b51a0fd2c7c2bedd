import { SALE_SENDER_COLLECT_MS, SALE_SENDER_RETRY_AFTER_MS } from './limits.ts';
export interface SaleSender {
  readonly notify: () => void;
  readonly stop: () => void;
}

interface SaleSenderDeps {
  readonly send: () => Promise<unknown>;
  readonly sleep: (ms: number) => Promise<void>;
}

/**
 * Creates a sender. It sends one message at a time, so that an older message never arrives last,
 * and repeats lost messages.
 */
export function createSaleSender({ send, sleep }: SaleSenderDeps): SaleSender {
  const stopping = new AbortController();
  let isRunning = false;
  let isNews = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isNews && !stopping.signal.aborted) {
      await sleep(SALE_SENDER_COLLECT_MS);
      isNews = false;
      const arrived = await send().then(
        () => true,
        // If the server is unreachable or refuses, the message is sent later. Meanwhile, the
        // display shows less.
        () => false,
      );
      if (arrived) continue;
      isNews = true;
      await sleep(SALE_SENDER_RETRY_AFTER_MS);
    }
    isRunning = false;
  }

  return {
    notify() {
      isNews = true;
      if (!isRunning) void run();
    },
    stop() {
      stopping.abort();
    },
  };
}
