/** Tells the server what is on the screen, the newest last. */
export interface Teller {
  /** Something changed. */
  readonly tell: () => void;
  readonly stop: () => void;
}

interface TellerDeps {
  /** Sends what then is on the screen. */
  readonly send: () => Promise<unknown>;
  readonly sleep: (ms: number) => Promise<void>;
}

/** Digits that are typed in one go are told together. */
const TOGETHER_MS = 200;
const AGAIN_MS = 2_000;

/** Makes a teller: one message at a time, so that no older one overtakes; again if it was lost. */
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
        // The server is away or refuses: it is told later, and until then the display shows less.
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
