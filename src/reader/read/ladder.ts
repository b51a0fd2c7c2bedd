import { type ScanFormat } from '../decode-protocol.ts';
import type { Engine } from './engine.ts';
import { createReader, type Reader } from './reader.ts';
import { passesSelfTest } from './self-test.ts';

export interface EngineStarts {
  /** @throws Error if WebAssembly is not available */
  readonly wasm: () => Promise<Engine>;
  readonly second: () => Promise<Engine>;
  /** The browser's own engine, or null. */
  readonly native: () => Promise<Engine | null>;
  /** Runs everywhere. */
  readonly blurred: Engine;
  /** Pure JavaScript. */
  readonly script: () => Promise<Engine>;
}

/**
 * The camera waits no longer than this for WebAssembly. JavaScript bridges a cold start or a slow
 * connection.
 */
const WASM_START_MS = 3_000;
/** Formats that the browser's own engine must support to be used at all. */
const NEEDED: readonly ScanFormat[] = ['QRCode', 'Code128'];

/**
 * Starts the best engines that this browser can run: WebAssembly, else JavaScript, and the
 * browser's own before them if it passes the self-test. If WebAssembly is slow to start, JavaScript
 * reads films meanwhile; still pictures wait.
 */
export async function startReader(starts: EngineStarts): Promise<Reader> {
  const best = startBest(starts);
  const inTime = await waitOrFallBack(best);
  if (inTime) return inTime;
  const scripted = createReader(
    { native: null, main: await starts.script(), second: null, blurred: starts.blurred },
    false,
  );
  let current = scripted;
  void best.then((reader) => {
    current = reader ?? scripted;
  });
  return {
    still: async (...picture) => ((await best) ?? scripted).still(...picture),
    frame: (...picture) => current.frame(...picture),
  };
}

/** Null without WebAssembly and without a browser engine that passed the self-test. */
async function startBest(starts: EngineStarts): Promise<Reader | null> {
  const [native, second, wasm] = await Promise.all([
    startIfTested(starts.native),
    startOrNull(starts.second),
    startOrNull(starts.wasm),
  ]);
  if (wasm) return createReader({ native, main: wasm, second, blurred: starts.blurred }, true);
  return native && createReader({ native, main: await starts.script(), second: null, blurred: starts.blurred }, false);
}

async function waitOrFallBack(best: Promise<Reader | null>): Promise<Reader | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WASM_START_MS);
  });
  try {
    return await Promise.race([best, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Null if the engine cannot be started. */
async function startOrNull(start: () => Promise<Engine>): Promise<Engine | null> {
  try {
    return await start();
  } catch {
    // Without WebAssembly every start fails; the next engine takes over.
    return null;
  }
}

async function startIfTested(start: EngineStarts['native']): Promise<Engine | null> {
  try {
    const engine = await start();
    return engine && (await passesSelfTest(engine, NEEDED)) ? engine : null;
  } catch {
    // The browser has the interface but not the system part that it needs.
    return null;
  }
}
