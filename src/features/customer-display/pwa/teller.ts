export interface Teller {
  readonly tell: () => void;
  readonly stop: () => void;
}

interface TellerDeps {
  readonly send: () => Promise<unknown>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Digits typed quickly are sent together. */
const TOGETHER_MS = 200;
const AGAIN_MS = 2_000;

/**
 * Creates a teller. It sends one message at a time, so that no older one arrives last, and repeats
 * lost ones.
 */
export function createTeller({ send, sleep }: TellerDeps): Teller {
  const stopping = new AbortController();
  let isRunning = false;
  let isNews = false;

  async function run(): Promise<void> {
    isRunning = true;
    while (isNews && !stopping.signal.aborted) {
      await sleep(TOGETHER_MS);
      isNews = false;
      const arrived = await send().then(
        () => true,
        // The server is unreachable or refuses: it is sent later, and the display shows less until
        // then.
        () => false,
      );
      if (arrived) continue;
      isNews = true;
      await sleep(AGAIN_MS);
    }
    isRunning = false;
  }

  return {
    tell() {
      isNews = true;
      if (!isRunning) void run();
    },
    stop() {
      stopping.abort();
    },
  };
}
