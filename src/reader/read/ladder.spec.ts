import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SCAN_FORMATS } from '../decode-protocol.ts';
import type { Engine } from './engine.ts';
import { type EngineStarts, startReader } from './ladder.ts';
import type { Luma } from './luma.ts';

const picture: Luma = { values: new Uint8Array(16), width: 4, height: 4 };

/** Reads its own name in every picture. */
const engine = (name: string): Engine => ({
  name,
  formats: ['QRCode'],
  read: () => Promise.resolve([{ text: name, format: 'QRCode', outline: [], firm: true }]),
});
const none = () => Promise.reject(new Error('no WebAssembly'));
const starts = (change: Partial<EngineStarts>): EngineStarts => ({
  wasm: () => Promise.resolve(engine('wasm')),
  second: () => Promise.resolve(engine('bars')),
  native: () => Promise.resolve(null),
  blurred: engine('blurred'),
  script: () => Promise.resolve(engine('script')),
  ...change,
});

describe('the engines that a browser can run', () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const textOf = (read: readonly { readonly text: string }[]) => read.map(({ text }) => text);

  it('use WebAssembly if it is available', async () => {
    const reader = await startReader(starts({}));
    expect(textOf(await reader.frame(picture, SCAN_FORMATS, 0))).toEqual(['wasm']);
  });

  it('read with JavaScript if WebAssembly is unavailable', async () => {
    const reader = await startReader(starts({ wasm: none, second: none }));
    expect(textOf(await reader.frame(picture, SCAN_FORMATS, 0))).toEqual(['script']);
    expect(textOf(await reader.still(picture, SCAN_FORMATS))).toEqual(['script']);
  });

  it('read films with JavaScript until WebAssembly arrives late, and still pictures once it is loaded', async () => {
    let arrive: (engine: Engine) => void = () => undefined;
    const late = new Promise<Engine>((resolve) => {
      arrive = resolve;
    });
    const starting = startReader(starts({ wasm: () => late }));
    await vi.advanceTimersByTimeAsync(3_000);
    const reader = await starting;
    expect(textOf(await reader.frame(picture, SCAN_FORMATS, 0))).toEqual(['script']);
    const still = reader.still(picture, SCAN_FORMATS);
    arrive(engine('wasm'));
    expect(textOf(await still)).toEqual(['wasm']);
    expect(textOf(await reader.frame(picture, SCAN_FORMATS, 1))).toEqual(['wasm']);
  });

  it('work without the browser’s own detector if it reads codes that do not exist', async () => {
    const reader = await startReader(starts({ native: () => Promise.resolve(engine('native')) }));
    expect(textOf(await reader.frame(picture, SCAN_FORMATS, 0))).toEqual(['wasm']);
  });
});
