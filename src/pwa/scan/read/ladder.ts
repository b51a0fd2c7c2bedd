import { type ScanFormat } from '../decoded.ts';
import type { Engine, Engines } from './engine.ts';
import { createReader, type Reader } from './reader.ts';
import { provesItself } from './self-test.ts';

/** How each engine is started in this browser. */
export interface EngineStarts {
  /** @throws Error where WebAssembly is not to be had */
  readonly wasm: () => Promise<Engine>;
  readonly bars: () => Promise<Engine>;
  /** The browser's own; null where there is none. */
  readonly native: () => Promise<Engine | null>;
  /** Needs nothing but JavaScript. */
  readonly script: () => Promise<Engine>;
}

/** WebAssembly that is not there after this (a strict policy, a lockdown mode, a slow line) is done without. */
const WASM_START_MS = 3_000;
/** What the browser's own engine must read to be asked at all. */
const NEEDED: readonly ScanFormat[] = ['QRCode', 'Code128'];

/** Starts the best engines that this browser can run: WebAssembly, else JavaScript alone, and its own before them where it proves itself. */
export async function startReader(starts: EngineStarts): Promise<Reader> {
  const [native, bars, wasm] = await Promise.all([proven(starts.native), startOrNot(starts.bars), startOrNot(starts.wasm)]);
  const engines: Engines = { native, main: wasm ?? (await starts.script()), bars: wasm && bars };
  return createReader(engines, wasm !== null);
}

/** Null where the engine cannot be started, or not in time. */
async function startOrNot(start: () => Promise<Engine>): Promise<Engine | null> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), WASM_START_MS);
  });
  try {
    return await Promise.race([start(), late]);
  } catch {
    // Without WebAssembly every start ends here; the next engine of the ladder takes over.
    return null;
  } finally {
    clearTimeout(timer);
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
