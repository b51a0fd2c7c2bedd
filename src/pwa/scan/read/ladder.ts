import { type ScanFormat } from '../decode-protocol.ts';
import type { Engine } from './engine.ts';
import { createReader, type Reader } from './reader.ts';
import { provesItself } from './self-test.ts';

/** How each engine is started in this browser. */
export interface EngineStarts {
  /** @throws Error where WebAssembly is not to be had */
  readonly wasm: () => Promise<Engine>;
  readonly second: () => Promise<Engine>;
  /** The browser's own; null where there is none. */
  readonly native: () => Promise<Engine | null>;
  /** Needs nothing but JavaScript. */
  readonly script: () => Promise<Engine>;
}

/**
 * A camera does not wait longer than this for WebAssembly: a cold start or a slow line is bridged
 * with JavaScript.
 */
const WASM_START_MS = 3_000;
/** What the browser's own engine must read to be asked at all. */
const NEEDED: readonly ScanFormat[] = ['QRCode', 'Code128'];

/**
 * Starts the best engines that this browser can run: WebAssembly, else JavaScript alone, and its
 * own before them where it proves itself. Where WebAssembly comes late, JavaScript reads films
 * until it is there; still pictures wait for it.
 */
export async function startReader(starts: EngineStarts): Promise<Reader> {
  const best = startBest(starts);
  const inTime = await orLate(best);
  if (inTime) return inTime;
  const scripted = createReader({ native: null, main: await starts.script(), second: null }, false);
  let current = scripted;
  void best.then((reader) => {
    current = reader ?? scripted;
  });
  return {
    still: async (...picture) => ((await best) ?? scripted).still(...picture),
    frame: (...picture) => current.frame(...picture),
  };
}

/** Null where there is no WebAssembly and the browser's own engine proved nothing. */
async function startBest(starts: EngineStarts): Promise<Reader | null> {
  const [native, second, wasm] = await Promise.all([
    proven(starts.native),
    startOrNot(starts.second),
    startOrNot(starts.wasm),
  ]);
  if (wasm) return createReader({ native, main: wasm, second }, true);
  return native && createReader({ native, main: await starts.script(), second: null }, false);
}

async function orLate(best: Promise<Reader | null>): Promise<Reader | null> {
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

/** Null where the engine cannot be started. */
async function startOrNot(start: () => Promise<Engine>): Promise<Engine | null> {
  try {
    return await start();
  } catch {
    // Without WebAssembly every start ends here; the next engine of the ladder takes over.
    return null;
  }
}

async function proven(start: EngineStarts['native']): Promise<Engine | null> {
  try {
    const engine = await start();
    return engine && (await provesItself(engine, NEEDED)) ? engine : null;
  } catch {
    // The browser has the interface without the system part behind it.
    return null;
  }
}
