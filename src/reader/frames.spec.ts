import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CameraFrame, SeenInPicture } from './decode-protocol.ts';
import { decodeFrames } from './frames.ts';

const found: SeenInPicture = {
  codes: [{ text: '1234567890', format: 'QRCode', outline: [], sure: true, looks: 1, engines: ['one'] }],
  black: false,
};
const nothing: SeenInPicture = { codes: [], black: false };
type Grab = (video: HTMLVideoElement) => Promise<ImageBitmap>;

let grab: ReturnType<typeof vi.fn<Grab>>;
beforeEach(() => {
  grab = vi.fn<Grab>(() => Promise.resolve({} as ImageBitmap));
  vi.stubGlobal('createImageBitmap', grab);
});
afterEach(() => vi.unstubAllGlobals());

/** A video of 1200×600 and a decoder, both controlled by the test. */
function setUp(size = { videoWidth: 1200, videoHeight: 600 }) {
  const onFrame: (() => void)[] = [];
  const onDecode: ((what: SeenInPicture) => void)[] = [];
  const video = {
    ...size,
    requestVideoFrameCallback: (callback: () => void) => onFrame.push(callback),
  } as unknown as HTMLVideoElement;
  const taken: CameraFrame[] = [];
  const decode = (frame: CameraFrame) => {
    taken.push(frame);
    return new Promise<SeenInPicture>((resolve) => onDecode.push(resolve));
  };
  const shown: SeenInPicture[] = [];
  const quiet = () => new Promise<void>((resolve) => setTimeout(resolve));
  const stop = decodeFrames(video, decode, (what) => shown.push(what));
  return {
    shown,
    taken,
    stop,
    waiting: () => onDecode.length,
    picture: async () => {
      for (const callback of onFrame.splice(0)) callback();
      await quiet();
    },
    answer: async (what: SeenInPicture) => {
      for (const resolve of onDecode.splice(0)) resolve(what);
      await quiet();
    },
  };
}

describe('feeding pictures to the decoder', () => {
  it('sends one frame at a time, and uses the newest when the decoder is free', async () => {
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

  it('continues if a picture is not available', async () => {
    const { picture, waiting } = setUp();
    grab.mockRejectedValueOnce(new DOMException('', 'InvalidStateError'));
    await picture();
    expect(waiting()).toBe(0);
    await picture();
    expect(waiting()).toBe(1);
  });

  it('uses the frame in memory if the browser provides it, and a copy otherwise', async () => {
    const given = { close: () => undefined };
    const hand = vi.fn<() => object>(function hand() {
      return given;
    });
    vi.stubGlobal('VideoFrame', hand);
    const { picture, answer, taken } = setUp();
    await picture();
    await answer(nothing);
    hand.mockImplementationOnce(function refuse() {
      throw new DOMException('', 'NotSupportedError');
    });
    await picture();
    expect(taken).toEqual([given, await grab.mock.results[0]?.value]);
  });

  it('reads frames of a playing video even if the browser reports none, until it is stopped', async () => {
    vi.useFakeTimers();
    const decode = vi.fn<(frame: CameraFrame) => Promise<SeenInPicture>>(() => Promise.resolve(nothing));
    const silent = { videoWidth: 1200, videoHeight: 600, currentTime: 0, requestVideoFrameCallback: () => 0 };
    const stop = decodeFrames(silent as unknown as HTMLVideoElement, decode, () => undefined);
    const play = async (ms: number) => {
      silent.currentTime += ms / 1000;
      await vi.advanceTimersByTimeAsync(ms);
    };
    await play(300);
    expect(decode).toHaveBeenCalledTimes(0);
    await play(100);
    expect(decode).toHaveBeenCalledTimes(1);
    await play(40);
    await play(40);
    expect(decode).toHaveBeenCalledTimes(3);
    /* Standing still it shows nothing new. */
    await vi.advanceTimersByTimeAsync(1_000);
    expect(decode).toHaveBeenCalledTimes(3);
    stop();
    await vi.advanceTimersByTimeAsync(0);
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
  });

  it('waits for a video that has no picture yet', async () => {
    const { picture, waiting } = setUp({ videoWidth: 0, videoHeight: 0 });
    await picture();
    expect(waiting()).toBe(0);
    expect(grab).not.toHaveBeenCalled();
  });

  it('reports nothing after it was stopped, not even for a frame in progress', async () => {
    const { picture, answer, shown, stop, waiting } = setUp();
    await picture();
    stop();
    await answer(found);
    await picture();
    expect(shown).toEqual([]);
    expect(waiting()).toBe(0);
  });
});
