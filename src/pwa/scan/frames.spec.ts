import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Decoded } from './decoded.ts';
import { decodeFrames } from './frames.ts';

const found: readonly Decoded[] = [{ text: '1234567890', format: 'QRCode', outline: [], sure: true }];
type Grab = (video: HTMLVideoElement) => Promise<ImageBitmap>;

let grab: ReturnType<typeof vi.fn<Grab>>;
beforeEach(() => {
  grab = vi.fn<Grab>(() => Promise.resolve({} as ImageBitmap));
  vi.stubGlobal('createImageBitmap', grab);
});
afterEach(() => vi.unstubAllGlobals());

/** A video of 1200×600 that shows a new picture when told, and a decoder that answers when told. */
function setUp(size = { videoWidth: 1200, videoHeight: 600 }) {
  const onFrame: (() => void)[] = [];
  const onDecode: ((decoded: readonly Decoded[]) => void)[] = [];
  const video = { ...size, requestVideoFrameCallback: (callback: () => void) => onFrame.push(callback) } as unknown as HTMLVideoElement;
  const decoder = { decode: () => new Promise<readonly Decoded[]>((resolve) => onDecode.push(resolve)), close: () => undefined };
  const shown: (readonly Decoded[])[] = [];
  const settle = () => new Promise<void>((resolve) => setTimeout(resolve));
  const stop = decodeFrames(video, decoder, (decoded) => shown.push(decoded));
  return {
    shown,
    stop,
    waiting: () => onDecode.length,
    picture: async () => {
      for (const callback of onFrame.splice(0)) callback();
      await settle();
    },
    answer: async (decoded: readonly Decoded[]) => {
      for (const resolve of onDecode.splice(0)) resolve(decoded);
      await settle();
    },
  };
}

describe('feeding pictures to the decoder', () => {
  it('never has more than one on its way, and takes the newest when the decoder is free', async () => {
    const { picture, answer, waiting, shown } = setUp();
    await picture();
    await picture();
    await picture();
    expect(waiting()).toBe(1);
    await answer(found);
    expect(shown).toEqual([found]);
    await picture();
    expect(waiting()).toBe(1);
    expect(grab).toHaveBeenCalledTimes(2);
  });

  it('goes on when a picture cannot be had', async () => {
    const { picture, waiting } = setUp();
    grab.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
    await picture();
    expect(waiting()).toBe(0);
    await picture();
    expect(waiting()).toBe(1);
  });

  it('waits for a video that has no picture yet', async () => {
    const { picture, waiting } = setUp({ videoWidth: 0, videoHeight: 0 });
    await picture();
    expect(waiting()).toBe(0);
    expect(grab).not.toHaveBeenCalled();
  });

  it('tells nothing any more once stopped, not even of a picture under way', async () => {
    const { picture, answer, shown, stop, waiting } = setUp();
    await picture();
    stop();
    await answer(found);
    await picture();
    expect(shown).toEqual([]);
    expect(waiting()).toBe(0);
  });
});
